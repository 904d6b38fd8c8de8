// SPDX-License-Identifier: Apache-2.0
#include "app/exported_links.hpp"

using namespace cutline::test;

TEST_CASE("an interrupt at any moment of a long command leaves no part of a result but the lines of a sweep") {
  const Place place;
  if (contains(place.output_of(python() + " -c 'print(\"there\")'"), "there")) {
    const std::string script = source_folder() + "/tests/app/interrupt_at_random.py";
    const std::string said = place.output_of(python() + " '" + script + "' '" + program_file() + "'");
    CHECK_MESSAGE(said.empty(), said);
  } else {
    MESSAGE("Python is not installed: tests skipped");
  }
}
