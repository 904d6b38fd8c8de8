// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "cutline/detail/base/values.hpp"
#include "support/tools.hpp"

namespace ngspice {

inline bool is_there() { return cutline::test::has_tool("ngspice"); }

/// All that a run of the deck prints.
inline std::string run(const std::string& deck) {
  const auto path = std::filesystem::temp_directory_path() / ("cutline-" + std::to_string(::getpid()) + ".sp");
  std::ofstream(path) << deck;
  std::string output;
  if (std::FILE* pipe = ::popen(("ngspice -n -b " + path.string() + " 2>&1").c_str(), "r")) {
    char buffer[4096];
    for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) output.append(buffer, n);
    ::pclose(pipe);
  }
  std::filesystem::remove(path);
  return output;
}

/// The delay that a run printed. Absent if the run printed none, which is how ngspice fails.
inline std::optional<cutline::Time> measured_delay(std::string_view output) {
  while (!output.empty()) {
    const std::string line(output.substr(0, output.find('\n')));
    output.remove_prefix(std::min(output.size(), line.size() + 1));
    const std::size_t equals = line.find('=');
    if (line.compare(0, 2, "td") != 0 || equals == std::string::npos) continue;
    if (line.find_first_not_of(' ', 2) != equals) continue;
    char* end = nullptr;
    const double value = std::strtod(line.c_str() + equals + 1, &end);
    if (end != line.c_str() + equals + 1 && value > 0) return cutline::nanoseconds(value * 1e9);
  }
  return std::nullopt;
}

/// The delay that the deck measures. If the run prints none, the test fails and shows the deck and the output.
inline double ps(const std::string& deck) {
  const std::string output = run(deck);
  const auto delay = measured_delay(output);
  REQUIRE_MESSAGE(delay.has_value(), "ngspice measured nothing\n" << deck << "\n" << output);
  return cutline::in_ns(*delay) * 1e3;
}

}  // namespace ngspice
