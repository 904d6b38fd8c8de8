// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/spec/spec.hpp"
#include "output/record/parts.hpp"

using namespace cutline;

TEST_CASE("the first record that cannot be written ends a sweep, after those before it, and is its one mistake") {
  const Study study = parse_study(R"(cutline: 1
technology: nangate45
population: any
candidates:
  - name: t
    topology: {family: torus, radix: 8, dimensions: 2}
    channel: {width: 32 bits}
    sweep: {router.energy: [1 pJ/bit, 1e308 pJ/bit, 1.7e308 pJ/bit]}
)",
                                  "sweep.yaml", ".");
  const auto texts = [](const Study& of, const Candidate& candidate, std::size_t) {
    return record_texts(of, candidate);
  };
  std::string lines;
  try {
    add_record_lines(study, {}, {}, texts, [&](std::string_view line) { lines += line; });
    FAIL("a record has a number beyond all numbers");
  } catch (const Error& error) {
    REQUIRE(error.diagnostics().size() == 1);
    CHECK(error.diagnostics()[0].message.find("'t energy=1e308 pJ/bit'") != std::string::npos);
  }
  CHECK(std::ranges::count(lines, '\n') == 1);
}
