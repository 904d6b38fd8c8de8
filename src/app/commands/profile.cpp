// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "app/command.hpp"
#include "cutline/study/laid_out.hpp"
#include "evaluate/traffic.hpp"
#include "output/tables/layout_lists.hpp"
#include "study/work_estimate.hpp"

namespace cutline::app {

namespace {

/// The choices that only `profile` has.
struct ProfileChoice {
  char axis = 'x';
  bool loads = false;
};

Forms forms_of_profile(const Options& options, const AxisProfile& profile, const std::string& name) {
  const Table table = profile_table(profile);
  const ReportStyle style = report_style(options);
  return {.table = [=] { return table; },
          .data = [=] { return profile_data(profile, name); },
          .lines = [=] { return table_data(table); },
          .text = [=] { return profile_summary(profile, name, style) + '\n' + text_table(table, style); },
          .indent = -1};
}

Forms forms_of_loads(const Options& options, const Study& study, const Candidate& candidate) {
  const Table table = load_list(study, candidate, options.effort);
  const ReportStyle style = report_style(options);
  const std::string title = fmt::format("{}: channels under {} traffic, the fullest first", candidate.design->name,
                                        traffic_name(study_of(study, *candidate.design)));
  return {.table = [=] { return table; },
          .text = [=] { return bold(title, style) + '\n' + text_table(table, style); },
          .indent = -1};
}

Forms forms_of(const Options& options, const Study& study, const Candidate& candidate) {
  const auto choice = own<ProfileChoice>(options);
  if (choice.loads) return forms_of_loads(options, study, candidate);
  const Axis axis = kAxes[static_cast<std::size_t>(choice.axis - 'x')];
  if (axis == Axis::z && candidate.placement()->grid()[Axis::z] == 1) {
    throw_input_error(fmt::format("candidate '{}' stands in one plane: it has no pillars", candidate.design->name),
                      "put dimensions on z with `placement: {axes: ...}`");
  }
  const Layout& layout = candidate.laid_out()->layout;
  expect_memory(layout_memory(candidate) + profile_memory(layout, axis), options.effort);
  return forms_of_profile(options, axis_profile(layout, axis), candidate.design->name);
}

ExitCode run_profile(const Options& options, text::FileWriter& files) {
  Study study = load_study(options, options.specs.front());
  const std::vector<Chosen> chosen = named_candidates(options, study);
  const std::vector<Candidate> candidates = laid_out(options, study);
  std::vector<NamedForms> all;
  for (const Chosen& each : chosen) {
    expect_layout(study, candidates[each.design], "profile");
    const Subject subject = subject_of(study, candidates[each.design], each.part);
    all.push_back({subject.candidate.design->name, forms_of(options, subject.study, subject.candidate)});
  }
  deliver(options, files, rendered_each(options, all));
  return ExitCode::done;
}

}  // namespace

Command profile_command() {
  const CommandOption axis = option({"--axis"}, "x|y|z", "x: cuts between columns; y: between rows; z: between planes",
                                    into(&ProfileChoice::axis, axis_value), {all_of<axis_names>});
  const CommandOption loads = flag({"--loads"}, "the messages over every channel instead, those of terminals too",
                                   into(&ProfileChoice::loads, is_true));
  return {"profile", "print the wire density of a candidate, cut by cut, or the load of every channel",
          joined({one_spec(), {each_candidate(), axis, loads}, format_options(), {output_option()}, work_options()}),
          run_profile, named_candidates};
}

}  // namespace cutline::app
