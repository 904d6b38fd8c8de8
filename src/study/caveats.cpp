// SPDX-License-Identifier: Apache-2.0
#include "study/caveats.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cutline/study/design.hpp"
#include "study/sentence.hpp"

namespace cutline {

namespace {

struct SaidCaveat {
  Caveat caveat;
  std::vector<std::string> names, details;
};

/// The names, each with its figure; what is said of all alike needs no names.
std::string whom(const SaidCaveat& said, std::size_t all) {
  const std::vector<std::string>& details = said.details;
  const bool alike = std::all_of(details.begin(), details.end(), [&](const auto& one) { return one == details[0]; });
  if (alike && details.size() == all) return details[0];
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < details.size(); ++i)
    texts.push_back(details[i].empty() ? said.names[i] : fmt::format("{} ({})", said.names[i], details[i]));
  return enumerated(texts);
}

std::vector<SaidCaveat> joined_caveats(const std::vector<Candidate>& candidates) {
  std::vector<SaidCaveat> all;
  for (const Candidate& candidate : candidates) {
    for (const Caveat& caveat : candidate.caveats) {
      const auto same = [&](const SaidCaveat& s) {
        return s.caveat.what == caveat.what && s.caveat.delay == caveat.delay;
      };
      auto said = std::find_if(all.begin(), all.end(), same);
      if (said == all.end()) said = all.insert(all.end(), {caveat, {}, {}});
      said->names.push_back(candidate.design->name);
      said->details.push_back(caveat.detail);
    }
  }
  return all;
}

}  // namespace

std::vector<std::pair<std::optional<std::size_t>, std::string>> caveats_said(const std::vector<Candidate>& candidates) {
  const auto built = static_cast<std::size_t>(std::count_if(
      candidates.begin(), candidates.end(), [](const Candidate& candidate) { return candidate.can_be_built(); }));
  std::vector<std::pair<std::optional<std::size_t>, std::string>> sentences;
  for (const SaidCaveat& said : joined_caveats(candidates)) {
    const std::string of = whom(said, built);
    sentences.emplace_back(said.caveat.delay, said.caveat.what + (of.empty() ? "" : ": " + of) + ".");
  }
  return sentences;
}

std::string energy_without_ports(const std::vector<Candidate>& candidates) {
  const Candidate* least = nullptr;
  const Candidate* most = nullptr;
  for (const Candidate& candidate : candidates) {
    const auto& given = candidate.design->router.energy_pj_per_bit;
    if (!given || !candidate.can_be_built()) continue;
    if (least != nullptr && *given != *least->design->router.energy_pj_per_bit) return {};
    if (least == nullptr || candidate.sites.router.ports < least->sites.router.ports) least = &candidate;
    if (most == nullptr || candidate.sites.router.ports > most->sites.router.ports) most = &candidate;
  }
  if (least == nullptr || least->sites.router.ports == most->sites.router.ports) return {};
  return fmt::format("Routers take the given {:.4g} pJ/bit whatever their ports: {:.4g} of {}, {:.4g} of {}.",
                     *least->design->router.energy_pj_per_bit, least->sites.router.ports, least->design->name,
                     most->sites.router.ports, most->design->name);
}

}  // namespace cutline
