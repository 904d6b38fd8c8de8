// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "app/command.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/spec/spec.hpp"

namespace cutline::app {

namespace {

/// The choices that only `schema` has.
struct SchemaChoice {
  std::string subject = "spec";
};

std::vector<std::string_view> schema_subjects() { return {"spec", "technology", "result"}; }

ExitCode run_schema(const Options& options, text::FileWriter& files) {
  const std::string asked = own<SchemaChoice>(options).subject;
  const std::vector<std::string_view> subjects = schema_subjects();
  const auto subject = std::find(subjects.begin(), subjects.end(), asked);
  if (subject == subjects.end()) {
    throw_input_error(fmt::format("there is no schema of '{}'", asked), "it takes: " + either(subjects));
  }
  const std::size_t number = static_cast<std::size_t>(subject - subjects.begin());
  deliver(options, files, number == 0 ? spec_schema() : number == 1 ? technology_schema() : result_schema());
  return ExitCode::done;
}

}  // namespace

Command schema_command() {
  const CommandOption subject = argument("SUBJECT", either(schema_subjects()) + "; default: spec",
                                         into(&SchemaChoice::subject), {all_of<schema_subjects>});
  return {"schema",
          "print the JSON Schema of the spec, of a technology, or of results",
          {subject, output_option()},
          run_schema};
}

}  // namespace cutline::app
