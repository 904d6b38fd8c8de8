// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/report/report.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cutline/base/parallel.hpp"
#include "cutline/output/export/network.hpp"
#include "cutline/output/floorplan/floorplan.hpp"
#include "cutline/study/laid_out.hpp"
#include "output/report/section.hpp"
#include "output/report_page.hpp"
#include "output/svg/text.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

constexpr const char* kReportSpec = R"(cutline: 1
title: three of sixteen
hold: {bisection: 64 wires}
message: 32 bits
delay: [constant, linear]
candidates:
  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}
  - {name: torus, topology: {family: torus, radix: 4, dimensions: 2}, placement: {order: folded}}
  - {name: real, ideal: true, topology: {family: torus, nodes: 16, dimensions: 2, channels: unidirectional}}
  - {name: thin, topology: {family: hypercube, dimensions: 10}}
population: any
expect:
  - {winner: mesh, delay: constant, origin: counted}
  - {candidate: mesh, key: links, value: 24, origin: printed}
  - {candidate: mesh, key: links, value: 25, origin: printed}
)";

/// A spec with one candidate of each line, in the unit technology.
std::string report_spec(const std::vector<std::string>& candidates, const std::string& more = "") {
  std::string spec = "cutline: 1\npopulation: any\ndelay: constant\n" + more + "candidates:\n";
  for (const std::string& candidate : candidates) spec += "  - " + candidate + '\n';
  return spec;
}

bool report_contains(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

std::vector<std::string> attribute_values(const Element& root, const std::string& name) {
  std::vector<std::string> values;
  visit(root, [&](const Element& element) {
    const auto found = element.attributes.find(name);
    if (found != element.attributes.end()) values.push_back(found->second);
  });
  return values;
}

std::set<std::string> ids(const Element& root) {
  const std::vector<std::string> all = attribute_values(root, "id");
  std::set<std::string> unique(all.begin(), all.end());
  CHECK(unique.size() == all.size());
  return unique;
}

std::string in_order(const std::string& a, const std::string& b) {
  return fmt::format("{} – {}", std::min(a, b), std::max(a, b));
}

const Element& section(const std::vector<Element>& sections, const std::string& id) {
  const auto found = std::find_if(sections.begin(), sections.end(),
                                  [&](const Element& each) { return each.attributes.at("id") == id; });
  REQUIRE(found != sections.end());
  return *found;
}

}  // namespace

TEST_CASE("a report has every section, and its list of sections leads to each of them") {
  const Element page = parsed_page(Reported(kReportSpec).html());
  const std::vector<Element> sections = of_name(page, "section");
  std::vector<std::string> expected, listed;
  for (const Element& each : sections) expected.push_back('#' + each.attributes.at("id"));
  for (const Element& link : of_name(of_name(page, "nav").at(0), "a")) listed.push_back(link.attributes.at("href"));
  CHECK(listed == expected);
  CHECK(expected ==
        std::vector<std::string>{"#ranking", "#floorplans", "#plots", "#measures", "#expectations", "#notes", "#spec"});
}

TEST_CASE("headings of a report go down one level at a time, and references lead to what is there") {
  const Element page = parsed_page(Reported(kReportSpec).html());
  int level = 0;
  visit(page, [&](const Element& element) {
    if (element.name.size() != 2 || element.name[0] != 'h' || element.name[1] < '1' || element.name[1] > '6') return;
    CHECK(element.name[1] - '0' <= level + 1);
    level = element.name[1] - '0';
  });
  CHECK(of_name(page, "h1").size() == 1);
  CHECK(of_name(page, "main").size() == 1);
  const std::set<std::string> known = ids(page);
  for (const std::string& href : attribute_values(page, "href")) CHECK(known.count(href.substr(1)) == 1);
  for (const std::string& labels : attribute_values(page, "aria-labelledby")) {
    std::istringstream words(labels);
    for (std::string label; words >> label;) CHECK(known.count(label) == 1);
  }
}

