// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "app/command.hpp"
#include "app/ranked_spec.hpp"
#include "app/record_lines.hpp"
#include "base/named.hpp"
#include "output/figure/figures.hpp"

namespace cutline::app {

namespace {

std::vector<std::string_view> kind_names() { return names_of(figure_kinds()); }

/// The choices that only `plot` has.
struct PlotChoice {
  std::string figure;  ///< a kind of figure; empty: the axes say what to plot
  QuantityAxes axes;
};

/// The name of the plot in messages. Throws an input error unless the line names a kind of figure or two axes.
std::string figure_name(const PlotChoice& choice) {
  const QuantityAxes& axes = choice.axes;
  if (!choice.figure.empty()) {
    if (!axes.x.empty() || !axes.y.empty())
      throw_input_error("--what names a figure, and --x and --y make one of their own", "give the one or the other");
    return std::string(figure_kind(choice.figure).name);
  }
  if (axes.x.empty() || axes.y.empty())
    throw_input_error("plot needs a figure: --what KIND, or --x KEY and --y QUANTITY",
                      fmt::format("KIND is {}; for axes see 'cutline list quantities'", either(kind_names())));
  return fmt::format("{} by {}", axes.y, axes.x);
}

/// The figures of the candidates that -c chooses.
std::vector<Figure> figures_of(const Options& options, const PlotChoice& choice, Study& study) {
  const FigureKind* kind = choice.figure.empty() ? nullptr : &figure_kind(choice.figure);
  const std::vector<Chosen> chosen = chosen_candidates(options, study);
  std::size_t delay = kEveryDelay;
  if (!options.delay.empty()) delay = chosen_delay(options, study);
  const bool of_layouts = kind != nullptr && kind->of_layouts;
  std::vector<Candidate> all = of_layouts ? laid_out(options, study) : evaluate(study, options.effort);
  const ChosenSubjects subjects = subjects_of_one_study(study, chosen, std::move(all));
  const FigureInput input{subjects.study, subjects.candidates, delay};
  return kind != nullptr ? kind->make(input) : quantity_figures(input, choice.axes);
}

/// The figures of y against the key of the spec's crossover.
std::vector<Figure> figures_of_crossover(const Options& options, const PlotChoice& choice, const std::string& spec,
                                         Study& study) {
  const CrossoverChoice crossover = *study.crossover;
  std::size_t delay = kEveryDelay;
  if (!options.delay.empty()) delay = chosen_delay(options, study);
  const std::vector<double> values = crossover_values(crossover), places = values_on_axis(crossover);
  std::vector<StudyAtValue> studies;
  studies.reserve(values.size());  // candidates point into their study
  WatchedWork work(options.effort.onlooker, "values of the crossover", values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    StudyAtValue& at = studies.emplace_back(
        StudyAtValue{places[i], study_at(options, spec, crossover, value_text(crossover, values[i])), {}});
    at.candidates = evaluate(at.study, options.effort);
    work.go_on(i + 1);
  }
  return crossover_figures(crossover, studies, delay, choice.axes);
}

/// The networks that a search tries, by the objectives of the spec or by those on the command line.
std::vector<Figure> figures_of_search(const Options& options, const PlotChoice& choice, Study study) {
  if (!choice.figure.empty() && !figure_kind(choice.figure).of_search)
    throw_input_error(
        fmt::format("{} asks for a search, whose networks have no figure '{}'", study.file, choice.figure),
        "take --what pareto, or --x and --y; 'cutline search -o winners.yaml' makes a spec for the others");
  if (choice.figure.empty()) study.pareto = searched_objectives(study, choice.axes.x, choice.axes.y);
  Figure figure = search_front_figure(study, search(study, options.effort));
  figure.x.logarithmic = figure.x.logarithmic || choice.axes.log_x;
  figure.y.logarithmic = figure.y.logarithmic || choice.axes.log_y;
  return {std::move(figure)};
}

std::vector<Figure> figures_of_spec(const Options& options, const PlotChoice& choice, const std::string& spec,
                                    std::string& file) {
  Study study = load_spec(options, spec);
  file = study.file;
  if (study.designs.empty()) return figures_of_search(options, choice, std::move(study));
  if (study.crossover && choice.figure.empty() && names_crossover(*study.crossover, choice.axes.x))
    return figures_of_crossover(options, choice, spec, study);
  return figures_of(options, choice, study);
}

/// Removes figures that have nothing to show. Their reasons become notes, or an input error if no figure is left.
void take_empty_away(const std::string& file, const std::string& name, std::vector<Figure>& figures) {
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
    throw_input_error(fmt::format("{} has nothing for the figure '{}': {}", file, name, join(reasons, "; ")), hint);
  for (const std::string& reason : reasons) say("note: " + reason);
}

/// The figure of records that were measured before.
std::vector<Figure> figures_of_records(const Options& options, const PlotChoice& choice,
                                       const std::vector<std::string>& from) {
  figure_name(choice);
  if (!choice.figure.empty())
    throw_input_error("records hold the numbers of candidates, and --what needs the candidates",
                      "take --x KEY and --y QUANTITY, or plot the spec");
  const compare::RecordedView view = recorded_view(options, {}, 0);
  RecordFigures figures(choice.axes, view.delay);
  for_each_record(from, [&](const Data& record) { figures.add(record); });
  std::vector<Figure> all = figures.taken();
  take_empty_away(from.front(), figure_name(choice), all);
  settle_axes(all, choice.axes);
  return all;
}

/// The figures of all specs on the command line; those of several specs are joined.
std::vector<Figure> figures_of_specs(const Options& options, const PlotChoice& choice) {
  const std::string name = figure_name(choice);
  std::vector<std::vector<Figure>> all;
  std::vector<std::string> names;
  for (const std::string& spec : options.specs) {
    std::string file;
    all.push_back(figures_of_spec(options, choice, spec, file));
    take_empty_away(file, name, all.back());
    names.push_back(std::filesystem::path(spec).stem().string());
  }
  std::vector<Figure> figures = all.size() == 1 ? std::move(all.front()) : joined_figures(std::move(all), names);
  if (choice.figure.empty()) settle_axes(figures, choice.axes);
  return figures;
}

ExitCode run_plot(const Options& options, text::FileWriter& files) {
  if (options.format != Format::csv) expect_picture_file(options);
  const auto choice = own<PlotChoice>(options);
  if (options.specs.size() > 1 && !choice.figure.empty())
    throw_input_error("--what draws the figure of one spec", "several specs share a figure of --x and --y");
  const std::vector<std::string> from = record_files(options);
  const std::vector<Figure> figures =
      from.empty() ? figures_of_specs(options, choice) : figures_of_records(options, choice, from);
  if (options.format == Format::csv) {
    deliver(options, files, csv_table(figure_points(figures)));
    return ExitCode::done;
  }
  deliver_picture(options, files, figures_svg(figures, options.page));
  return ExitCode::done;
}

std::vector<Chosen> plotted_candidates(const Options& options, Study& study) {
  figure_name(own<PlotChoice>(options));
  return chosen_candidates(options, study);
}

void set_logarithms(Options& options, const std::string& option, const std::string& text) {
  QuantityAxes& axes = own<PlotChoice>(options).axes;
  if (text != "x" && text != "y" && text != "xy")
    throw_input_error(fmt::format("{} takes x, y or xy, not '{}'", option, text));
  axes.log_x = axes.log_x || text.front() == 'x';
  axes.log_y = axes.log_y || text.back() == 'y';
}

/// The quantities, by their short names where they have one.
std::vector<KnownValue> numbers(const TypedLine&) {
  std::vector<KnownValue> values;
  for (const Quantity& quantity : quantities()) {
    const std::string_view name = quantity.names.name;
    if (quantity.value != nullptr)
      values.push_back({name.empty() ? quantity.key : std::string(name), std::string(quantity.summary)});
  }
  return values;
}

CommandOptions plot_options() {
  return {option({"--what"}, "KIND", fmt::format("{}; see 'cutline list figures'", join(kind_names(), ", ")),
                 into(&PlotChoice::figure), {[](const TypedLine&) { return listed_values("figures"); }}),
          option({"--x"}, "KEY", "any quantity or parameter of candidates: dimensions, area, nodes",
                 into_part(&PlotChoice::axes, &QuantityAxes::x), {numbers}),
          option({"--y"}, "QUANTITY", "any quantity, against --x: latency, pins, graph.diameter_hops",
                 into_part(&PlotChoice::axes, &QuantityAxes::y), {numbers}),
          option({"--group"}, "KEY", "one series for each value of this; default: family",
                 into_part(&PlotChoice::axes, &QuantityAxes::group)),
          option({"--log"}, "AXIS", "logarithmic axes of --x and --y: x, y or xy", set_logarithms),
          delay_option("under this delay model alone")};
}

}  // namespace

Command plot_command() {
  return {.name = "plot",
          .summary =
              "draw a figure of a study as SVG, PDF, PNG or CSV: any quantity against any other, profiles, loads, the "
              "Pareto front",
          .options = joined({specs_or_records(),
                             {any_candidate()},
                             plot_options(),
                             look_options(),
                             {output_option(), watch_flag()},
                             work_options()}),
          .run = run_plot,
          .candidates = plotted_candidates,
          .writes_own_file = true};
}

}  // namespace cutline::app
