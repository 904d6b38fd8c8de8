// SPDX-License-Identifier: Apache-2.0
#include "app/exported_links.hpp"

using namespace cutline::test;

namespace {

/// Runs a script of this folder on the program. The script prints what is wrong.
void check_by_script(const std::string& name) {
  const Place place;
  if (contains(place.output_of(python() + " -c 'print(\"there\")'"), "there")) {
    const std::string script = source_folder() + "/tests/app/" + name;
    const std::string said = place.output_of(python() + " '" + script + "' '" + program_file() + "'");
    CHECK_MESSAGE(said.empty(), said);
  } else {
    MESSAGE("Python is not installed: tests skipped");
  }
}

}  // namespace

TEST_CASE("an interrupt at any moment of a long command leaves no part of a result but the lines of a sweep") {
  check_by_script("interrupt_at_random.py");
}

TEST_CASE("compare --watch runs again as its files change, shows errors and goes on, and an interrupt ends it") {
  check_by_script("watch_compare.py");
}
