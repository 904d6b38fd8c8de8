// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/laid_out.hpp"
#include "output/figure/figures.hpp"

namespace cutline::figure {

namespace {

struct AxisWords {
  Axis axis;
  const char* positions;
  const char* lines;
};
constexpr AxisWords kWords[] = {
    {Axis::x, "columns", "rows"}, {Axis::y, "rows", "columns"}, {Axis::z, "planes", "pillars"}};

std::uint32_t slots(const Candidate& candidate, Axis axis) { return candidate.laid_out()->layout.lines(axis).slots; }

/// The number of neighbouring cuts that share a point; above 1 if there are too many cuts.
std::size_t cuts_a_point(std::size_t cuts) { return (cuts + kMostPoints - 1) / kMostPoints; }

/// The density profile of a candidate. Cut c is shown from c - 1/2 to c + 1/2, times `scale`.
FigureSeries profile_series_of(const Candidate& candidate, Axis axis, bool wires, double scale) {
  const Profile profile = machine_profile(candidate.laid_out()->layout, axis);
  const std::vector<std::int64_t>& counts = wires ? profile.wires : profile.links;
  const std::size_t together = cuts_a_point(counts.size());
  FigureSeries series{candidate.design->name, SeriesStyle::steps, {}, {}, {}};
  for (std::size_t first = 0; first < counts.size(); first += together) {
    const auto begin = counts.begin() + static_cast<std::ptrdiff_t>(first);
    const std::size_t last = std::min(counts.size(), first + together);
    series.add((static_cast<double>(first) + 0.5) * scale,
               static_cast<double>(*std::max_element(begin, begin + static_cast<std::ptrdiff_t>(last - first))));
  }
  if (!counts.empty()) series.add((static_cast<double>(counts.size()) + 0.5) * scale, series.ys.back());
  return series;
}

/// Whether the figure shows wires: if the study holds wires equal, they are compared, else links.
bool counts_wires(const Study& study) {
  const Resource held = study.hold.resource;
  return held == Resource::bisection || held == Resource::pins || held == Resource::peak_density;
}

Figure axis_figure(const AxisWords& words, bool wires, const std::vector<const Candidate*>& candidates,
                   std::vector<std::string> notes) {
  Figure figure = {fmt::format("profile-{}", letter(words.axis)),
                   fmt::format("{} over each cut between {}", wires ? "Wires" : "Links", words.positions)};
  const auto alike = [&](const Candidate* each) {
    return slots(*each, words.axis) == slots(*candidates.front(), words.axis);
  };
  const bool same = std::ranges::all_of(candidates, alike);
  figure.x = {same ? fmt::format("cut c, between {} c - 1 and c", words.positions)
                   : fmt::format("place of the cut, as a fraction of the {}", words.positions),
              false, !same, same};
  figure.y = {fmt::format("{} over the cut, all {} together", wires ? "wires" : "links", words.lines), false, true,
              true};
  figure.notes = std::move(notes);
  CandidateNotes said;
  for (const Candidate* candidate : candidates) {
    const std::uint32_t positions = slots(*candidate, words.axis);
    if (positions < 2) {
      said.add(*candidate, fmt::format("no cut between {}", words.positions));
      continue;
    }
    figure.series.push_back(profile_series_of(*candidate, words.axis, wires, same ? 1 : 1.0 / positions));
    if (const std::size_t together = cuts_a_point(positions - 1); together > 1)
      said.add(*candidate, fmt::format("each step is the densest of {} neighbouring cuts", together));
  }
  said.move_to(figure.notes, candidates.size());
  return figure;
}

std::vector<Figure> make_profile(const FigureInput& input) {
  std::vector<std::string> notes;
  const std::vector<const Candidate*> candidates = with_layouts(input, notes);
  std::vector<Figure> figures;
  for (const AxisWords& words : kWords) {
    const bool cut =
        std::ranges::any_of(candidates, [&](const Candidate* each) { return slots(*each, words.axis) > 1; });
    if (cut) figures.push_back(axis_figure(words, counts_wires(input.study), candidates, notes));
  }
  if (!figures.empty()) return figures;
  if (!candidates.empty()) notes.emplace_back("every node stands in the same cell: there is no cut");
  return {Figure{.id = "profile",
                 .title = "Links over each cut",
                 .notes = std::move(notes),
                 .hint = candidates.empty() ? needs_layout(input.candidates) : std::string()}};
}

}  // namespace

FigureKind profile_figure() {
  return {"profile",
          "links, or wires where these are held, over each cut between columns, rows and planes, all lines together",
          make_profile, true};
}

}  // namespace cutline::figure
