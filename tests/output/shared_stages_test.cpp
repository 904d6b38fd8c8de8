// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/base/parallel.hpp"
#include "cutline/detail/study/design.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/study.hpp"

using namespace cutline;

namespace {

// Designs share networks, layouts, tables of links and layers with some of the others, and differ in all else.
constexpr const char* kSharingSpec = R"(
cutline: 1
technology: nangate45
population: any
wires: pipelined
clock: {rule: fixed, frequency: 2 GHz}
uncertainty: {wire_delay: 30 %}
delay: [repeated, d2m]
node: {width: 1 mm, height: 1 mm}
candidates:
  - name: plain
    topology: {family: mesh, radix: 4, dimensions: 2}
    sweep: &all
      router.delay: [1 cycles, 2 cycles]
      topology.concentration: [1, 2]
      placement.order: [natural, folded]
      channel.width: [8 bits, 24 bits]
      technology: [nangate45, sky130, {name: nangate45, use: [metal5, metal6]}]
  - name: packaged
    topology: {family: torus, radix: 4, dimensions: 2}
    packages: [{name: chip, cells: [2, 2]}]
    sweep:
      router.delay: [1 cycles, 2 cycles]
      channel.width: [8 bits, 24 bits]
)";

// What is asked differs from design to design; networks and layouts are few.
constexpr const char* kAskingSpec = R"(
cutline: 1
technology: nangate45
population: any
wires: pipelined
clock: {rule: fixed, frequency: 2 GHz}
node: {width: 1 mm, height: 1 mm}
candidates:
  - name: torus
    topology: {family: torus, radix: 4, dimensions: 2, concentration: 2}
    sweep:
      placement.order: [natural, folded]
      clock: [{rule: fixed, frequency: 2 GHz}, {rule: fixed, frequency: 3 GHz}, {rule: per_link}, {rule: longest_wire}]
      traffic: [{pattern: uniform, self: true}, {pattern: uniform, self: false}, transpose]
      delay: [repeated, d2m]
      message: [64 bits, 100 bits]
  - name: routed
    topology: {family: mesh, radix: 4, dimensions: 2}
    sweep:
      message: [64 bits, 4096 bits]
      routing: [dimension_order, shortest, up_down]
)";

void expect_same_alone(const char* spec, std::size_t designs) {
  Study study = parse_study(spec, "shared.yaml", ".");
  CHECK(study.designs.size() == designs);
  for (const int threads : {1, 4}) {
    set_thread_count(threads);
    const std::vector<Candidate> all = evaluate(study);
    for (std::size_t i = 0; i < all.size(); ++i) {
      CAPTURE(study.designs[i].name);
      Study alone = study;
      alone.designs = {study.designs[i]};
      REQUIRE(record_texts(study, all[i]) == record_texts(alone, evaluate(alone).front()));
    }
  }
  set_thread_count(0);
}

}  // namespace

TEST_CASE("a design of a sweep has the record that it has alone, whatever stages others share, on any threads") {
  expect_same_alone(kSharingSpec, 52);
}

TEST_CASE("the same where designs share a layout and differ in what they are asked") {
  expect_same_alone(kAskingSpec, 102);
}
