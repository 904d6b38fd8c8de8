// SPDX-License-Identifier: Apache-2.0
#include "app/command.hpp"
#include "app/session.hpp"
#include "cutline/output/record/json.hpp"
#include "cutline/spec/spec.hpp"
#include "output/figure/delay_svg.hpp"
#include "output/tables/delay_tables.hpp"
#include "spec/reader.hpp"

namespace cutline::app {

namespace {

/// The choices that only `delay` has.
struct DelayChoice {
  std::string technology;  ///< a name or a path
  std::string layer;       ///< empty: the topmost that carries the network
  std::pair<Length, Length> lengths;
  Time cycle;  ///< zero: no clock
  std::optional<int> steps;
  FigurePage page;  ///< of a picture
};

DelayCurves delay_asked_for(const DelayChoice& choice) {
  const Technology technology = load_technology(choice.technology);
  for (const Diagnostic& warning : technology.warnings) say(to_string(warning));
  const auto [from, to] = choice.lengths;
  return delay_curves(wire_medium(technology, choice.layer), lengths_between(from, to, choice.steps), choice.cycle);
}

std::string delay_rendered(const Options& options, const DelayCurves& curves) {
  switch (options.format) {
    case Format::json:
      return to_json(delay_data(curves), 2) + '\n';
    case Format::jsonl:
      return to_json_lines(table_data(delay_rows(curves)));
    case Format::csv:
      return csv_table(delay_rows(curves));
    case Format::markdown:
      return sections_markdown(delay_sections(curves)) + '\n' + delay_advice(curves) + '\n';
    case Format::latex:
      return sections_latex(delay_sections(curves));
    case Format::table:
      break;
  }
  return sections_text(delay_sections(curves), report_style(options)) + '\n' + delay_advice(curves) + '\n';
}

ExitCode run_delay(const Options& options, text::FileWriter& files) {
  const bool picture = is_picture(options.output);
  if (picture) expect_picture_file(options);
  const DelayCurves curves = delay_asked_for(own<DelayChoice>(options));
  if (!picture) {
    deliver(options, files, delay_rendered(options, curves));
    return ExitCode::done;
  }
  const FigurePage page = own<DelayChoice>(options).page;
  deliver_picture(options, files, delay_svg(curves, page), page.style);
  suggest("next: a browser shows " + options.output);
  return ExitCode::done;
}

std::vector<KnownValue> layers(const TypedLine& typed) {
  std::vector<KnownValue> values;
  for (const Layer& layer : load_technology(typed.value_of("--technology")).all_layers) values.push_back({layer.name});
  return values;
}

CommandOptions delay_options() {
  return {required(option({"--technology"}, "T", "a name, see 'cutline list technologies', or a path of a .yaml file",
                          into(&DelayChoice::technology),
                          {[](const TypedLine&) { return listed_values("technologies"); }, false, "yaml yml"})),
          required(option({"--length"}, "A..B", "lengths of the wire: 0.5mm..10mm, or one",
                          into(&DelayChoice::lengths, length_range_text))),
          option({"--layer"}, "L", "layer; default: the topmost that carries the network", into(&DelayChoice::layer),
                 {layers}),
          option({"--clock"}, "F", "count cycles of this clock: 2GHz", into(&DelayChoice::cycle, period_text)),
          option({"--steps"}, "N", "so many lengths at equal ratios; default: 1, 2, 5, 10, ...",
                 into(&DelayChoice::steps, steps_value))};
}

PictureLook delays_look(Options& options) {
  FigurePage& page = own<DelayChoice>(options).page;
  return {page.width_mm, page.height_mm, page.style, page.title};
}

}  // namespace

Command delay_command() {
  return {"delay", "print and draw how long wires take in a technology, under every delay model",
          joined({delay_options(),
                  look_options(delays_look),
                  format_options(),
                  {output_option("write to this file; a picture where it ends in .svg, .pdf or .png")}}),
          run_delay};
}

}  // namespace cutline::app
