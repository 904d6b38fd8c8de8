// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/laid_out.hpp"
#include "output/figure/figures.hpp"

namespace cutline::figure {

namespace {

constexpr double kWideLengths = 32;  ///< ratio of the longest to the shortest length that takes logarithmic bins
constexpr double kWideCounts = 64;   ///< ratio of the numbers of links in bins that takes a logarithmic axis
constexpr double kMostBins = 32;
constexpr int kFine = 10, kCoarse = 5;  ///< number of logarithmic bins in a decade
constexpr double kMmOfNm = 1e-6, kSameLength = 1e-9;

/// Calls visit(length, number of links) for the longest wire of each kind of link; lengths are in mm or in wire
/// pitches.
void for_each_length(const Candidate& candidate, bool metres, FunctionRef<void(double, std::uint64_t)> visit) {
  const CellSize cell = cell_size(candidate.laid_out()->layout.rules);
  for_each_link_place(candidate.laid_out()->layout, [&](const LinkPlace& place, std::uint64_t links) {
    const LinkGeometry link = link_geometry(candidate.laid_out()->layout, place);
    const WireRun run{link.cells_x, link.cells_y, link.cells_z};
    visit(metres ? cell.length(run) * kMmOfNm : static_cast<double>(run.cells()), links);
  });
}

struct Bins {
  std::vector<double> edges;  ///< the first at or below the shortest length, the last above the longest
  std::string width;          ///< "of 0.05 mm"
};

/// Bins with the edges `edge(number)` of whole numbers, from the one below number `low` on.
Bins bins_around(double least, double most, double low, std::string width, FunctionRef<double(double)> edge) {
  double number = std::floor(low);
  // Rounding may put an edge above the length that it should hold.
  if (edge(number) > least) number -= 1;
  Bins bins{{edge(number)}, std::move(width)};
  while (bins.edges.back() <= most) bins.edges.push_back(edge(++number));
  return bins;
}

Bins equal_ratios(double least, double most, int a_decade) {
  return bins_around(least, most, std::log10(least) * a_decade,
                     a_decade == kFine ? "of a tenth of a decade" : "of a fifth of a decade",
                     [&](double number) { return std::pow(10, number / a_decade); });
}

Bins equal_widths(double least, double most, bool metres) {
  // Lengths that differ only by rounding count as equal.
  const double range = most - least > kSameLength * most ? most - least : 0.2 * most;
  const double width = std::max(metres ? 0.0 : 1.0, svg::nice_above(range / kMostBins));
  const char* unit = metres ? "mm" : width == 1 ? "wire pitch" : "wire pitches";
  return bins_around(least, most, least / width, fmt::format("of {} {}", text::short_text(width), unit),
                     [&](double number) { return number * width; });
}

FigureSeries histogram(const Candidate& candidate, bool metres, const std::vector<double>& edges) {
  std::vector<std::uint64_t> counts(edges.size(), 0);
  for_each_length(candidate, metres, [&](double length, std::uint64_t links) {
    counts[static_cast<std::size_t>(std::ranges::upper_bound(edges, length) - edges.begin()) - 1] += links;
  });
  FigureSeries series{candidate.design->name, SeriesStyle::bars, {}, {}, {}};
  const auto is_filled = [](std::uint64_t count) { return count > 0; };
  const auto first = std::ranges::find_if(counts, is_filled);
  const auto end = std::find_if(counts.rbegin(), counts.rend(), is_filled).base();
  for (auto count = first; count < end; ++count)
    series.add(edges[static_cast<std::size_t>(count - counts.begin())], static_cast<double>(*count));
  if (!series.xs.empty()) series.add(edges[static_cast<std::size_t>(end - counts.begin())], 0);
  return series;
}

bool counts_are_spread(const std::vector<FigureSeries>& all) {
  std::vector<double> counts;
  for (const FigureSeries& series : all)
    std::ranges::copy_if(series.ys, std::back_inserter(counts), [](double count) { return count > 0; });
  return spread(counts, kWideCounts);
}

std::vector<Figure> make_lengths(const FigureInput& input) {
  Figure figure = {"lengths", "Links by the length of their longest wire"};
  const std::vector<const Candidate*> candidates = with_layouts(input, figure.notes);
  const bool metres =
      std::ranges::none_of(candidates, [](const Candidate* each) { return each->laid_out()->layout.rules.unit; });
  double least = INFINITY, most = 0;
  for (const Candidate* candidate : candidates) {
    for_each_length(*candidate, metres, [&](double length, std::uint64_t) {
      least = std::min(least, length);
      most = std::max(most, length);
    });
  }
  if (most <= 0) {
    if (candidates.empty()) figure.hint = needs_layout(input.candidates);
    if (!candidates.empty()) figure.notes.emplace_back("no candidate has a link");
    return {figure};
  }
  const bool wide = spread({least, most}, kWideLengths);
  const Bins bins =
      wide ? equal_ratios(least, most, metres || least >= kFine ? kFine : kCoarse) : equal_widths(least, most, metres);
  figure.x = {"length of the wire", wide, false, !metres, metres ? "mm" : "wire pitches"};
  for (const Candidate* candidate : candidates) {
    FigureSeries series = histogram(*candidate, metres, bins.edges);
    if (series.xs.empty()) {
      figure.notes.push_back("without links: " + candidate->design->name);
    } else {
      figure.series.push_back(std::move(series));
    }
  }
  figure.y = {fmt::format("links, in bins {}", bins.width), wide && counts_are_spread(figure.series), true, true};
  return {figure};
}

}  // namespace

FigureKind lengths_figure() {
  return {"lengths", "links by the length of their longest wire, as a histogram", make_lengths, true};
}

}  // namespace cutline::figure
