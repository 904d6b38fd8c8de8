// SPDX-License-Identifier: Apache-2.0
#include "cutline/technology/given_figures.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"

namespace cutline {

const double* GivenFigures::find(TechnologyFigure figure) const {
  const auto entry = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.figure == figure; });
  return entry != entries_.end() ? &entry->value : nullptr;
}

double GivenFigures::operator[](TechnologyFigure figure) const {
  const double* value = find(figure);
  CUTLINE_EXPECT(value != nullptr);
  return *value;
}

void GivenFigures::set(TechnologyFigure figure, const std::optional<double>& value) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.figure == figure; });
  if (value) entries_.push_back({figure, *value});
}

}  // namespace cutline
