// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <optional>
#include <string>

#include "app/command.hpp"

namespace cutline::app {

/// Options that several commands take, each with its reader.

CommandOptions joined(std::initializer_list<CommandOptions> parts);

/// SPEC, one or several, and --dry-run.
CommandOptions one_spec();
/// SPEC without --dry-run, because the cost of a search is not known before.
CommandOptions searched_spec();
CommandOptions several_specs();
/// -c for a command that uses one candidate, and for a command that uses all of them by default.
CommandOption the_candidate();
CommandOption any_candidate();
CommandOption delay_option(std::string help);
/// --format and --color.
CommandOptions format_options();
/// The places in which --size, --style and --no-title of commands that draw store their values.
struct PictureLook {
  double& width_mm;
  double& height_mm;
  std::string& style;
  bool& title;
};
CommandOptions look_options(PictureLook (*look)(Options&));
CommandOption output_option(std::string help = "write to this file instead of standard output");
/// --against and --tolerance.
CommandOptions against_options();
/// --set, --threads, --seed, --max-memory and --effort.
CommandOptions work_options();

}  // namespace cutline::app
