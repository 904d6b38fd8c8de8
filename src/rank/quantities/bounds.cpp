// SPDX-License-Identifier: Apache-2.0
#include "measure/bounds.hpp"

#include "evaluate/budget.hpp"
#include "evaluate/traffic.hpp"
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

constexpr Symbol kLoad = {"load", "performance.peak_channel_load",
                          "messages over the busiest channel for each that a node offers; null: not counted"};

constexpr std::string_view kBoundWords[] = {"nearest neighbours", "all pairs", "diameter", "bisection",
                                            "boxes and terminals"};

std::string_view bound_word(BoundBy by) { return kBoundWords[static_cast<std::size_t>(by)]; }

/// The bounds by the diameter and by the busiest channel count on a way from every node to every other.
KnownOfGraph known_of(const UnderDelay& a) {
  KnownOfGraph known;
  if (const auto wires = bisection_wires(a.candidate)) known[GraphFact::bisection_wires] = wires->lower;
  if (!all_have_ways(a.candidate)) return known;
  const GraphMeasures* graph = graph_of(a);
  if (graph != nullptr && graph->distances)
    known[GraphFact::diameter_hops] = static_cast<double>(graph->distances->diameter_hops);
  if (const auto load = uniform_peak_load(a.study, a.candidate)) known[GraphFact::peak_channel_load] = *load;
  return known;
}

/// A figure of a layout and the key of its bound. Sums and products of lengths are real numbers in the record.
struct BoundedFigure {
  const char* key;
  Bounded what;
  bool whole;
  double built;
};

void put_bound(Data::Map& out, const BoundedFigure& figure, const LayoutBounds& bounds) {
  const std::string key = figure.key;
  const auto found = bounds.find(figure.what);
  Data value, by, ratio;
  if (found != bounds.end()) {
    const LowerBound& bound = found->second;
    value = figure.whole ? Data(static_cast<std::int64_t>(bound.value)) : Data(bound.value);
    by = std::string(bound_word(bound.by));
    if (bound.value > 0) ratio = figure.built / bound.value;
  }
  out.emplace_back(key, value);
  out.emplace_back(key + "_by", by);
  out.emplace_back(key + "_ratio", ratio);
}

/// The best published layout with the same wires and layers, and the ratio of this layout's area to its area.
void put_published(const UnderDelay& a, const LaidOut& laid_out, Data::Map& out) {
  const Family* family = find_family(a.candidate.design->family);
  const Topology& topology = a.candidate.network()->topology;
  std::optional<PublishedArea> published;
  const bool one_plane = laid_out.layout.wiring.grid[Axis::z] == 1;
  if (one_plane && family != nullptr && family->published_area != nullptr) published = family->published_area(topology);
  const double wide = static_cast<double>(laid_out.layout.wiring.kinds[0].wires) / laid_out.layout.rules.layer_pairs;
  const double area = published ? published->wires2 * wide * wide : 0;
  out.emplace_back("published_area_pitches2", published ? Data(area) : Data());
  out.emplace_back("published_area_ratio",
                   published ? Data(static_cast<double>(laid_out.measures.size.area_pitches2) / area) : Data());
  out.emplace_back("published_by", published ? Data(std::string(published->source)) : Data());
}

Data bounds_map(const UnderDelay& a) {
  if (layout_of(a) == nullptr) return {};
  const LaidOut& laid_out = *layout_of(a);
  const Measures& measures = laid_out.measures;
  const LayoutBounds bounds = layout_bounds(a.candidate.network()->topology, laid_out.layout, known_of(a));
  Data::Map out;
  const auto peak_wires = [&](Axis axis) { return static_cast<double>(measures.density[index(axis)].peak_wires); };
  for (const BoundedFigure& figure : {
           BoundedFigure{"longest_span", Bounded::longest_span, true, measures.length.longest_span.pitches()},
           {"total_span", Bounded::total_span, false, static_cast<double>(measures.length.total_span_halves) / 2},
           {"wires_over_columns", Bounded::wires_over_columns, true, peak_wires(Axis::x)},
           {"wires_over_rows", Bounded::wires_over_rows, true, peak_wires(Axis::y)},
           {"area_pitches2", Bounded::area, false, static_cast<double>(measures.size.area_pitches2)},
       })
    put_bound(out, figure, bounds);
  put_published(a, laid_out, out);
  return out;
}

