// SPDX-License-Identifier: Apache-2.0
#include "app/exported_links.hpp"

using namespace cutline::test;

TEST_CASE("python3-jsonschema accepts the library by the schemas beside it, and finds every mistake where it stands") {
  const Place place;
  if (!has_module(place, "jsonschema") || !has_module(place, "yaml")) {
    MESSAGE("python3-jsonschema is not installed: tests skipped");
    return;
  }
  const std::string said =
      place.output_of(python() + " '" + source_folder() + "/tests/spec/check_schema.py' '" + source_folder() + "'");
  CHECK_MESSAGE(said.empty(), said);
}

TEST_CASE("python3-jsonschema accepts results by the schema of results, and finds what does not belong there") {
  const Place place;
  if (!has_module(place, "jsonschema")) {
    MESSAGE("python3-jsonschema is not installed: tests skipped");
    return;
  }
  const std::string said =
      place.output_of(python() + " '" + source_folder() + "/tests/output/check_result_schema.py' '" + program_file() +
                      "' '" + source_folder() + "/layouts'");
  CHECK_MESSAGE(said.empty(), said);
}
