// SPDX-License-Identifier: Apache-2.0
#include "app/exported_links.hpp"

using namespace cutline::test;

TEST_CASE("python3-networkx reads its own graphs again from exports: names, attributes, parallel links, directions") {
  const Place place;
  if (!has_module(place, "networkx")) {
    MESSAGE("python3-networkx is not installed: tests skipped");
    return;
  }
  const std::string said =
      place.output_of(python() + " '" + source_folder() + "/tests/output/check_networkx.py' '" + program_file() + "'");
  CHECK_MESSAGE(said.empty(), said);
}