TEST_CASE("a report asks for nothing from elsewhere, and lets no script run but its own") {
  const std::string html = Reported(kReportSpec).html();
  const Element page = parsed_page(html);
  CHECK(attribute_values(page, "src").empty());
  CHECK(of_name(page, "link").empty());
  for (const std::string& href : attribute_values(page, "href")) CHECK(href[0] == '#');
  CHECK(occurrences(html, "url(") == 0);
  CHECK(occurrences(html, "@import") == 0);
  const std::vector<std::string> policy = attribute_values(page, "content");
  CHECK(report_contains(policy.at(0), "default-src 'none'"));
  CHECK(!report_contains(policy.at(0).substr(policy.at(0).find("script-src")), "unsafe"));
  for (const char* word : {"onclick", "onload", "localhost", "javascript:"}) CHECK(occurrences(html, word) == 0);
}

TEST_CASE("a report says what compare says: the sentence, what was held, the measures, who is not ranked and why") {
  const Reported reported(kReportSpec);
  const std::string report = all_text(parsed_page(reported.html()));
  std::istringstream lines(comparison_markdown(reported.comparison()));
  int sentences = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#' || line[0] == '|' || line[0] == '`' || line[0] == ' ') continue;
    if (report_contains(line, "; ") && report_contains(line, "technology ")) continue;  // a list in the page
    if (report_contains(line, "Below the ranking") || report_contains(line, "expect:")) continue;
    CAPTURE(line);
    CHECK(report_contains(report, line));
    ++sentences;
  }
  CHECK(sentences >= 2);
  for (const char* words : {"bisection of the graph held at 64 wires", "Below the ranking", "cannot be built",
                            "expect: 2 of 3 hold (counted 1 of 1, printed 1 of 2)"}) {
    CAPTURE(std::string(words));
    CHECK(report_contains(report, words));
  }
}

TEST_CASE("what a spec calls its candidates stays text") {
  const std::string nasty = R"('</script><b class="x">&amp;]]>')";
  const std::string spec =
      "cutline: 1\ntitle: '<i>\"&--><script>alert(1)</script>'\ncandidates:\n  - {name: " + nasty +
      ", topology: {family: mesh, radix: 4, dimensions: 2}}\n  - {name: b, topology: {family: ring, "
      "nodes: 16}}\n";
  const std::string html = Reported(spec).html();
  const Element page = parsed_page(html);
  CHECK(of_class(page, "x").empty());
  CHECK(occurrences(html, "<script>") == 1);
  CHECK(occurrences(html, "<script type=\"application/json\">") == of_class(page, "plot").size());
  CHECK(occurrences(html, "</script>") == occurrences(html, "<script"));
  CHECK(report_contains(all_text(of_name(page, "h1").at(0)), "<i>\"&--><script>"));
  const std::size_t at = html.find("<script type=\"application/json\">");
  REQUIRE(at != std::string::npos);
  const std::size_t begin = html.find('>', at) + 1;
  const auto data = nlohmann::json::parse(html.substr(begin, html.find('<', begin) - begin));
  CHECK(data.at("series").at(0).at("name") == "</script><b class=\"x\">&amp;]]>");
}

TEST_CASE("the spec stands in its report as it is") {
  const std::string spec = std::string(kReportSpec) + "# <, > & \"quotes\"\r\n#\ttabs\n";
  const Reported reported(spec, "", {{"message", "64 bits"}});
  const Element page = parsed_page(reported.html());
  const std::string text = of_name(section(of_name(page, "section"), "spec"), "code").at(0).text;
  std::string expected = spec;
  expected.erase(expected.find('\r'), 1);
  CHECK(text == expected);
  CHECK(report_contains(all_text(section(of_name(page, "section"), "spec")), "message=64 bits"));
  CHECK(report_contains(reported.html(), reported.study().spec_sha256));
}

TEST_CASE("the same study gives the same report, whatever the number of threads") {
  set_thread_count(1);
  const std::string first = Reported(kReportSpec).html();
  set_thread_count(4);
  CHECK(Reported(kReportSpec).html() == first);
  set_thread_count(0);
  CHECK(!report_contains(first, "folder/"));
}

