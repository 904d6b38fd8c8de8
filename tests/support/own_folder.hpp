// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace cutline::test {

/// A new folder, which is removed with this. Tests that run at the same time never share one.
struct OwnFolder {
  std::filesystem::path path;
  OwnFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "cutline-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~OwnFolder() { std::filesystem::remove_all(path); }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;

  std::string file(const std::string& name) const { return (path / name).string(); }
  /// Writes a file, and returns its path.
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path / name, std::ios::binary) << text;
    return file(name);
  }
};

}  // namespace cutline::test
