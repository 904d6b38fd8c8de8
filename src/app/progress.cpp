// SPDX-License-Identifier: Apache-2.0
#include "app/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace cutline {

namespace {

constexpr std::chrono::milliseconds kBetween{100};
constexpr const char* kWipe = "\r\033[K";

}  // namespace

Progress::Progress(std::string what, std::size_t all)
    : what_(std::move(what)), all_(all), terminal_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (!shown_) return;
  std::fputs(kWipe, stderr);
  std::fflush(stderr);
}

void Progress::reached(std::size_t done) {
  if (!terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + kBetween;
  fmt::print(stderr, "{}{} of {} {}", kWipe, done, all_, what_);
  std::fflush(stderr);
  shown_ = true;
}

}  // namespace cutline
