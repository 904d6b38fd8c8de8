// SPDX-License-Identifier: Apache-2.0
#include "app/command.hpp"
#include "base/named.hpp"

namespace cutline::app {

namespace {

/// The choices that only `completion` has.
struct CompletionChoice {
  std::string shell;
};

std::vector<std::string_view> shell_names() { return names_of(shell_functions()); }

ExitCode run_completion(const Options& options, text::FileWriter& files) {
  const std::string wanted = own<CompletionChoice>(options).shell;
  const EmbeddedText* shell = find_named(shell_functions(), wanted);
  if (shell == nullptr)
    throw_input_error(fmt::format("there is no completion for '{}'", wanted), "it takes: " + either(shell_names()));
  deliver(options, files, shell->text);
  if (is_read_at_terminal(options)) suggest("next: its first lines say how to load it");
  return ExitCode::done;
}

}  // namespace

Command completion_command() {
  const CommandOption shell =
      required(argument("SHELL", either(shell_names()), into(&CompletionChoice::shell), {all_of<shell_names>}));
  return {"completion",
          "print what completes words of this command line in a shell",
          {shell, output_option()},
          run_completion};
}

}  // namespace cutline::app
