// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "app/command.hpp"
#include "app/option_values.hpp"
#include "app/shared_options.hpp"
#include "cutline/output/floorplan/floorplan.hpp"

namespace cutline {

namespace {

void set_size(Options& options, const std::string& option, const std::string& text) {
  DrawOptions& draw = own<DrawOptions>(options);
  std::tie(draw.width_mm, draw.height_mm) = picture_size(option, text);
}

CommandOptions drawing_options() {
  return {{.names = {"--size"}, .value = "W[xH]", .help = "size in millimetres: 180 or 180x120", .read = set_size},
          {.names = {"--show"},
           .value = "WHAT",
           .help = fmt::format("what to draw, by commas: {}; or names of classes", fmt::join(drawing_parts(), ", ")),
           .read = into_own<DrawOptions>(&DrawOptions::show, comma_list),
           .known = {all_of<drawing_parts>, true}},
          {.names = {"--view"},
           .value = "VIEW",
           .help = "of several planes: " + either(drawing_views()),
           .read = into_own<DrawOptions>(&DrawOptions::view),
           .known = {all_of<drawing_views>}},
          {.names = {"--colour"},
           .value = "BY",
           .help = "colour wires by " + either(drawing_colours()),
           .read = into_own<DrawOptions>(&DrawOptions::colour),
           .known = {all_of<drawing_colours>}},
          {.names = {"--route"},
           .value = "A,B",
           .help = "highlight the route between two nodes",
           .read = into_own<DrawOptions>(&DrawOptions::route, node_pair_value)},
          delay_option("delay model for --colour delay")};
}

ExitCode run_draw(const Options& options, FileWriter& files) {
  expect_svg_file(options);
  Study study = load_study(options, options.specs.front());
  const std::size_t chosen = keep_only(study, chosen_candidate(options, study));
  auto draw = own<DrawOptions>(options);
  if (!options.delay.empty() || draw.colour == "delay") draw.delay = chosen_delay(options, study);
  const std::vector<Candidate> candidates = laid_out(options, study);
  expect_layout(study, candidates[chosen], "draw");
  deliver(options, files, floorplan_svg(study, candidates[chosen], draw));
  if (options.output != "-") suggest("next: a browser shows " + options.output);
  return ExitCode::done;
}

}  // namespace

Command draw_command() {
  return {.name = "draw",
          .summary = "draw the floorplan of a candidate as SVG",
          .options = joined({one_spec(), {the_candidate()}, drawing_options(), {output_option()}, work_options()}),
          .run = run_draw,
          .writes_own_file = true};
}

}  // namespace cutline