TEST_CASE("floorplans of a report have fewer details where the page would grow too large, and say so") {
  std::vector<std::string> candidates;
  for (int i = 0; i < 10; ++i) {
    candidates.push_back(fmt::format(
        "{{name: c{}, topology: {{family: hypercube, dimensions: 8}}, channel: {{width: {} bits}}}}", i, i + 1));
  }
  const Reported reported(report_spec(candidates));
  const std::string html = reported.html();
  CHECK(html.size() <= kReportBytes);
  const Element page = parsed_page(html);
  CHECK(of_name(page, "svg").size() >= 10);
  CHECK(report_contains(html, "Drawn with less detail"));
  const std::string small = reported.html(300'000);
  CHECK(small.size() < html.size());
  CHECK(report_contains(small, "since the page would grow too large"));
  parsed_page(small);
}

TEST_CASE("a sweep of many candidates shows the floorplans and measures of the best, and says which") {
  std::string spec =
      report_spec({"{name: t, topology: {family: torus, radix: 4, dimensions: 2}, sweep: {channel.width: ["
                   "1 bits, 2 bits, 3 bits, 4 bits, 5 bits, 6 bits, 7 bits, 8 bits, 9 bits, 10 bits, 11 bits, "
                   "12 bits, 13 bits, 14 bits, 15 bits, 16 bits]}}"});
  const Reported reported(spec);
  REQUIRE(reported.candidates().size() == 16);
  const std::string html = reported.html();
  const Element page = parsed_page(html);
  CHECK(of_class(page, "sheet").size() >= 12);
  CHECK(report_contains(html, "since they rank below the best 12"));
  CHECK(report_contains(html, "4 more candidates have no tables here"));
  CHECK(of_class(page, "bar").size() == 12);
}

TEST_CASE("a network of a million nodes has a report of ordinary size") {
  const std::string html =
      Reported(report_spec({"{name: big, topology: {family: torus, radix: 1024, dimensions: 2}}"})).html();
  CHECK(html.size() < kReportBytes);
  CHECK(report_contains(html, "Density map"));
  parsed_page(html);
}

TEST_CASE("a study in which nothing can be ranked has a report all the same") {
  const std::string html = Reported(report_spec({"{name: cube, topology: {family: hypercube, dimensions: 8}}"},
                                                "hold: {bisection: 2 wires}\n"))
                               .html();
  const Element page = parsed_page(html);
  CHECK(report_contains(html, "No winner"));
  CHECK(report_contains(html, "No candidate can be ranked"));
  CHECK(!report_contains(html, "id=\"floorplan-"));
}

TEST_CASE("in a page a link is one path, and its title says the delays that exports say") {
  const Reported reported(kReportSpec);
  DrawOptions options;
  options.in_page = true;
  for (const Candidate& candidate : reported.candidates()) {
    if (!candidate.laid_out()) continue;
    CAPTURE(candidate.design->name);
    const Element picture = parsed(floorplan(reported.study(), candidate, options).svg);
    std::multiset<std::string> drawn, exported;
    for (const Element& wire : of_class(picture, "wire")) {
      const std::string title = wire.children.at(0).text;
      const std::string ends = title.substr(0, title.find(','));
      const std::size_t dash = ends.find(" – "), behind = title.find(", ", title.find("span "));
      drawn.insert(in_order(ends.substr(0, dash), ends.substr(dash + 5)) + title.substr(behind));
    }
    const ExportNetwork constant = export_network(reported.study(), candidate, {.delay = 0});
    const ExportNetwork linear = export_network(reported.study(), candidate, {.delay = 1});
    for (std::size_t i = 0; i < constant.links.size(); ++i) {
      const ExportLink& link = constant.links[i];
      exported.insert(fmt::format("{}, {} wire pitch{}, {} tau constant, {} tau linear",
                                  in_order(constant.nodes[link.from].address, constant.nodes[link.to].address),
                                  svg::short_number(static_cast<double>(link.length_pitches)),
                                  link.length_pitches == 1 ? "" : "es", svg::short_number(in_ns(link.delay)),
                                  svg::short_number(in_ns(linear.links[i].delay))));
    }
    CHECK(drawn == exported);
    CHECK(drawn_runs(picture) == routed_runs(candidate.laid_out()->layout));
  }
}

TEST_CASE("a source is resolved by the bibliography") {
  CHECK(report::bibliography_entries("Dally 1990, eq. 9").size() == 1);
  CHECK(report_contains(report::bibliography_entries("Ahn 2009").at(0).text,
                        "topology, routing, and packaging of efficient"));
  CHECK(report::bibliography_entries("nobody 1890").empty());
}
