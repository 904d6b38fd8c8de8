// SPDX-License-Identifier: Apache-2.0
#include "output/text/file.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/files.hpp"
#include "cutline/base/error.hpp"
#include "support/own_folder.hpp"

using namespace cutline;
using cutline::test::OwnFolder;
using cutline::text::FileWriter;
namespace fs = std::filesystem;

namespace {

std::size_t entries(const OwnFolder& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()));
}

ExitCode code_of_write(FileWriter& writer, const std::string& path) {
  try {
    writer.write(path, "text");
  } catch (const Error& error) {
    return error.code();
  }
  return ExitCode::done;
}

}  // namespace

TEST_CASE("a written file holds its content and nothing is left beside it") {
  const OwnFolder folder;
  FileWriter writer;
  writer.write(folder.file("a.svg"), "first");
  writer.write(folder.file("a.svg"), "second");
  CHECK(read_bounded_file(folder.file("a.svg"), 100) == "second");
  CHECK(entries(folder) == 1);
}

TEST_CASE("a file that nobody may write to is not replaced, and nothing is left beside it") {
  const OwnFolder folder;
  FileWriter writer;
  writer.write(folder.file("kept"), "first");
  REQUIRE(::chmod(folder.file("kept").c_str(), 0444) == 0);
  CHECK(code_of_write(writer, folder.file("kept")) == ExitCode::file_trouble);
  CHECK(read_bounded_file(folder.file("kept"), 100) == "first");
  CHECK(entries(folder) == 1);
}

TEST_CASE("a replaced file keeps its permissions, and a link its place") {
  const OwnFolder folder;
  FileWriter writer;
  writer.write(folder.file("real"), "first");
  REQUIRE(::chmod(folder.file("real").c_str(), 0640) == 0);
  fs::create_symlink("real", folder.file("link"));
  writer.write(folder.file("link"), "second");
  CHECK(fs::is_symlink(folder.file("link")));
  CHECK(read_bounded_file(folder.file("real"), 100) == "second");
  struct stat status {};
  REQUIRE(::stat(folder.file("real").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0640);
}

TEST_CASE("where a file cannot be written the error says so and nothing is left") {
  const OwnFolder folder;
  FileWriter writer;
  fs::create_directory(folder.file("folder"));
  CHECK(code_of_write(writer, folder.file("folder")) == ExitCode::file_trouble);
  CHECK(code_of_write(writer, "/dev/full") == ExitCode::file_trouble);
  CHECK(entries(folder) == 1);
  CHECK(code_of_write(writer, folder.file("good")) == ExitCode::done);
  CHECK(code_of_write(writer, folder.file("a/new/folder.svg")) == ExitCode::done);
}

TEST_CASE("files that belong together are all written or none is") {
  const OwnFolder folder;
  FileWriter writer;
  writer.write(folder.file("a.main"), "old");
  fs::create_directory(folder.file("a.side"));
  CHECK_THROWS_AS(writer.write({{folder.file("a.main"), "new"}, {folder.file("a.side"), "new"}}), Error);
  CHECK(read_bounded_file(folder.file("a.main"), 100) == "old");
  CHECK(entries(folder) == 2);
  writer.write({{folder.file("a.main"), "new"}, {folder.file("b.side"), "beside"}});
  CHECK(read_bounded_file(folder.file("a.main"), 100) == "new");
  CHECK(read_bounded_file(folder.file("b.side"), 100) == "beside");
  CHECK(entries(folder) == 3);
}

TEST_CASE("after an interrupt nothing is written any more") {
  const OwnFolder folder;
  FileWriter writer;
  writer.abandon();
  CHECK(code_of_write(writer, folder.file("a")) == ExitCode::file_trouble);
  CHECK(entries(folder) == 0);
}

TEST_CASE("of a file that is written piece by piece, an interrupt leaves the whole pieces beside it") {
  const OwnFolder folder;
  const std::string path = folder.file("a");
  {
    FileWriter writer;
    std::vector<std::string> kept;
    CHECK_THROWS_AS(writer.write_pieces(path,
                                        [&](const auto& add) {
                                          add("one\n");
                                          add("two\n");
                                          kept = writer.abandon();
                                          add("three\n");
                                        }),
                    Error);
    CHECK(kept == std::vector<std::string>{path + ".partial"});
    CHECK(read_bounded_file(path + ".partial", 100) == "one\ntwo\n");
    CHECK(entries(folder) == 1);
  }
  FileWriter writer;
  writer.write_pieces(path, [](const auto& add) { add("all"); });
  CHECK(read_bounded_file(path, 100) == "all");
  CHECK(entries(folder) == 1);
}

TEST_CASE("an interrupt before the first piece leaves nothing") {
  const OwnFolder folder;
  FileWriter writer;
  CHECK_THROWS_AS(writer.write_pieces(folder.file("a"),
                                      [&](const auto& add) {
                                        add("");
                                        CHECK(writer.abandon().empty());
                                        add("one");
                                      }),
                  Error);
  CHECK(entries(folder) == 0);
}

TEST_CASE("reading refuses folders, absent files and files past the limit") {
  const OwnFolder folder;
  std::ofstream(folder.file("a")) << "12345";
  CHECK(read_bounded_file(folder.file("a"), 5) == "12345");
  CHECK_THROWS_AS(read_bounded_file(folder.file("a"), 4), Error);
  CHECK_THROWS_AS(read_bounded_file(folder.path.string(), 5), Error);
  CHECK_THROWS_AS(read_bounded_file(folder.file("b"), 5), Error);
}