Quantities bounds_of_spans() {
  return {derived(named_part("bounds.longest_span", Unit::node_pitches,
                             "no order of the nodes has a shorter longest link", "longest_span_lower_bound"),
                  {{"the larger of ceil(D / diameter), where two of all nodes stand at least D apart, and the distance "
                    "of as many nearest cells as the busiest node has neighbours",
                    "derived: a path of `diameter` links joins any two nodes",
                    {{"bound", "bounds.longest_span", "node pitches"},
                     {"by", "bounds.longest_span_by", "the argument that gives most"},
                     {"diameter", "graph.diameter_hops", "hops"},
                     {"built", "length.longest_span", "node pitches"},
                     {"ratio", "bounds.longest_span_ratio", ""}}}}),
          derived(named_part("bounds.total_span", Unit::node_pitches,
                             "no order of the nodes has a smaller sum of spans", "total_span_lower_bound"),
                  {{"the larger of half the distances of every node's nearest cells, as many as it has neighbours, and "
                    "S / (N load c): S sums the distances of all ordered pairs of nodes, whose messages the channels "
                    "carry; the widest link has channels of c channel widths",
                    "derived, after [Leighton 1992]",
                    {{"bound", "bounds.total_span", "node pitches"},
                     {"by", "bounds.total_span_by", "the argument that gives most"},
                     symbols::nodes,
                     kLoad,
                     {"built", "length.total_span", "node pitches"},
                     {"ratio", "bounds.total_span_ratio", ""}}}})};
}

Quantities bounds_of_wires() {
  return {
      derived(named_part("bounds.wires_over_columns", Unit::wires,
                         "wires that every layout has over some cut between columns", "wires_over_columns_lower_bound"),
              {{"the larger of B, where columns halve the nodes, and of 2 w m (N - m) / (N load): m nodes on one side, "
                "w wires to a channel width, the fewest of any channel",
                "derived, after [Leighton 1992]",
                {{"bound", "bounds.wires_over_columns", "wires"},
                 {"by", "bounds.wires_over_columns_by", "the argument that gives most"},
                 {"B", "graph.bisection_wires.lower", "wires that every balanced cut has"},
                 symbols::nodes,
                 kLoad}}}),
      derived(named_part("bounds.wires_over_rows", Unit::wires,
                         "wires that every layout has over some cut between rows", "wires_over_rows_lower_bound"),
              {{"as wires_over_columns_lower_bound, with rows",
                "derived, after [Leighton 1992]",
                {{"bound", "bounds.wires_over_rows", "wires"},
                 {"by", "bounds.wires_over_rows_by", "the argument that gives most"}}}})};
}

Quantities bounds_of_area() {
  return {
      derived(
          named_part("bounds.area_pitches2", Unit::wire_pitches2,
                     "no layout with these boxes, layers and wires takes less area", "area_lower_bound"),
          {{"the least width * height where tracks hold the wires over every cut and boxes the terminals of all links",
            "derived, after [Thompson 1980]",
            {{"bound", "bounds.area_pitches2", "square wire pitches"},
             {"by", "bounds.area_pitches2_by", "the argument that gives most"},
             {"x", "bounds.wires_over_columns", "wires that cross some cut between columns"},
             {"y", "bounds.wires_over_rows", "wires that cross some cut between rows"},
             {"pairs", facts::layer_pairs, "layer pairs that share them"},
             {"built", "layout.area_pitches2", "square wire pitches"},
             {"ratio", "bounds.area_pitches2_ratio", ""}}}}),
      named_part("bounds.area_pitches2_ratio", Unit::none, "how many times its lower bound the area is", "area_ratio"),
      derived(
          named_part("bounds.published_area_ratio", Unit::none,
                     "how many times the area of the best layout in print it is", "published_ratio"),
          {{"area / (A (w / p)^2), A the leading term of the best area in print, for links of w wires on p layer pairs",
            "the row of the family",
            {{"ratio", "bounds.published_area_ratio", ""},
             {"A (w / p)^2", "bounds.published_area_pitches2", "square wire pitches"},
             {"A", "bounds.published_by", ""},
             {"area", "layout.area_pitches2", "square wire pitches, node boxes included"}}}})};
}

}  // namespace

Quantities bounds_quantities() {
  const Quantity all = {"bounds", Unit::none,
                        "what no layout on this grid can fall below, and the best layout in print", bounds_map};
  Quantities of_cuts = joined({bounds_of_wires(), bounds_of_area()});
  for (Quantity& row : of_cuts) row.of_bisection = true;
  return joined({{of_bisection(all)}, bounds_of_spans(), of_cuts});
}

}  // namespace cutline
