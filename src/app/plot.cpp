// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "app/commands.hpp"
#include "app/session.hpp"
#include "cutline/base/format.hpp"
#include "cutline/output/figure/figure.hpp"

namespace cutline {

namespace {

constexpr double kDefaultWidthMm = 180;

/// The figures of those candidates that -c leaves.
std::vector<Figure> figures_of(const Options& options, const FigureKind& kind, Study& study) {
  const std::vector<std::size_t> chosen = chosen_candidates(options, study);
  std::optional<std::size_t> delay;
  if (!options.delay.empty()) delay = chosen_delay(options, study);
  std::vector<Candidate> all = kind.of_layouts ? laid_out(options, study) : evaluate(study, options.effort, false);
  std::vector<Candidate> candidates;
  for (const std::size_t each : chosen) candidates.push_back(std::move(all[each]));
  return kind.make({study, candidates, delay});
}

/// Of figures with nothing to show the reasons are an error where there is no other, else notes.
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

}  // namespace

ExitCode run_plot(const Options& options, FileWriter& files) {
  expect_svg_file(options);
  const FigureKind& kind = figure_kind(options.figure);
  Study study = load_study(options, options.specs.front());
  std::vector<Figure> figures = figures_of(options, kind, study);
  take_empty_away(study, kind, figures);
  deliver(options, files, figures_svg(figures, options.width_mm.value_or(kDefaultWidthMm), options.height_mm));
  return ExitCode::done;
}

}  // namespace cutline
