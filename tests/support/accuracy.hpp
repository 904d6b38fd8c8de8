// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <fstream>
#include <string>

namespace cutline::test {

/// Reports one case to scripts/accuracy: what Cutline says and what somebody else measured, in the same unit. Does
/// nothing if CUTLINE_ACCURACY names no file.
inline void tell_case(const std::string& subject, const std::string& referee, double said, double measured) {
  const char* const path = std::getenv("CUTLINE_ACCURACY");
  if (path == nullptr) return;
  std::ofstream file(path, std::ios::app);
  file.precision(17);
  file << '"' << subject << "\",\"" << referee << "\"," << said << ',' << measured << '\n';
}

}  // namespace cutline::test
