// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>

#include "app/command.hpp"
#include "app/option_values.hpp"
#include "app/picture.hpp"
#include "app/shared_options.hpp"
#include "cutline/base/format.hpp"
#include "cutline/output/figure/figure.hpp"
#include "cutline/output/figure/quantity_figure.hpp"

namespace cutline {

namespace {

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (const FigureKind& kind : figure_kinds()) names.push_back(kind.name);
  return names;
}

/// What `plot` alone takes.
struct PlotChoice {
  std::string figure;  ///< empty: the axes tell
  QuantityAxes axes;
  FigurePage page;
};

/// What makes the figure that is asked for.
struct Maker {
  std::string name;
  bool of_layouts = false;
  std::function<std::vector<Figure>(const FigureInput&)> make;
};

/// Throws an input error unless the line names a kind of figure or two axes.
Maker maker_of(const PlotChoice& choice) {
  const QuantityAxes& axes = choice.axes;
  if (!choice.figure.empty()) {
    if (!axes.x.empty() || !axes.y.empty())
      throw_input_error("--what names a figure, and --x and --y make one of their own", "give the one or the other");
    const FigureKind& kind = figure_kind(choice.figure);
    return {std::string(kind.name), kind.of_layouts, kind.make};
  }
  if (axes.x.empty() || axes.y.empty())
    throw_input_error("plot needs a figure: --what KIND, or --x KEY and --y QUANTITY",
                      fmt::format("KIND is {}; for axes see 'cutline list quantities'", either(kind_names())));
  return {fmt::format("{} by {}", axes.y, axes.x), false,
          [axes](const FigureInput& input) { return quantity_figures(input, axes); }};
}

/// The figures of the candidates that -c chooses.
std::vector<Figure> figures_of(const Options& options, const Maker& maker, Study& study) {
  const std::vector<std::size_t> chosen = chosen_candidates(options, study);
  std::optional<std::size_t> delay;
  if (!options.delay.empty()) delay = chosen_delay(options, study);
  std::vector<Candidate> all = maker.of_layouts ? laid_out(options, study) : evaluate(study, options.effort);
  std::vector<Candidate> candidates;
  for (const std::size_t each : chosen) candidates.push_back(std::move(all[each]));
  return maker.make({study, candidates, delay});
}

/// Removes figures that have nothing to show. Their reasons become notes, or an input error if no figure is left.
void take_empty_away(const Study& study, const std::string& name, std::vector<Figure>& figures) {
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
    throw_input_error(fmt::format("{} has nothing for the figure '{}': {}", study.file, name, join(reasons, "; ")),
                      hint);
  for (const std::string& reason : reasons) say("note: " + reason);
}

/// The figures of all specs of the line; of several specs one.
std::vector<Figure> figures_of_specs(const Options& options, const Maker& maker) {
  std::vector<std::vector<Figure>> all;
  std::vector<std::string> names;
  for (const std::string& spec : options.specs) {
    Study study = load_study(options, spec);
    all.push_back(figures_of(options, maker, study));
    take_empty_away(study, maker.name, all.back());
    names.push_back(std::filesystem::path(spec).stem().string());
  }
  return all.size() == 1 ? std::move(all.front()) : joined_figures(std::move(all), names);
}

ExitCode run_plot(const Options& options, FileWriter& files) {
  if (options.format != Format::csv) expect_picture_file(options);
  const auto choice = own<PlotChoice>(options);
  const Maker maker = maker_of(choice);
  if (options.specs.size() > 1 && !choice.figure.empty())
    throw_input_error("--what draws the figure of one spec", "several specs share a figure of --x and --y");
  const std::vector<Figure> figures = figures_of_specs(options, maker);
  if (options.format == Format::csv) {
    deliver(options, files, csv_table(figure_points(figures)));
    return ExitCode::done;
  }
  deliver_picture(options, files, figures_svg(figures, choice.page), choice.page.style);
  return ExitCode::done;
}

std::vector<std::size_t> plotted_candidates(const Options& options, Study& study) {
  maker_of(own<PlotChoice>(options));
  return chosen_candidates(options, study);
}

template <std::string QuantityAxes::*Member>
void set_axis(Options& options, const std::string&, const std::string& text) {
  own<PlotChoice>(options).axes.*Member = text;
}

void set_logarithms(Options& options, const std::string& option, const std::string& text) {
  QuantityAxes& axes = own<PlotChoice>(options).axes;
  if (text != "x" && text != "y" && text != "xy")
    throw_input_error(fmt::format("{} takes x, y or xy, not '{}'", option, text));
  axes.log_x = axes.log_x || text.front() == 'x';
  axes.log_y = axes.log_y || text.back() == 'y';
}

CommandOptions plot_options() {
  return {
      option({"--what"}, "KIND", fmt::format("{}; see 'cutline list figures'", fmt::join(kind_names(), ", ")),
             into(&PlotChoice::figure), {[](const TypedLine&) { return listed_values("figures"); }}),
      option({"--x"}, "KEY", "any quantity or parameter of candidates: dimensions, area, nodes",
             set_axis<&QuantityAxes::x>),
      option({"--y"}, "QUANTITY", "any quantity, against --x: latency, pins, graph.diameter_hops",
             set_axis<&QuantityAxes::y>),
      option({"--group"}, "KEY", "one series for each value of this; default: family", set_axis<&QuantityAxes::group>),
      option({"--log"}, "AXIS", "logarithmic axes of --x and --y: x, y or xy", set_logarithms),
      delay_option("under this delay model alone")};
}

PictureLook figures_look(Options& options) {
  FigurePage& page = own<PlotChoice>(options).page;
  return {page.width_mm, page.height_mm, page.style, page.title};
}

}  // namespace

Command plot_command() {
  return {.name = "plot",
          .summary =
              "draw a figure of a study as SVG, PDF, PNG or CSV: any quantity against any other, profiles, loads, the "
              "Pareto front",
          .options = joined({several_specs(),
                             {any_candidate()},
                             plot_options(),
                             look_options(figures_look),
                             {output_option()},
                             work_options()}),
          .run = run_plot,
          .candidates = plotted_candidates,
          .writes_own_file = true};
}

}  // namespace cutline
