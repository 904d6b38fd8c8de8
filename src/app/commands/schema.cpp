// SPDX-License-Identifier: Apache-2.0
#include "app/command.hpp"
#include "cutline/output/record/record.hpp"
#include "spec/library_files.hpp"

namespace cutline::app {

namespace {

/// The choices that only `schema` has.
struct SchemaChoice {
  std::string subject = "spec";
};

struct SchemaSubject {
  std::string_view name;
  std::string (*schema)();
};
constexpr SchemaSubject kSubjects[] = {{"spec", spec_schema},
                                       {"technology", technology_schema},
                                       {"connector", [] { return connector_files().schema(); }},
                                       {"material", [] { return material_files().schema(); }},
                                       {"medium", [] { return medium_files().schema(); }},
                                       {"prices", [] { return price_files().schema(); }},
                                       {"result", result_schema}};

std::vector<std::string_view> schema_subjects() { return names_of(kSubjects); }

ExitCode run_schema(const Options& options, text::FileWriter& files) {
  const std::string asked = own<SchemaChoice>(options).subject;
  const SchemaSubject* subject = find_named(kSubjects, asked);
  if (subject == nullptr)
    throw_input_error(fmt::format("there is no schema of '{}'", asked), "it takes: " + either(schema_subjects()));
  deliver(options, files, subject->schema());
  return ExitCode::done;
}

}  // namespace

Command schema_command() {
  const CommandOption subject = argument("SUBJECT", either(schema_subjects()) + "; default: spec",
                                         into(&SchemaChoice::subject), {all_of<schema_subjects>});
  return {
      "schema",
      "print the JSON Schema of the spec, of a technology, connector, material, medium or price list, or of results",
      {subject, output_option()},
      run_schema};
}

}  // namespace cutline::app
