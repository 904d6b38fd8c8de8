// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/study.hpp"

namespace cutline {

Study::Study() = default;
Study::Study(const Study&) = default;
Study::Study(Study&&) noexcept = default;
Study& Study::operator=(const Study&) = default;
Study& Study::operator=(Study&&) noexcept = default;
Study::~Study() = default;

std::optional<Place> Design::place_of(std::initializer_list<std::string> given) const {
  for (const std::string& key : given) {
    if (const auto found = places.find(key); found != places.end()) return found->second;
  }
  return std::nullopt;
}

void attach_place(Diagnostic& diagnostic, const Design& design, const std::string& section) {
  if (diagnostic.place) return;
  diagnostic.place = design.place_of(
      {section + "." + diagnostic.parameter, section == "topology" ? "topology" : "placement", "candidate"});
}

}  // namespace cutline
