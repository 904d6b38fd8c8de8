// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/places.hpp"

/// The files of the repository, for the tests that read it.
namespace tree {

struct File {
  std::string path;  ///< relative to the repository, with slashes
  std::vector<std::string> lines;
};

inline File read(const std::filesystem::path& path) {
  File file{std::filesystem::relative(path, cutline::test::source_folder()).generic_string(), {}};
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) file.lines.push_back(line);
  return file;
}

/// Every file below the given folders of the repository with one of the given endings, in the order of their paths.
inline std::vector<File> files(const std::vector<std::string>& folders, const std::vector<std::string>& endings) {
  std::vector<std::filesystem::path> paths;
  for (const std::string& folder : folders) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(
             std::filesystem::path(cutline::test::source_folder()) / folder)) {
      const std::string name = entry.path().filename().string();
      const bool wanted = std::any_of(endings.begin(), endings.end(), [&](const std::string& ending) {
        return name.size() >= ending.size() && name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
      });
      if (entry.is_regular_file() && wanted) paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<File> result;
  for (const auto& path : paths) result.push_back(read(path));
  return result;
}

inline std::vector<File> sources() { return files({"include", "src"}, {".hpp", ".cpp", ".inc"}); }

/// The text between the quotes or brackets of an include line; empty for any other line.
inline std::string included(const std::string& line) {
  const auto hash = line.find_first_not_of(" \t");
  if (hash == std::string::npos || line.compare(hash, 8, "#include") != 0) return {};
  const auto begin = line.find_first_of("\"<");
  const auto end = line.find_last_of("\">");
  return begin == std::string::npos || end <= begin ? std::string{} : line.substr(begin + 1, end - begin - 1);
}

}  // namespace tree
