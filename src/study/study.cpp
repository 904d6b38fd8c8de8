// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/study.hpp"

#include <algorithm>

namespace cutline {

Study::Study() = default;
Study::Study(const Study&) = default;
Study::Study(Study&&) noexcept = default;
Study& Study::operator=(const Study&) = default;
Study& Study::operator=(Study&&) noexcept = default;
Study::~Study() = default;

std::vector<OfferedLoad> Study::ranked_loads() const {
  std::vector<OfferedLoad> all;
  for (const auto* terms : {&rank, &pareto}) {
    for (const RankTerm& term : *terms) {
      if (term.at && std::find(all.begin(), all.end(), *term.at) == all.end()) all.push_back(*term.at);
    }
  }
  return all;
}

double Study::mean_message_bits() const {
  double bits = header_bits;
  for (const LatencyInput::Part& part : messages) bits += part.size_bits * part.share;
  return bits;
}

bool Study::asks_routes() const { return asks_loads() || limits.count(Limited::virtual_channels) > 0; }

Place Design::place_of(std::initializer_list<std::string> given) const {
  for (const std::string& key : given) {
    if (const auto found = places.find(key); found != places.end()) return found->second;
  }
  return {};
}

void attach_place(Diagnostic& diagnostic, const Design& design, const std::string& section) {
  if (diagnostic.place.known()) return;
  diagnostic.place = design.place_of(
      {section + "." + diagnostic.parameter, section, section == "topology" ? "topology" : "placement", "candidate"});
}

}  // namespace cutline
