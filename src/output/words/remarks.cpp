// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cutline/output/words/words.hpp"
#include "output/text/number.hpp"
#include "output/words/phrases.hpp"
#include "rank/scoring.hpp"

namespace cutline {

namespace {

/// The remark on placements whose search was interrupted; empty if none was.
std::string interrupted_placements(const std::vector<Candidate>& candidates) {
  std::vector<std::string_view> names;
  for (const Candidate& candidate : candidates) {
    if (!candidate.placement()) continue;
    const std::vector<Arranged>& arranged = candidate.placement()->arranged;
    if (std::any_of(arranged.begin(), arranged.end(), [](const Arranged& each) { return each.interrupted; }))
      names.push_back(candidate.design->name);
  }
  if (names.empty()) return "";
  return fmt::format("Interrupted: the best placement found so far stands for {}.", fmt::join(names, ", "));
}

/// The remark on energies that lack a part, so that they cannot be compared with others.
std::string partial_energies(const std::vector<Candidate>& candidates, std::size_t delay) {
  std::vector<std::string> wires, routers, edges;
  for (const Candidate& candidate : candidates) {
    if (delay >= candidate.latency.timings.size() || !candidate.latency.timings[delay].energy.total_pj()) continue;
    const EnergyPerBit& energy = candidate.latency.timings[delay].energy;
    const std::string& name = candidate.design->name;
    if (!energy.pj(EnergyPart::wires)) wires.push_back(name);
    if (!energy.pj(EnergyPart::routers)) routers.push_back(name);
    if (!energy.pj(EnergyPart::edges) && !candidate.design->packages.empty()) edges.push_back(name);
  }
  std::vector<std::string> lacks;
  if (!wires.empty()) lacks.push_back("wires of " + enumerated(wires));
  if (!routers.empty()) lacks.push_back("routers of " + enumerated(routers));
  if (!edges.empty()) lacks.push_back("the edges of the packages of " + enumerated(edges));
  return lacks.empty() ? "" : fmt::format("Energies are partial: without {}.", fmt::join(lacks, ", without "));
}

/// A caveat, and the candidates that it applies to.
struct SaidCaveat {
  std::string what;
  std::size_t delay = kEveryDelay;
  std::vector<std::string> names, figures;
};

/// The names, each with its figure. If the caveat applies to all candidates with one figure, the figure alone.
std::string whom(const SaidCaveat& said, std::size_t all) {
  const std::vector<std::string>& figures = said.figures;
  const bool alike = std::all_of(figures.begin(), figures.end(), [&](const auto& one) { return one == figures[0]; });
  if (alike && figures.size() == all) return figures[0];
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < figures.size(); ++i)
    texts.push_back(figures[i].empty() ? said.names[i] : fmt::format("{} ({})", said.names[i], figures[i]));
  return enumerated(texts);
}

/// The caveats to tell under one delay model; those that apply under every model are told under the first. Equal
/// caveats of several candidates are joined.
std::vector<SaidCaveat> joined_caveats(const std::vector<Candidate>& candidates, std::size_t delay, bool warnings) {
  std::vector<SaidCaveat> all;
  for (const Candidate& candidate : candidates) {
    for (const Note& note : candidate.notes) {
      if ((note.delay == kEveryDelay ? 0 : note.delay) != delay) continue;
      std::optional<CaveatText> text = caveat_text(note);
      if (!text || text->is_warning != warnings) continue;
      const auto same = [&](const SaidCaveat& said) { return said.what == text->what && said.delay == note.delay; };
      auto said = std::find_if(all.begin(), all.end(), same);
      if (said == all.end()) said = all.insert(all.end(), {std::move(text->what), note.delay, {}, {}});
      said->names.push_back(candidate.design->name);
      said->figures.push_back(std::move(text->figure));
    }
  }
  return all;
}

void add_caveats(const std::vector<Candidate>& candidates, std::size_t delay, bool warnings,
                 std::vector<std::string>& remarks) {
  const auto built = static_cast<std::size_t>(std::count_if(
      candidates.begin(), candidates.end(), [](const Candidate& candidate) { return candidate.can_be_built(); }));
  for (const SaidCaveat& said : joined_caveats(candidates, delay, warnings)) {
    const std::string of = whom(said, built);
    remarks.push_back(said.what + (of.empty() ? "" : ": " + of) + ".");
  }
}

/// The remark that all routers have the same given energy although their ports differ; empty if this is not so.
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

bool routers_by_default(const Study& study, const std::vector<Candidate>& candidates) {
  const bool by_latency = ranks_by_latency_alone(study);
  return by_latency && !study.counts_tau() &&
         std::any_of(candidates.begin(), candidates.end(), [](const Candidate& c) { return !c.design->router.given; });
}

}  // namespace

std::vector<std::string> warnings(const std::vector<Candidate>& candidates) {
  std::vector<std::string> all;
  add_caveats(candidates, 0, true, all);
  return all;
}

std::vector<std::string> remarks(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking,
                                 std::size_t delay) {
  std::vector<std::string> all;
  const auto add = [&](std::string remark) {
    if (!remark.empty()) all.push_back(std::move(remark));
  };
  if (ranking.per_terminal) {
    add("The candidates have different numbers of terminals: area and total length are ranked per terminal, the rest "
        "as it is.");
  }
  add(interrupted_placements(candidates));
  add(partial_energies(candidates, delay));
  for (const Candidate& candidate : candidates) {
    for (const Note& note : candidate.notes) {
      if (note.kind == NoteKind::no_contention) add(fmt::format("{}: {}.", candidate.design->name, note_text(note)));
    }
  }
  add_caveats(candidates, delay, false, all);
  if (delay == 0) add(energy_without_ports(candidates));
  if (routers_by_default(study, candidates))
    add("Warning: router delays are 0 by default, so hops cost their wires alone; give `router: {delay: ...}`.");
  return all;
}

std::string remark_on_closed_forms(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking,
                                   const FormalWinner& winner) {
  const Candidate& best = candidates[winner.candidate];
  std::vector<std::string> reasons, rounded;
  if (!best.can_be_built()) reasons.push_back("it cannot be built, as " + best.why_not());
  if (winner.stretch > 1 + 1e-9) {
    reasons.push_back(fmt::format("placed wires are up to {} times as long as the closed form{}",
                                  rounded_text(winner.stretch),
                                  winner.stretch == 2 ? ", since folding a ring doubles them" : ""));
  }
  for (const Candidate& candidate : candidates) {
    if (!candidate.latency.unrounded.empty()) rounded.push_back(candidate.design->name);
  }
  if (!rounded.empty()) reasons.push_back("bits and cycles are rounded to whole ones in " + enumerated(rounded));
  const std::string unit = time_unit(study);
  const std::string shown = words::RankedUnits(study, candidates, ranking).of(unit);
  return fmt::format(
      "By closed forms alone (any real radix and width, wires k^(n/2-1) node pitches long) {} would win with {} "
      "{}{}{}.",
      best.design->name, rounded_text(text::rescaled(in_ns(winner.latency), unit, shown)), shown,
      reasons.empty() ? "" : "; in layouts ", fmt::join(reasons, "; "));
}

}  // namespace cutline
