// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "app/commands.hpp"
#include "app/embedded.hpp"
#include "app/option_values.hpp"
#include "app/session.hpp"
#include "cutline/base/parameters.hpp"

namespace cutline {

namespace {

constexpr std::string_view kSchemaFile = "cutline.schema.json";

/// The spec as it stands in the library names the schema there; a spec of the user's own names one beside itself.
std::string with_own_schema(std::string_view text) {
  return fmt::format("# yaml-language-server: $schema={}{}", kSchemaFile, text.substr(text.find('\n')));
}

std::string next_steps(const Options& options) {
  if (options.output == "-")
    return fmt::format("next: cutline new {0} -o {0}.yaml; cutline compare {0}.yaml", options.start);
  const std::size_t slash = options.output.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : options.output.substr(0, slash + 1);
  return fmt::format("next: cutline compare {}; for an editor that knows the keys: cutline schema -o {}{}",
                     options.output, folder, kSchemaFile);
}

}  // namespace

std::vector<std::string_view> first_spec_names() {
  std::vector<std::string_view> names;
  for (const EmbeddedText& spec : first_specs()) names.push_back(spec.name);
  return names;
}

ExitCode run_new(const Options& options, FileWriter& files) {
  for (const EmbeddedText& spec : first_specs()) {
    if (spec.name != options.start) continue;
    deliver(options, files, with_own_schema(spec.text));
    suggest(next_steps(options));
    return ExitCode::done;
  }
  const std::string_view near = nearest(options.start, first_spec_names());
  throw_input_error(fmt::format("there is no spec '{}' to start from", options.start),
                    near.empty() ? "it takes: " + either(first_spec_names()) : fmt::format("did you mean '{}'?", near));
}

}  // namespace cutline
