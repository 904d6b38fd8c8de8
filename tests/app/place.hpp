// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "support/own_folder.hpp"
#include "support/places.hpp"

/// Runs of the program in folders of their own.
namespace cutline::test {

namespace fs = std::filesystem;

/// Exit code and output of one run of the program.
struct Run {
  int code = -1;
  std::string out;
  std::string err;
};

inline std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// A new folder with a spec in it, inside which the program runs.
class Place {
 public:
  explicit Place(const std::string& spec = {}) {
    if (!spec.empty()) write("spec.yaml", spec);
  }

  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }
  fs::path operator/(const std::string& name) const { return folder_.path / name; }

  /// Runs `cutline ARGUMENTS`; `before` may set variables or pipe something in.
  Run run(const std::string& arguments, const std::string& before = "") const {
    const std::string command =
        "cd '" + folder_.path.string() + "' && " + before + " '" + program_file() + "' " + arguments + " 2> .stderr";
    std::FILE* pipe = ::popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    Run result;
    std::array<char, 4096> block{};
    for (std::size_t got; (got = std::fread(block.data(), 1, block.size(), pipe)) > 0;) {
      result.out.append(block.data(), got);
    }
    const int status = ::pclose(pipe);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    result.err = slurp(folder_.path / ".stderr");
    fs::remove(folder_.path / ".stderr");
    return result;
  }
  /// Everything that a command prints when run inside the folder, without its exit code.
  std::string output_of(const std::string& command) const {
    const std::string all = "cd '" + folder_.path.string() + "' && (" + command + ") > .tool 2>&1";
    [[maybe_unused]] const int status = std::system(all.c_str());
    return slurp(folder_.path / ".tool");
  }
  /// The same for the program with some arguments, at a terminal that script(1) provides.
  std::string at_terminal(const std::string& arguments, const std::string& before = "") const {
    const std::string command = "TERM=xterm " + before + " '" + program_file() + "' " + arguments;
    return output_of("script -qec \"" + command + "\" .typescript < /dev/null");
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_.path), fs::directory_iterator()));
  }

 private:
  OwnFolder folder_;
};

inline bool contains(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

}  // namespace cutline::test
