// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/link_file.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "cutline/base/error.hpp"

using namespace cutline;

namespace {

/// A file of links that lasts as long as the object.
class LinkFile {
 public:
  explicit LinkFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() / "cutline_link_file_test.links") {
    std::ofstream(path_) << text;
  }
  ~LinkFile() { std::filesystem::remove(path_); }
  LinkFile(const LinkFile&) = delete;
  LinkFile& operator=(const LinkFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

struct Mistake {
  int line;
  int column;
  std::string message;
  bool operator==(const Mistake&) const = default;
};

Mistake mistake(const std::string& text) {
  const LinkFile file(text);
  try {
    read_link_file(file.path());
  } catch (const Error& error) {
    const Diagnostic& first = error.diagnostics().front();
    REQUIRE(first.place);
    return {first.place->line, first.place->column, first.message};
  }
  return {0, 0, "no error"};
}

}  // namespace

TEST_CASE("a file of links is read with comments, blanks, tabs, widths and a missing last newline") {
  const LinkFile file("# a comment\n0 1\n\n 2\t3 4 # wide\r\n1 3");
  const LinkList list = read_link_file(file.path());
  CHECK(list.nodes == 4);
  CHECK(list.links == std::vector<LocalLink>{{0, 1}, {2, 3}, {1, 3}});
  CHECK(list.widths == std::vector<std::uint32_t>{1, 4, 1});
}

TEST_CASE("a mistake in a file of links has its line and column") {
  CHECK(mistake("0 1\n2 2\n") == Mistake{2, 4, "node 2 is linked to itself"});
  CHECK(mistake("0 x\n") == Mistake{1, 3, "a node is a whole number"});
  CHECK(mistake("0\n") == Mistake{1, 2, "a node is a whole number"});
  CHECK(mistake("0 1 0\n") == Mistake{1, 5, "a width is from 1 to 1048576"});
  CHECK(mistake("0 1 1 1\n") == Mistake{1, 7, "this line goes on after its width"});
  CHECK(mistake("0 -1\n") == Mistake{1, 3, "a node is a whole number"});
  CHECK(mistake("0 99999999999999999999\n") == Mistake{1, 3, "a node is a whole number"});
}
