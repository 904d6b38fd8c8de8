// SPDX-License-Identifier: Apache-2.0
// Tests a report in a browser: a script points at it, zooms, sorts and types, and checks colours and widths.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include "cutline/placement/place.hpp"
#include "output/exported_files.hpp"
#include "output/report/section.hpp"
#include "support/tools.hpp"

namespace {

using namespace cutline::test;

const auto kReportChromiumSkip = doctest::skip(!has_tool("chromium"));

constexpr const char* kReportChromiumSpec = R"(cutline: 1
title: three networks of 64 nodes
hold: {bisection: 128 wires}
message: 32 bits
delay: [constant, linear]
candidates:
  - {name: mesh, topology: {family: mesh, radix: 8, dimensions: 2}}
  - {name: torus, topology: {family: torus, radix: 8, dimensions: 2}, placement: {order: folded}}
  - {name: cube, topology: {family: hypercube, dimensions: 6}}
)";

std::string tests_file(const std::string& name) { return slurp(fs::path(source_folder()) / "tests/output" / name); }

/// The report with two more scripts, which its content security policy admits.
std::string under_test(std::string html) {
  const std::string policy = "script-src ";
  const auto insert = [&](const std::string& before, const std::string& script) {
    const std::size_t at = html.find(before);
    REQUIRE(at != std::string::npos);
    html.insert(at, "<script>" + script + "</script>\n");
    html.insert(html.find(policy) + policy.size(), fmt::format("'{}' ", cutline::report::script_hash(script)));
  };
  insert("</body>", tests_file("report_selftest.js"));
  insert("<style>", tests_file("report_watch.js"));
  return html;
}

/// A page that shows the report as narrow as a telephone, which no window can be, and reports what it contains.
constexpr const char* kTelephone = R"(<!DOCTYPE html><iframe src="report.html" width="400" height="720"></iframe>
<script>addEventListener("message", function (event) {
  document.body.append(Object.assign(document.createElement("pre"), {textContent: event.data}));
});</script>
)";

std::string shown(const Folder& place, const std::string& page, const std::string& options) {
  return place.output_of(
      fmt::format("timeout -s KILL 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir=profile "
                  "--window-size=1280,720 "
                  "--virtual-time-budget=5000 {} --dump-dom 'file://{}'",
                  options, (place / page).string()));
}

void check_told(const std::string& dom, const std::string& expected) {
  const std::size_t end = dom.rfind("done</pre>");
  REQUIRE(end != std::string::npos);
  const std::size_t begin = dom.rfind("<pre", end);
  std::istringstream lines(dom.substr(begin, end - begin));
  int held = 0;
  for (std::string line; std::getline(lines, line);) {
    if (contains(line, "fails: ")) FAIL_CHECK(line);
    if (contains(line, "ok: ")) ++held;
  }
  CHECK(held > 30);
  CHECK(contains(dom, expected));
}

}  // namespace

TEST_CASE("the browser of the report is there, or its tests are skipped") {
  if (!has_tool("chromium")) MESSAGE("Chromium is not installed: tests skipped; it is in Debian's package chromium");
}

TEST_CASE("a report can be pointed at, zoomed, sorted and read, light, dark and narrow, and asks for nothing" *
          kReportChromiumSkip) {
  const Folder place(kReportChromiumSpec);
  REQUIRE(place.run("report spec.yaml -o report.html").code == 0);
  place.write("report.html", under_test(slurp(place / "report.html")));
  place.write("telephone.html", kTelephone);
  check_told(shown(place, "report.html", "--blink-settings=preferredColorScheme=1"), "dark false, width 1280");
  check_told(shown(place, "report.html", "--blink-settings=preferredColorScheme=0"), "dark true, width 1280");
  check_told(shown(place, "telephone.html", "--blink-settings=preferredColorScheme=1"), "width 400");
}
