// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"

namespace cutline::test {

/// The text after one to six random changes: bytes inserted, removed, overwritten, repeated or exchanged.
inline std::string mutated(const std::string& text, const std::vector<std::string>& pieces, Random& random) {
  std::string result = text;
  const std::uint64_t changes = 1 + random.below(6);
  for (std::uint64_t i = 0; i < changes; ++i) {
    const std::size_t at = random.below(result.size());
    switch (random.below(5)) {
      case 0:
        result.insert(at, pieces[random.below(pieces.size())]);
        break;
      case 1:
        result.erase(at, 1 + random.below(12));
        break;
      case 2:
        result[at] = static_cast<char>(random.below(256));
        break;
      case 3:
        result.insert(at, result.substr(random.below(result.size()), 1 + random.below(80)));
        break;
      default:
        std::swap(result[at], result[random.below(result.size())]);
        break;
    }
    if (result.empty()) result = text;
  }
  return result;
}

}  // namespace cutline::test
