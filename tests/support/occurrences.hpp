// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cutline::test {

/// How often the words occur in the text, without overlap.
inline std::size_t occurrences(std::string_view text, std::string_view words) {
  std::size_t found = 0;
  for (std::size_t at = text.find(words); at != text.npos; at = text.find(words, at + words.size())) ++found;
  return found;
}

}  // namespace cutline::test
