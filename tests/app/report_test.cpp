// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

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
  CHECK(place.run("report spec.yaml -c absent").code == 2);
  CHECK(place.run("report spec.yaml --format json").code == 2);
  CHECK(place.run("report absent.yaml -o page.html").code == 3);
  CHECK(place.entries() == 1);
  CHECK(place.run("report spec.yaml -o a/new/page.html").code == 0);
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

TEST_CASE("the report of a search ranks its winners, draws the first two, its front and how it went on") {
  const Place place(
      "cutline: 1\ntitle: 16 tiles\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\n"
      "search: {terminals: 16, families: [mesh, torus, ring], effort: {moves: 20000, starts: 2}}\n");
  const Run run = place.run("report spec.yaml -o page.html");
  CHECK_MESSAGE(run.code == 0, run.err);
  const std::string page = slurp(place / "page.html");
  for (const char* there : {"id=\"ranking\"", "id=\"search\"", "id=\"search-front\"", "id=\"search-history-1\"",
                            "the best mean hops of each start", "links that follow no rule",
                            "The winner and the runner-up.", "networks of families were considered"}) {
    CAPTURE(std::string(there));
    CHECK(contains(page, there));
  }
  std::size_t plans = 0;
  for (std::size_t at = 0; (at = page.find("<figure class=\"plan\"", at)) != std::string::npos; ++at) ++plans;
  CHECK(plans == 2);
  CHECK(!contains(page, "id=\"pareto"));
  CHECK(place.run("report spec.yaml --threads 1").out == page);
  CHECK(contains(place.run("search spec.yaml -o page.html").err, "cutline report spec.yaml -o page.html"));
}

TEST_CASE("a search without an answer has no page, and says what stood in the way") {
  const Place place(
      "cutline: 1\nsearch: {terminals: 16, families: [hypercube], irregular: no, limits: {links_of_router: 2}}\n");
  const Run run = place.run("report spec.yaml -o page.html");
  CHECK(run.code == 1);
  CHECK(contains(run.err, "links_of_router"));
  CHECK(!fs::exists(place / "page.html"));
}
