// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace cutline {

/// How far a long run is, on standard error and on a terminal only: "512 of 10000 candidates", from the second second
/// on. The line is wiped out at the end.
class Progress {
 public:
  Progress(std::string what, std::size_t all);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void reached(std::size_t done);

 private:
  std::string what_;
  std::size_t all_;
  bool shown_ = false;
  bool terminal_;
  /// When it is shown next; a second of quiet comes first.
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + std::chrono::seconds(1);
};

}  // namespace cutline
