// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/study.hpp"

namespace cutline {

Study::Study() = default;
Study::Study(const Study&) = default;
Study::Study(Study&&) noexcept = default;
Study& Study::operator=(const Study&) = default;
Study& Study::operator=(Study&&) noexcept = default;
Study::~Study() = default;

void attach_place(Diagnostic& diagnostic, const Design& design, const std::string& section) {
  if (diagnostic.place) return;
  const auto found = design.places.find(section + "." + diagnostic.parameter);
  diagnostic.place = found != design.places.end() ? std::optional<Place>(found->second)
                     : section == "topology"      ? design.topology_place
                                                  : design.placement_place;
  if (!diagnostic.place) diagnostic.place = design.place;
}

}  // namespace cutline
