// SPDX-License-Identifier: Apache-2.0
#include "output/floorplan/long_names.hpp"

#include "cutline/base/utf8.hpp"
#include "output/svg/text.hpp"

namespace cutline::drawing {

std::string shortened_name(std::string_view name, double width_mm, double size_pt) {
  constexpr std::string_view kEllipsis = "\u2026";
  constexpr std::size_t kLeastLetters = 2;
  std::string kept, shown;
  std::size_t letters = 0;
  while (!name.empty()) {
    const std::string_view letter = first_character(name).bytes;
    kept += letter;
    name.remove_prefix(letter.size());
    const std::string tried = kept + std::string(kEllipsis);
    if (svg::text_width_mm(tried, size_pt) > width_mm) break;
    shown = tried;
    ++letters;
  }
  return letters < kLeastLetters ? std::string() : shown;
}

}  // namespace cutline::drawing
