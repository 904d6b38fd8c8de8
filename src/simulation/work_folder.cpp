// SPDX-License-Identifier: Apache-2.0
#include "simulation/work_folder.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

void make_folder(const std::string& path) {
  std::error_code trouble;
  std::filesystem::create_directories(path, trouble);
  if (trouble) throw_file_error(fmt::format("cannot make the folder '{}': {}", path, trouble.message()));
}

/// Tries several times, since a program that is being killed may still write.
void remove_folder(const std::string& path) {
  constexpr int kTries = 20;
  constexpr std::chrono::milliseconds kPause{10};
  for (int i = 0; i < kTries; ++i) {
    std::error_code trouble;
    std::filesystem::remove_all(path, trouble);
    if (!trouble) return;
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace

WorkFolder::WorkFolder(const std::string& named) : path_(named), stays_(!named.empty()) {
  if (stays_) {
    make_folder(path_);
    path_ = std::filesystem::absolute(path_).string();
    return;
  }
  std::error_code none;
  path_ = (std::filesystem::temp_directory_path(none) / "cutline-simulate-XXXXXX").string();
  if (mkdtemp(path_.data()) == nullptr)
    throw_file_error(fmt::format("cannot make the folder '{}': {}", path_, std::strerror(errno)),
                     "name a folder with --keep, or another one for temporary files in TMPDIR");
  at_once_.emplace([path = path_] { remove_folder(path); });
}

WorkFolder::~WorkFolder() {
  if (!stays_) remove_folder(path_);
}

std::string WorkFolder::below(const std::string& name) const {
  std::string path = path_ + "/" + name;
  make_folder(path);
  return path;
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw_file_error(fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
}

}  // namespace cutline
