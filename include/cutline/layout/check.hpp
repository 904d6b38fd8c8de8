// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/layout/shapes.hpp"

/// Proves a layout from its shapes alone, and adds up the numbers that they show.
///
///     CheckResult result = check(layout, topology, placement);
///     for (const Violation& fault : result.violations) print(fault.rule, fault.message);
///     if (result.passed()) print(result.wires, result.shown.tracks[0]);     // counted anew: for the record's numbers
///
/// Guaranteed: it shares no code with the router, the measures or what places tiles, so that a fault of these shows;
/// and what it says of one line holds for all lines of the pattern. Not proved: what docs/design.md lists under
/// `check`, as pins, ports and overflow. The other way, to look at each wire by itself, took minutes for links of some
/// thousand wires; now the first and the last of those side by side prove the others.
namespace cutline {

/// One broken rule, in words with places: "row 3, layer 0, y 17: wires of ... and ... touch at x 12".
struct Violation {
  std::string rule;  ///< one word: spacing, open, short, via, terminal, box, channel, facing, plane, pillar, die,
                     ///< blocked, connectivity, joint, place, tile; of numbers: length, span, cut, tracks, layers,
                     ///< size, width
  std::string message;
};

/// Links and wires over the cuts of an axis. Entry c - 1 is cut c, between positions c - 1 and c.
struct ShownCuts {
  std::vector<std::int64_t> links, wires;      ///< of all lines together
  std::vector<std::int64_t> links_of_densest;  ///< of the first line with the most links over a cut
  std::int64_t most_wires_of_line = 0;         ///< over a cut of one line
};

/// The links of one class: how many, and their spans.
struct ShownClass {
  std::uint64_t links = 0;
  Span longest_span;
  Int128 total_halves = 0;  ///< in half node pitches
};

/// Numbers that the shapes of a layout show. No measure had a part in them, so that measures can be compared with them.
/// Wires without room count with the tracks that they would take, in lengths and over cuts alone.
struct ShownNumbers {
  std::array<ShownCuts, 3> cuts;
  std::array<std::int64_t, 3> tracks{};  ///< up to the last one of the fullest routing channel; of the fullest pillar
  std::array<Int128, 3> cells{};         ///< of all wires together along x, y, z
  WireRun longest;                       ///< the physically longest wire, without the stubs of taps
  std::array<Cell, 2> longest_ends{};    ///< of its link; of equally long wires the first
  std::vector<ShownClass> classes;
  std::vector<std::uint64_t> wires_on_layers;
};

/// How many violations are kept in words.
inline constexpr std::size_t kKeptViolations = 20;

/// The extent of a check and its findings. `violations` holds at most the first kKeptViolations; `violation_count`
/// counts all.
struct CheckResult {
  std::uint64_t violation_count = 0;
  std::vector<Violation> violations;
  std::uint64_t patterns = 0;  ///< distinct patterns checked shape by shape
  std::uint64_t wires = 0;     ///< wires of the machine that these patterns stand for
  std::uint64_t links = 0;     ///< links compared with the topology
  bool every_link = true;      ///< false: the network has more links than the effort, so only one line of each pattern
                               ///< was compared
  ShownNumbers shown;
  bool passed() const { return violation_count == 0; }
  /// Adds a finding of a later comparison.
  void add(Violation violation);
};

/// Proves a layout: no two wires touch on a layer, within each pattern and where patterns meet, and every wire joins
/// exactly the two terminals it should. It reads the shapes afresh and shares nothing with the router, so that an error
/// there cannot hide here.
///
/// In given places each wire must either have shapes that keep all rules, stay on the die and meet no blocked cell, or
/// stand among the unrouted wires.
///
/// It also proves places and sizes: every slot begins where the one before it ends, is as wide as its nodes, terminals
/// and tracks need, and has no more tracks than they need; every site has a cell of its own, and in given places stands
/// where the user put it, on the die and upon no other tile.
///
/// Returns the broken rules that it finds. Wires that lie side by side are proved together, by the first and the
/// last of them. Cost: O(s log s) in the shapes s of such bundles in distinct patterns, O(bundles of joints), and one
/// visit of every link if there are at most `effort` links. The onlooker learns how many patterns are done; it
/// cannot stop the check.
CheckResult check(const Layout& layout, const Topology& topology, const Placement& placement,
                  std::uint64_t effort = 2'000'000'000, Watch* onlooker = nullptr);

/// Upper estimate of the memory that check() takes beside the layout, in bytes: the shapes of the fullest patterns, one
/// for each thread, and the links and bent parts of all. Wires side by side take the memory of one. Cost: O(units of
/// wires of distinct patterns).
double check_memory(const Layout& layout);
/// The same before there is a layout: `units` of wires side by side in the patterns that are checked at once, of links
/// without taps, and `parts` of links in all patterns.
double check_memory(const LayoutRules& rules, double units, double parts);

/// The part of the check that looks at one line's shapes: rules and connectivity. For tests that move a wire, a via or
/// a terminal by hand. `bundles`: how many wires lie side by side, from the first on, as wires_side_by_side() says; the
/// others are looked at one by one.
std::vector<Violation> check_shapes(const Layout& layout, Axis axis, std::uint32_t line,
                                    const std::vector<WireShapes>& shapes,
                                    const std::vector<std::uint32_t>& bundles = {});

}  // namespace cutline
