// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/study/measured.hpp"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include "cutline/base/error.hpp"
#include "cutline/spec/spec.hpp"
#include "study/studies.hpp"
#include "support/errors.hpp"
#include "support/own_folder.hpp"
#include "support/places.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

std::vector<MeasuredPoint> points_of_text(const std::string& text) {
  const OwnFolder folder;
  return read_measured_file(folder.write("a.csv", text));
}

std::string measured_error(const std::string& text) {
  return placed_message_of([&] { points_of_text(text); });
}

MeasuredPoint stable_point(double offered, double latency, std::optional<double> besides = 0) {
  return {.candidate = "torus 8 x 2", .source = "by hand", .offered = offered, .latency = latency, .besides = besides};
}

}  // namespace

TEST_CASE("points are read by the names of their columns, in quotes or not") {
  const auto points = points_of_text(
      "# of last week\n"
      "latency,candidate,offered,seed,state,source,besides\r\n"
      "40.5,\"a \"\"b\"\", c\",0.5,2,stable,booksim,-1.5\n"
      "\n"
      ",d,7e-1,3,timed_out,booksim,\n");
  REQUIRE(points.size() == 2);
  CHECK(points[0].candidate == "a \"b\", c");
  CHECK(points[0].latency == 40.5);
  CHECK(points[0].offered == 0.5);
  CHECK(points[0].seed == 2);
  CHECK(points[0].source == "booksim");
  CHECK(points[0].besides == -1.5);
  CHECK(points[1].state == RunState::timed_out);
  CHECK(!points[1].latency);
  CHECK(!points[1].besides);
  const auto plain = points_of_text("candidate,offered,latency\na,1,\nb,1,2\n");
  CHECK(plain[0].state == RunState::unstable);
  CHECK(plain[1].state == RunState::stable);
}

TEST_CASE("mistakes in files of points have their place and a hint") {
  const std::string head = "candidate,offered,latency\n";
  CHECK(measured_error("") == "1:1: the file is empty");
  CHECK(measured_error("candidate,offered\na,1\n") == "1:1: the column 'latency' is missing");
  CHECK(measured_error("candidate,offered,latency,load\n") == "1:27: no column is called 'load'");
  CHECK(measured_error("candidate,offered,latency,offered\n") == "1:27: the column 'offered' is there twice");
  CHECK(measured_error(head + "a,1\n") == "2:1: this line has 2 fields, and the first line 3");
  CHECK(measured_error(head + "a,x,1\n") == "2:3: 'offered' is not a number that can be read");
  CHECK(measured_error(head + "a,-1,1\n") == "2:3: 'offered' is from 0 to 1e+12");
  CHECK(measured_error(head + "a,1,nan\n") == "2:5: 'latency' is not a number that can be read");
  CHECK(measured_error(head + "\"a,1,2\n") == "2:1: a text in quotes does not end on its line");
  CHECK(measured_error(head + "\"a\"b,1,2\n") == "2:4: a comma must follow a text in quotes");
  CHECK(measured_error("candidate,offered,latency,state\na,1,2,good\n") ==
        "2:7: a state is stable, unstable or timed_out");
  CHECK(measured_error("candidate,offered,latency,state\na,1,,stable\n") == "2:1: a stable run has a latency");
}

TEST_CASE("runs at one load are one row: the mean of the stable ones, and the worst state") {
  Study study = unit_study();
  study.measured = {stable_point(2, 30), stable_point(1, 10), stable_point(1, 14)};
  MeasuredPoint lost = stable_point(2, 0);
  lost.state = RunState::unstable;
  lost.latency = 0;
  study.measured.push_back(lost);
  const auto loads = measured_loads(study, "torus 8 x 2", "constant");
  REQUIRE(loads.size() == 2);
  CHECK(loads[0].offered == 1);
  CHECK(loads[0].latency == 12);
  CHECK(loads[0].state() == RunState::stable);
  CHECK(loads[1].latency == 30);
  CHECK(loads[1].state() == RunState::unstable);
  CHECK(loads[1].all_runs() == 2);
  CHECK(measured_loads(study, "mesh", "constant").empty());
}

TEST_CASE("beside a measured point stands the model's latency at its load, with what the source counts besides") {
  Study study = unit_study();
  study.designs = {torus(8, 2)};
  study.designs[0].channel.width_bits = 16;
  study.loads = {{3, OfferedLoad::Unit::bits_per_cycle}, {1e6, OfferedLoad::Unit::bits_per_cycle}};
  study.measured = {stable_point(3, 50, 5), stable_point(1e6, 60), stable_point(4, 60, std::nullopt)};
  const std::vector<Candidate> candidates = evaluate(study);
  const Timing& timing = candidates[0].latency.timings.at(0);
  REQUIRE(timing.measured.size() == 3);
  CHECK(*timing.measured[0].predicted == doctest::Approx(*timing.load_points[0].latency() / timing.clock.cycle + 5));
  CHECK(*timing.measured[0].error() == doctest::Approx(*timing.measured[0].predicted / 50 - 1));
  CHECK(!timing.measured[1].predicted);  // cannot be compared
  CHECK(!timing.measured[2].predicted);  // saturated
  CHECK(!timing.measured[2].error());
}

TEST_CASE("points of a delay model that the study has not are left out with a warning") {
  const std::string folder = source_folder() + "/tests/golden/booksim/torus-runs";
  const Overrides measured = {{"measured", folder + "/points.csv"}};
  CHECK(read_study(folder + "/spec.yaml", measured).warnings.empty());
  const Study other = read_study(folder + "/spec.yaml", {measured[0], {"delay", "d2m"}});
  REQUIRE(other.warnings.size() == 1);
  CHECK(other.warnings[0].message.find("points measured under 'repeated' are left out") == 0);
  CHECK(measured_loads(other, "torus", other.delays[0].label).empty());
}
