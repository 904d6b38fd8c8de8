// SPDX-License-Identifier: Apache-2.0
#include <tuple>

#include "app/command.hpp"
#include "cutline/base/format.hpp"
#include "cutline/output/floorplan/floorplan.hpp"

namespace cutline::app {

namespace {

/// Stores the value of --show. A part `route:A,B` in it means --route A,B.
void set_shown(Options& options, const std::string& option, const std::string& text) {
  constexpr std::string_view kRoute = "route:";
  DrawOptions& draw = own<DrawOptions>(options);
  std::vector<std::string> parts = comma_list(option, text);
  const auto route = std::ranges::find_if(parts, [&](const std::string& p) { return p.starts_with(kRoute); });
  if (route != parts.end()) {
    const auto second = std::next(route);
    if (second == parts.end())
      return void(node_pair_value(option, route->substr(kRoute.size())));  // says what is missing
    draw.route = {route->substr(kRoute.size()), *second};
    parts.erase(route, second + 1);
  }
  draw.show = std::move(parts);
}

/// The words that --show takes for every candidate.
std::vector<std::string_view> what_to_show() {
  std::vector<std::string_view> words = drawing_parts();
  words.insert(words.end(), {"cut:middle", "cut:peak"});
  return words;
}

FloorplanView view_value(const std::string&, const std::string& text) { return floorplan_view(text); }
WireColour wire_colour_value(const std::string&, const std::string& text) { return wire_colour(text); }

CommandOptions drawing_options() {
  return {
      option({"--show"}, "WHAT",
             fmt::format("what to draw, by commas: {}; names of classes; or what to single out: route:A,B, node:NAME, "
                         "cut:x=3, cut:middle, cut:peak",
                         join(drawing_parts(), ", ")),
             set_shown, {all_of<what_to_show>, true}),
      option({"--view"}, "VIEW", either(drawing_views()) + "; by itself, what can be seen",
             into(&DrawOptions::view, view_value), {all_of<drawing_views>}),
      option({"--colour"}, "BY", "colour wires by " + either(drawing_colours()),
             into(&DrawOptions::colour, wire_colour_value), {all_of<drawing_colours>}),
      option({"--route"}, "A,B", "highlight the route between two nodes", into(&DrawOptions::route, node_pair_value)),
      delay_option("delay model for --colour delay")};
}

ExitCode run_draw(const Options& options, text::FileWriter& files) {
  expect_picture_file(options);
  Study study = load_study(options, options.specs.front());
  const Chosen chosen = one_candidate(options, study);
  auto draw = own<DrawOptions>(options);
  const FigurePage& page = options.page;
  std::tie(draw.width_mm, draw.height_mm) = std::tie(page.width_mm, page.height_mm);
  std::tie(draw.style, draw.title) = std::tie(page.style, page.title);
  draw.memory_bytes = options.effort.memory_bytes;
  if (!options.delay.empty() || draw.colour == WireColour::delay) draw.delay = chosen_delay(options, study);
  const std::vector<Candidate> candidates = laid_out(options, study);
  expect_layout(study, candidates[chosen.design], "draw");
  const Subject subject = subject_of(study, candidates[chosen.design], chosen.part);
  deliver_picture(options, files, floorplan_svg(subject.study, subject.candidate, draw));
  if (options.output != "-") suggest("next: a browser shows " + options.output);
  return ExitCode::done;
}

}  // namespace

Command draw_command() {
  return {.name = "draw",
          .summary = "draw the floorplan of a candidate as SVG, PDF or PNG",
          .options = joined({one_spec(),
                             {the_candidate()},
                             drawing_options(),
                             look_options(),
                             {output_option(), watch_flag()},
                             work_options()}),
          .run = run_draw,
          .candidates = [](const Options& options, Study& study) { return std::vector{one_candidate(options, study)}; },
          .writes_own_file = true};
}

}  // namespace cutline::app
