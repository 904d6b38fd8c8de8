// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "app/place.hpp"

namespace {

using namespace cutline::test;

constexpr const char* kReportSpec = R"(cutline: 1
title: two networks
candidates:
  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}
  - {name: cube, topology: {family: hypercube, dimensions: 4}}
)";

}  // namespace

TEST_CASE("report writes a page to a file or to standard output, the same bytes") {
  const Place place(kReportSpec);
  const Run run = place.run("report spec.yaml -o page.html");
  CHECK(run.code == 0);
  CHECK(run.out == "");
  const std::string page = slurp(place / "page.html");
  CHECK(page.compare(0, 15, "<!DOCTYPE html>") == 0);
  CHECK(place.run("report spec.yaml --threads 1").out == page);
  const Run piped = place.run("report - -o piped.html", "cat spec.yaml |");
  CHECK(piped.code == 0);
  CHECK(slurp(place / "piped.html") == page);
}

TEST_CASE("report takes overrides, and tells them") {
  const Place place(kReportSpec);
  const std::string page =
      place.run("report spec.yaml --set 'candidates[mesh].topology.radix=2' --set population=any").out;
  CHECK(contains(page, "candidates[mesh].topology.radix=2"));
}

TEST_CASE("report exits 1 where an expectation does not hold, and writes the page all the same") {
  const Place place(fmt::format("{}expect: [{{winner: mesh}}, {{winner: cube}}]\n", kReportSpec));
  const Run run = place.run("report spec.yaml -o page.html");
  CHECK(run.code == 1);
  CHECK(contains(run.err, "expect: 1 of 2 hold"));
  CHECK(contains(slurp(place / "page.html"), "expect: 1 of 2 hold"));
}

TEST_CASE("report --dry-run says what it would take and leaves no file") {
  const Place place(kReportSpec);
  const Run run = place.run("report spec.yaml -o page.html --dry-run");
  CHECK(run.code == 0);
  CHECK(contains(run.out, "Estimate:"));
  CHECK(!fs::exists(place / "page.html"));
}

TEST_CASE("report refuses to overwrite its spec, and what is no option of it") {
  const Place place(kReportSpec);
  CHECK(place.run("report spec.yaml -o spec.yaml").code == 2);
  CHECK(place.run("report spec.yaml -c mesh").code == 2);
  CHECK(place.run("report spec.yaml --format json").code == 2);
  CHECK(place.run("report absent.yaml -o page.html").code == 3);
  CHECK(place.run("report spec.yaml -o absent/page.html").code == 3);
  CHECK(place.entries() == 1);
}

TEST_CASE("a terminal is never filled with a page or a picture: it is told where to write") {
  const Place place(kReportSpec);
  for (const auto& [command, file] :
       {std::pair("report spec.yaml", "-o report.html"), std::pair("draw spec.yaml -c mesh", "-o draw.svg"),
        std::pair("plot spec.yaml --what profile", "-o plot.svg")}) {
    const std::string shown = place.at_terminal(command);
    CHECK_MESSAGE(contains(shown, file), shown);
    CHECK(contains(shown, "would fill the terminal"));
    CHECK(!contains(shown, "<"));
  }
}
