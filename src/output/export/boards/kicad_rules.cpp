// SPDX-License-Identifier: Apache-2.0
#include "output/export/boards/kicad_rules.hpp"

#include <algorithm>

#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

/// The least distance that the rules allow anywhere: the project's own; rules add the others.
board::Nanometres least_distance(const board::TrackRules& rules) {
  return rules.pairs ? std::min({rules.gap, rules.pair_space, rules.clearance})
                     : std::min(rules.space, rules.clearance);
}

constexpr board::Nanometres kMostAdded = 2'100'000'000;

/// KiCad takes one rule of skew for a net, and holds its length against the mean of all nets of the rule, whose pins it
/// takes for two: links have the rule where both are asked, and buses have none. It adds lengths up in 32 bits of
/// nanometres, and the heights of vias to them: links past that, or with vias, have none either.
void match_rules(const NamedBoard& board, std::string& out) {
  const board::TrackRules& rules = board.board.rules;
  const auto rule = [&](std::string_view name, const std::string& nets, board::Nanometres most) {
    append(out, "(rule \"{} {}\"\n  (condition \"A.NetName == '{}'\")\n  (constraint skew (max {}mm)))\n", name, nets,
           nets, mm_text(most));
  };
  const std::vector<board::Nanometres> lengths = lengths_of_nets(board.routed);
  std::vector<board::Nanometres> of_link(board.board.links.size());
  for (std::size_t net = 0; net < lengths.size(); ++net) of_link[board.routed.nets[net].link] += lengths[net];
  for (const board::BoardVia& via : board.routed.vias) of_link[board.routed.nets[via.net].link] = kMostAdded;
  for (std::size_t number = 0; number < of_link.size(); ++number) {
    const board::BoardLink& link = board.board.links[number];
    if (link.slots.size() > 2 || of_link[number] >= kMostAdded) continue;
    if (rules.match && (link.wires > 1 || rules.pairs)) rule("link", fmt::format("L{}_*", link.link), *rules.match);
    if (rules.match || !rules.pairs || !rules.match_in_pairs) continue;
    for (std::uint32_t pair = 0; pair < link.wires; ++pair)
      rule("pair", fmt::format("L{}_{}_*", link.link, pair), *rules.match_in_pairs);
  }
}

}  // namespace

std::string kicad_project(const board::TrackRules& rules) {
  const std::string least = mm_text(least_distance(rules)), width = mm_text(rules.width);
  constexpr board::Nanometres kUsualPad = 600'000, kUsualDrill = 300'000;
  const board::Nanometres pad = rules.via_pad > 0 ? rules.via_pad : kUsualPad;
  const board::Nanometres drill = rules.via_pad > 0 ? rules.via_drill : kUsualDrill;
  return fmt::format(R"({{
  "board": {{"design_settings": {{"rules": {{
    "min_clearance": {0}, "min_track_width": {1}, "min_copper_edge_clearance": {2},
    "min_hole_clearance": 0.0, "min_hole_to_hole": 0.0, "min_via_diameter": {4}, "min_through_hole_diameter": {5},
    "min_via_annular_width": {6}}}}}}},
  "meta": {{"version": 1}},
  "net_settings": {{"classes": [{{"name": "Default", "clearance": {0}, "track_width": {1},
    "diff_pair_gap": {3}, "diff_pair_width": {1}, "via_diameter": {4}, "via_drill": {5}}}],
    "meta": {{"version": 2}}}}
}}
)",
                     least, width, mm_text(rules.edge), rules.pairs ? mm_text(rules.gap) : least, mm_text(pad),
                     mm_text(drill), mm_text((pad - drill) / 2));
}

std::string kicad_rules(const NamedBoard& board) {
  const board::TrackRules& rules = board.board.rules;
  std::string out = "(version 1)\n";
  append(out, "(rule \"tracks\"\n  (condition \"A.Type == 'Track' && B.Type == 'Track'{}\")\n",
         rules.pairs ? " && !AB.isCoupledDiffPair()" : "");
  append(out, "  (constraint clearance (min {}mm)))\n", mm_text(rules.pairs ? rules.pair_space : rules.space));
  append(out,
         "(rule \"pads\"\n  (condition \"A.Type == 'Pad' || B.Type == 'Pad'\")\n  (constraint clearance (min {}mm)))\n",
         mm_text(rules.clearance));
  match_rules(board, out);
  return out;
}

}  // namespace cutline::exporting
