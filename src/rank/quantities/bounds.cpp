// SPDX-License-Identifier: Apache-2.0
#include "cutline/measure/bounds.hpp"

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/traffic.hpp"
#include "cutline/topology/family.hpp"
#include "evaluate/held.hpp"
#include "evaluate/ways.hpp"
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

constexpr std::string_view kBoundWords[] = {"nearest neighbours", "all pairs", "diameter", "bisection",
                                            "boxes and terminals"};

std::string_view bound_word(BoundBy by) { return kBoundWords[static_cast<std::size_t>(by)]; }

/// The bounds by the diameter and by the busiest channel count on a way from every node to every other.
KnownOfGraph known_of(const Asked& a) {
  KnownOfGraph known;
  if (const auto wires = bisection_wires(a.study, a.candidate)) known[GraphFact::bisection_wires] = wires->lower;
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
void put_published(const Asked& a, const LaidOut& laid_out, Data::Map& out) {
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

Data bounds_map(const Asked& a) {
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

}  // namespace

Quantities bounds_quantities() {
  return {
      {"bounds", Unit::none, "what no layout on this grid can fall below, and the best layout in print", bounds_map},
      named_part("bounds.longest_span", Unit::node_pitches, "no order of the nodes has a shorter longest link",
                 "longest_span_lower_bound"),
      named_part("bounds.total_span", Unit::node_pitches, "no order of the nodes has a smaller sum of spans",
                 "total_span_lower_bound"),
      named_part("bounds.wires_over_columns", Unit::wires, "wires that every layout has over some cut between columns",
                 "wires_over_columns_lower_bound"),
      named_part("bounds.wires_over_rows", Unit::wires, "wires that every layout has over some cut between rows",
                 "wires_over_rows_lower_bound"),
      named_part("bounds.area_pitches2", Unit::wire_pitches2,
                 "no layout with these boxes, layers and wires takes less area", "area_lower_bound"),
      named_part("bounds.area_pitches2_ratio", Unit::none, "how many times its lower bound the area is", "area_ratio"),
      named_part("bounds.published_area_ratio", Unit::none, "how many times the area of the best layout in print it is",
                 "published_ratio")};
}

}  // namespace cutline
