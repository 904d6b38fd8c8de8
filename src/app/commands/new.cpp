// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "app/command.hpp"
#include "base/named.hpp"

namespace cutline::app {

namespace {

/// The choices that only `new` has.
struct NewChoice {
  std::string start;
};

constexpr std::string_view kSchemaFile = "cutline.schema.json";

/// The spec with another schema: a spec in the library names the schema there; a spec of the user names one beside
/// itself.
std::string with_own_schema(std::string_view text) {
  return fmt::format("# yaml-language-server: $schema={}{}", kSchemaFile, text.substr(text.find('\n')));
}

std::string next_steps(const Options& options, const std::string& start) {
  if (options.output == "-") return fmt::format("next: cutline new {0} -o {0}.yaml; cutline compare {0}.yaml", start);
  const std::size_t slash = options.output.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : options.output.substr(0, slash + 1);
  return fmt::format("next: cutline compare {}; for an editor that knows the keys: cutline schema -o {}{}",
                     options.output, folder, kSchemaFile);
}

std::vector<std::string_view> first_spec_names() { return names_of(first_specs()); }

ExitCode run_new(const Options& options, text::FileWriter& files) {
  const std::string start = own<NewChoice>(options).start;
  if (std::filesystem::is_regular_file(options.output))
    throw_file_error(fmt::format("'{}' is there already", options.output), "give another name, or remove it first");
  const EmbeddedText* spec = find_named(first_specs(), start);
  if (spec == nullptr)
    throw_input_error(fmt::format("there is no spec '{}' to start from", start),
                      did_you_mean(start, first_spec_names(), "it takes: " + either(first_spec_names())));
  deliver(options, files, with_own_schema(spec->text));
  suggest(next_steps(options, start));
  return ExitCode::done;
}

}  // namespace

Command new_command() {
  const CommandOption start =
      required(argument("START", either(first_spec_names()), into(&NewChoice::start), {all_of<first_spec_names>}));
  return {"new", "print a spec to start from, with a comment on every part", {start, output_option()}, run_new};
}

}  // namespace cutline::app
