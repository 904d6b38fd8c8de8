// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "app/command.hpp"
#include "app/option_values.hpp"
#include "app/picture.hpp"
#include "app/shared_options.hpp"
#include "cutline/base/format.hpp"
#include "cutline/output/figure/figure.hpp"

namespace cutline {

namespace {

/// What `plot` alone takes.
struct PlotChoice {
  std::string figure;
  double width_mm = 180;
  std::optional<double> height_mm;
};

/// The figures of the candidates that -c chooses.
std::vector<Figure> figures_of(const Options& options, const FigureKind& kind, Study& study) {
  const std::vector<std::size_t> chosen = chosen_candidates(options, study);
  std::optional<std::size_t> delay;
  if (!options.delay.empty()) delay = chosen_delay(options, study);
  std::vector<Candidate> all = kind.of_layouts ? laid_out(options, study) : evaluate(study, options.effort);
  std::vector<Candidate> candidates;
  for (const std::size_t each : chosen) candidates.push_back(std::move(all[each]));
  return kind.make({study, candidates, delay});
}

/// Removes figures that have nothing to show. Their reasons become notes, or an input error if no figure is left.
void take_empty_away(const Study& study, const FigureKind& kind, std::vector<Figure>& figures) {
  std::vector<std::string> reasons;
  std::string hint;
  for (const Figure& figure : figures) {
    if (!figure.series.empty()) continue;
    for (const std::string& note : figure.notes) {
      if (std::find(reasons.begin(), reasons.end(), note) == reasons.end()) reasons.push_back(note);
    }
    hint = figure.hint;
  }
  std::erase_if(figures, [](const Figure& figure) { return figure.series.empty(); });
  if (figures.empty())
    throw_input_error(fmt::format("{} has nothing for the figure '{}': {}", study.file, kind.name, join(reasons, "; ")),
                      hint);
  for (const std::string& reason : reasons) say("note: " + reason);
}

ExitCode run_plot(const Options& options, FileWriter& files) {
  expect_picture_file(options);
  const auto choice = own<PlotChoice>(options);
  const FigureKind& kind = figure_kind(choice.figure);
  Study study = load_study(options, options.specs.front());
  std::vector<Figure> figures = figures_of(options, kind, study);
  take_empty_away(study, kind, figures);
  deliver_picture(options, files, figures_svg(figures, choice.width_mm, choice.height_mm));
  return ExitCode::done;
}

std::vector<std::size_t> plotted_candidates(const Options& options, Study& study) {
  figure_kind(own<PlotChoice>(options).figure);
  return chosen_candidates(options, study);
}

void set_size_of_figure(Options& options, const std::string& option, const std::string& text) {
  auto& choice = own<PlotChoice>(options);
  std::tie(choice.width_mm, choice.height_mm) = picture_size(option, text);
}

CommandOptions plot_options() {
  std::vector<std::string_view> kinds;
  for (const FigureKind& kind : figure_kinds()) kinds.push_back(kind.name);
  return {required(option({"--what"}, "KIND", fmt::format("{}; see 'cutline list figures'", fmt::join(kinds, ", ")),
                          into(&PlotChoice::figure), {[](const TypedLine&) { return listed_values("figures"); }})),
          delay_option("under this delay model alone"),
          option({"--size"}, "W[xH]", "size in millimetres: 180 or 180x120; papers' columns are often 88",
                 set_size_of_figure)};
}

}  // namespace

Command plot_command() {
  return {
      .name = "plot",
      .summary =
          "draw a figure of a study as SVG, PDF or PNG: profiles, lengths, latencies, loads, the Pareto front, delays",
      .options = joined({one_spec(), {any_candidate()}, plot_options(), {output_option()}, work_options()}),
      .run = run_plot,
      .candidates = plotted_candidates,
      .writes_own_file = true};
}

}  // namespace cutline
