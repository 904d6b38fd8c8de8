// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>
#include <sys/stat.h>

#include <filesystem>

#include "spec/reading.hpp"
#include "support/own_folder.hpp"

// Files that a spec names, and the file of a spec itself.
using namespace cutline;
using reading::outcome;
using reading::with;

TEST_CASE("files that are not there, are folders or hold no numbers are named where the spec names them") {
  const cutline::test::OwnFolder folder;
  folder.write("order.txt", "0\n1 # first\n\n2x\n");
  const auto said = [&](const std::string& order) {
    return outcome(
        "cutline: 1\ncandidates: [{topology: {family: ring, nodes: 4}, placement: {order: " + order + "}}]\n", {},
        folder.path.string());
  };
  const std::string line = "  candidates: [{topology: {family: ring, nodes: 4}, placement: {order: ";
  CHECK(said("none.txt").code == 3);
  CHECK(said("none.txt").text == fmt::format("a.yaml:2:70: error: the file '{}' does not exist\n{}none.txt}}}}]\n{}^\n"
                                             "hint: a path counts from the folder of the spec that names it",
                                             folder.file("none.txt"), line, std::string(71, ' ')));
  CHECK(said("ordr.txt").text.find(fmt::format("hint: did you mean '{}'?", folder.file("order.txt"))) !=
        std::string::npos);
  CHECK(said("./").code == 3);
  CHECK(said("./").text.find("is a folder, not a file") != std::string::npos);
  CHECK(said("order.txt").code == 2);
  CHECK(said("order.txt").text ==
        fmt::format("{}:4:1: error: this is not a whole number\n  2x\n  ^\n"
                    "hint: a line holds whole numbers with blanks between them; # begins a comment",
                    folder.file("order.txt")));
}

TEST_CASE("what a spec names is read from regular files alone: devices and pipes are refused unread") {
  const cutline::test::OwnFolder folder;
  const std::string pipe = folder.file("pipe.yaml");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const std::string zero = folder.file("zero.yaml");
  std::filesystem::create_symlink("/dev/zero", zero);
  for (const std::string& path : {pipe, zero}) {
    for (const char* text :
         {"cutline: 1\ncandidates: [{{topology: {{family: graph, file: {}}}}}]\n",
          "cutline: 1\ntraffic: {{pattern: matrix, file: {}}}\ncandidates: [{{topology: {{family: ring, nodes: "
          "4}}}}]\n",
          "cutline: 1\ntechnology: {}\ncandidates: [{{topology: {{family: ring, nodes: 4}}}}]\n",
          "cutline: 1\ncandidates: [{{topology: {{family: ring, nodes: 4}}, placement: {{cells: {}}}}}]\n",
          "cutline: 1\ncandidates: [{{topology: {{family: ring, nodes: 4}}, placement: {{order: {}}}}}]\n"}) {
      const auto [code, said] = outcome(fmt::format(fmt::runtime(text), path), {}, folder.path.string());
      CAPTURE(text);
      CHECK(code == 3);
      CHECK(said.find(fmt::format("'{}' is no regular file", path)) != std::string::npos);
    }
  }
}

TEST_CASE("a spec that cannot be read is a matter of files, one that is too large of limits") {
  const cutline::test::OwnFolder folder;
  const auto code_of = [](const std::string& path) {
    try {
      read_study(path);
    } catch (const Error& error) {
      return std::pair(static_cast<int>(error.code()), std::string(error.what()));
    }
    return std::pair(0, std::string());
  };
  const std::string missing = folder.file("none.yaml");
  CHECK(code_of(missing) == std::pair(3, "error: the file '" + missing + "' does not exist"));
  CHECK(code_of(folder.path.string()) == std::pair(3, "error: '" + folder.path.string() + "' is a folder, not a file"));
  const std::string large = folder.write("large.yaml", "");
  std::filesystem::resize_file(large, 100'000'000);
  CHECK(code_of(large) == std::pair(4, "error: '" + large + "' is larger than 16 MiB, the limit"));
  CHECK(code_of("/dev/zero") == std::pair(3, std::string("error: '/dev/zero' is no regular file")));
  CHECK(read_study(folder.write("good.yaml", with("title: x"))).title == "x");
}
