// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "app/commands.hpp"
#include "app/session.hpp"
#include "cutline/output/floorplan/floorplan.hpp"

namespace cutline {

namespace {

DrawOptions draw_options(const Options& options, const Study& study) {
  DrawOptions draw;
  if (options.width_mm) draw.width_mm = *options.width_mm;
  draw.height_mm = options.height_mm;
  draw.colour = options.draw_colour;
  draw.view = options.view;
  draw.show = options.show;
  draw.route = options.route;
  if (!options.delay.empty() || options.draw_colour == "delay") draw.delay = chosen_delay(options, study);
  return draw;
}

}  // namespace

ExitCode run_draw(const Options& options, FileWriter& files) {
  expect_svg_file(options);
  Study study = load_study(options, options.specs.front());
  const std::size_t chosen = keep_only(study, chosen_candidate(options, study));
  const DrawOptions draw = draw_options(options, study);
  const std::vector<Candidate> candidates = laid_out(options, study);
  expect_layout(study, candidates[chosen], "draw");
  deliver(options, files, floorplan_svg(study, candidates[chosen], draw));
  if (options.output != "-") suggest("next: a browser shows " + options.output);
  return ExitCode::done;
}

}  // namespace cutline
