// SPDX-License-Identifier: Apache-2.0
#include "app/command.hpp"
#include "output/figure/figures.hpp"
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
};

DelayCurves delay_asked_for(const DelayChoice& choice) {
  const Technology technology = load_technology(choice.technology);
  for (const Diagnostic& warning : technology.warnings) say(to_string(warning));
  const auto [from, to] = choice.lengths;
  return delay_curves(wire_medium(technology, choice.layer), lengths_between(from, to, choice.steps), choice.cycle);
}

ExitCode run_delay(const Options& options, text::FileWriter& files) {
  const bool picture = is_picture(options.output);
  if (picture) expect_picture_file(options);
  const DelayCurves curves = delay_asked_for(own<DelayChoice>(options));
  if (!picture) {
    deliver(options, files,
            rendered(options, {.table = [&] { return delay_rows(curves); },
                               .data = [&] { return delay_data(curves); },
                               .lines = [&] { return table_data(delay_rows(curves)); },
                               .sections = [&] { return delay_sections(curves); }}));
    return ExitCode::done;
  }
  deliver_picture(options, files, delay_svg(curves, options.page));
  suggest("next: a browser shows " + options.output);
  return ExitCode::done;
}

std::vector<KnownValue> layers(const TypedLine& typed) {
  return each_of(load_technology(typed.value_of("--technology")).all_layers,
                 [&](const Layer& layer) { return KnownValue{layer.name}; });
}

CommandOptions delay_options() {
  return {
      required(option({"--technology"}, "T", "a name, see 'cutline list technologies', or a path of a .yaml file",
                      into(&DelayChoice::technology),
                      {.values = [](const TypedLine&) { return listed_values("technologies"); }, .files = "yaml yml"})),
      required(option({"--length"}, "A..B", "lengths of the wire: 0.5mm..10mm, or one",
                      into(&DelayChoice::lengths, length_range_text))),
      option({"--layer"}, "L", "layer; default: the topmost that carries the network", into(&DelayChoice::layer),
             {layers}),
      option({"--clock"}, "F", "count cycles of this clock: 2GHz", into(&DelayChoice::cycle, period_text)),
      option({"--steps"}, "N", "so many lengths at equal ratios; default: 1, 2, 5, 10, ...",
             into(&DelayChoice::steps, steps_value))};
}

}  // namespace

Command delay_command() {
  return {"delay", "print and draw how long wires take in a technology, under every delay model",
          joined({delay_options(),
                  look_options(),
                  format_options(),
                  {output_option("write to this file; a picture where it ends in .svg, .pdf or .png")}}),
          run_delay};
}

}  // namespace cutline::app
