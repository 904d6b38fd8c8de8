// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "output/export/boards/board_files.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

/// The least distance that the rules allow anywhere: the project's own; rules add the others.
board::Nanometres least_distance(const board::TrackRules& rules) {
  return rules.pairs ? std::min({rules.gap, rules.pair_space, rules.clearance})
                     : std::min(rules.space, rules.clearance);
}

/// The wires of a link differ by `match` at most: each is at most as much shorter than the longest. Of pairs, KiCad
/// holds the length of each line against the mean of both. It adds the heights of vias to lengths: links with vias have
/// no rules.
void match_rules(const NamedBoard& board, std::string& out) {
  const board::TrackRules& rules = board.board.rules;
  const auto rule = [&](std::string_view name, const std::string& nets, const std::string& constraint) {
    append(out, "(rule \"{} {}\"\n  (condition \"A.NetName == '{}'\")\n  (constraint {}))\n", name, nets, nets,
           constraint);
  };
  const std::vector<board::Nanometres> lengths = lengths_of_nets(board.routed);
  std::vector<board::Nanometres> longest(board.board.links.size());
  for (std::size_t net = 0; net < lengths.size(); ++net) {
    board::Nanometres& most = longest[board.routed.nets[net].link];
    most = std::max(most, lengths[net]);
  }
  for (const board::BoardVia& via : board.routed.vias) longest[board.routed.nets[via.net].link] = 0;
  for (std::size_t number = 0; number < longest.size(); ++number) {
    const board::BoardLink& link = board.board.links[number];
    if (longest[number] == 0) continue;
    if (rules.match && (link.wires > 1 || rules.pairs))
      rule("link", fmt::format("L{}_*", link.link),
           fmt::format("length (min {}mm) (max {}mm)",
                       mm_text(std::max<board::Nanometres>(0, longest[number] - *rules.match)),
                       mm_text(longest[number])));
    for (std::uint32_t pair = 0; rules.pairs && rules.match_in_pairs && pair < link.wires; ++pair)
      rule("pair", fmt::format("L{}_{}_*", link.link, pair),
           fmt::format("skew (max {}mm)", mm_text(*rules.match_in_pairs)));
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
