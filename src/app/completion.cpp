// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "app/commands.hpp"
#include "app/embedded.hpp"
#include "app/option_values.hpp"
#include "app/session.hpp"
#include "cutline/base/parameters.hpp"

namespace cutline {

std::vector<std::string_view> shell_names() {
  std::vector<std::string_view> names;
  for (const EmbeddedText& shell : shell_functions()) names.push_back(shell.name);
  return names;
}

ExitCode run_completion(const Options& options, FileWriter& files) {
  for (const EmbeddedText& shell : shell_functions()) {
    if (shell.name != options.shell) continue;
    deliver(options, files, shell.text);
    if (is_read_at_terminal(options)) suggest("next: its first lines say how to load it");
    return ExitCode::done;
  }
  throw_input_error(fmt::format("there is no completion for '{}'", options.shell),
                    "it takes: " + either(shell_names()));
}

}  // namespace cutline
