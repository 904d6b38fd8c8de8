// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "cutline/topology/family.hpp"
#include "spec/reading.hpp"

using namespace cutline;

TEST_CASE("the reference lists every key with its type, its default and what it means") {
  const std::vector<SpecKey> keys = spec_reference();
  const auto find = [&](const std::string& path) {
    const auto found = std::find_if(keys.begin(), keys.end(), [&](const SpecKey& key) { return key.path == path; });
    REQUIRE_MESSAGE(found != keys.end(), path);
    return *found;
  };
  CHECK(find("message").default_text == "150 bits");
  CHECK(find("message[].size").type == "quantity in bits, bytes, B or KiB");
  CHECK(find("clock.rule").type == "longest_wire | per_link | fixed");
  CHECK(find("hold.bisection").help == "wires over the bisection");
  CHECK(find("candidates[].topology.radix").help.find("torus") != std::string::npos);
  CHECK(find("candidates[].placement.order").default_text == "natural");
  CHECK(std::any_of(keys.begin(), keys.end(), [](const SpecKey& key) {
    return key.path == "delay.coefficient" && key.help.find("linear: ") != std::string::npos;
  }));
  CHECK(find("technology.layers[].pitch").type == "quantity in nm, um, mm, cm, m, km, inch or mil");
  for (const SpecKey& key : keys) {
    CAPTURE(key.path);
    CHECK_FALSE(key.type.empty());
    CHECK_FALSE(key.help.empty());
  }
  for (const Family& family : families()) {
    for (const Field& field : family.fields) {
      const std::string path = "candidates[].topology." + std::string(field.name);
      CAPTURE(path);
      const bool listed = std::any_of(keys.begin(), keys.end(), [&](const SpecKey& key) {
        const std::string owners = key.help.substr(0, key.help.find(':'));
        return key.path == path &&
               (", " + owners + ",").find(" " + std::string(family.name) + ",") != std::string::npos;
      });
      CHECK_MESSAGE(listed, family.name);
    }
  }
}
