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

/// The floors whose public headers stand in include/cutline/study.
inline const std::vector<std::string> kWithStudy = {"evaluate", "rank", "families"};

/// The floor of "include/cutline/base/error.hpp", "src/base/error.cpp" or "cutline/base/error.hpp". A file outside of
/// the floors' folders, such as "src/cutline.cpp", is a floor of its own. A public header in a folder `study` stands
/// on the floor of the source file of its name, or of `study` if there is none. What stands in `detail` is of the floor
/// that the folder within is named after.
inline std::string floor_of(std::string path) {
  const std::string detail = "cutline/detail/", study = "include/cutline/study/";
  if (const auto at = path.find(detail); at != std::string::npos) path.replace(at, detail.size(), "cutline/");
  if (path.starts_with(study)) {
    const std::string name = path.substr(study.size(), path.rfind('.') - study.size()) + ".cpp";
    for (const std::string& floor : kWithStudy) {
      if (std::filesystem::exists(std::filesystem::path(cutline::test::source_folder()) / "src" / floor / name))
        return floor;
    }
  }
  for (const std::string prefix : {"include/cutline/", "src/", "cutline/"}) {
    if (path.compare(0, prefix.size(), prefix) != 0) continue;
    return path.substr(prefix.size(), path.find_first_of("/.", prefix.size()) - prefix.size());
  }
  return {};
}

}  // namespace tree
