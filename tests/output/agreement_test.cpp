// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <set>

#include "cutline/output/floorplan/floorplan.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/output/report/report.hpp"
#include "cutline/study/placed_network.hpp"
#include "json.hpp"
#include "output/agreement_specs.hpp"
#include "output/mean_route.hpp"
#include "output/svg/canvas.hpp"
#include "output/text/xml.hpp"
#include "output/told_links.hpp"
#include "topology/said_sites.hpp"

/// A link has one delay and one number of cycles in all outputs: measures, exports, drawings and the report.

using namespace cutline;
using namespace cutline::test;

namespace {

constexpr double kRelative = 1e-10;  // exports have 12 digits
constexpr double kMostNodesOfRoutes = 130;

doctest::Approx near(double value, double relative = kRelative) { return doctest::Approx(value).epsilon(relative); }

/// How often each kind of number was compared with another one. So no check can pass because it found no numbers.
std::map<std::string, std::size_t>& held() {
  static std::map<std::string, std::size_t> counts;
  return counts;
}

Exported exported(const std::string& target, const Study& study, const Candidate& candidate, std::size_t delay) {
  const Export& row = find_export(target);
  ExportChoice choice = to_file("network" + std::string(row.extension));
  choice.delay = delay;
  return export_candidate(row, study, candidate, choice, {});
}

/// One candidate under one delay model, link by link.
struct Links {
  const Study& study;
  const Candidate& candidate;
  std::size_t delay = 0;
  std::vector<ToldLink> all;

  Links(const Study& of_study, const Candidate& of_candidate, std::size_t of_delay)
      : study(of_study),
        candidate(of_candidate),
        delay(of_delay),
        all(links_in_csv(exported("csv", study, candidate, delay).files.at(0).content)) {}

  const Timing& timing() const { return candidate.latency.timings.at(delay); }
  bool fixed() const { return study.clock.rule == ClockRule::fixed; }
  double cycle_ns() const { return in_ns(std::max(study.clock.cycle, study.clock.floor)); }
  double longest_ns() const {
    double longest = 0;
    for (const ToldLink& link : all) longest = std::max(longest, link.delay_ns);
    return longest;
  }
  /// The time that simulators are given: whole cycles if the clock has a fixed frequency.
  double time_ns(const ToldLink& link) const { return fixed() ? link.cycles * cycle_ns() : link.delay_ns; }
};

/// Whole cycles, at least one. A rounding error above a whole number does not add a cycle.
double cycles_of(double delay_ns, double cycle_ns) {
  const double cycles = delay_ns / cycle_ns;
  return std::max(1.0, std::ceil(cycles - 1e-9 * std::max(1.0, cycles)));
}

using LinkValue = std::function<double(const ToldLink&)>;

/// How a file lists links: one entry for each link or for each channel; of parallel ones all, or the fastest.
enum class Entries { links, fastest_links, fastest_channels };

void expect_told(const ToldValues& told, const Links& links, const LinkValue& value, Entries entries,
                 double within = 0) {
  const bool channels = entries == Entries::fastest_channels;
  const bool fastest = entries != Entries::links;
  ToldValues truth;
  for (const ToldLink& link : links.all) {
    truth.add(link.from, link.to, value(link));
    if (channels && !link.one_way) truth.add(link.to, link.from, value(link));
  }
  REQUIRE(told.all().size() == truth.all().size());
  for (const auto& [ends, values] : truth.all()) {
    REQUIRE(told.all().count(ends) == 1);
    const std::vector<double>& own = told.all().at(ends);
    REQUIRE(own.size() == (fastest ? 1 : values.size()));
    for (std::size_t i = 0; i < own.size(); ++i)
      CHECK(std::abs(own[i] - values[i]) <= within + kRelative * std::abs(values[i]));
  }
}

/// Reads the target's file and compares it with the table of links; counts it if the target takes the network.
void hold_export(const Links& links, const std::string& target, const std::function<void(const std::string&)>& check) {
  std::string text;
  try {
    text = exported(target, links.study, links.candidate, links.delay).files.at(0).content;
  } catch (const Error&) {
    return;
  }
  CAPTURE(target);
  ++held()[target];
  check(text);
}

/// BookSim makes every link two-way. For a one-way link the file may contain a way back, so slow that no route takes
/// it.
ToldValues without_ways_back(const ToldValues& told, const Links& links) {
  std::set<Ends> channels;
  double most = 0;
  for (const ToldLink& link : links.all) {
    channels.insert({link.from, link.to});
    if (!link.one_way) channels.insert({link.to, link.from});
    most = std::max(most, link.cycles);
  }
  ToldValues kept;
  for (const auto& [ends, values] : told.all()) {
    for (const double value : values) {
      if (channels.count(ends) != 0) kept.add(ends.first, ends.second, value);
      if (channels.count(ends) == 0) CHECK(value > most);
    }
  }
  return kept;
}

void hold_graphs(const Links& links) {
  const LinkValue delay = [](const ToldLink& link) { return link.delay_ns; };
  const LinkValue cycles = [](const ToldLink& link) { return link.cycles; };
  const bool clocked = links.all.front().cycles > 0;
  hold_export(links, "dot", [&](const std::string& text) {
    const std::vector<const char*> edges = {"%llu -- %llu [", "%llu -> %llu ["};
    expect_told(told_by_lines(text, edges, "delay_ns=\""), links, delay, Entries::links);
    if (clocked) expect_told(told_by_lines(text, edges, "delay_cycles="), links, cycles, Entries::links);
  });
  hold_export(links, "graphml", [&](const std::string& text) {
    expect_told(told_by_graphml(text, "edelay_ns"), links, delay, Entries::links);
    if (clocked) expect_told(told_by_graphml(text, "edelay_cycles"), links, cycles, Entries::links);
  });
}

void hold_simulators(const Links& links) {
  const LinkValue cycles = [](const ToldLink& link) { return link.cycles; };
  const LinkValue time = [&](const ToldLink& link) { return links.time_ns(link); };
  hold_export(links, "booksim", [&](const std::string& text) {
    expect_told(without_ways_back(told_by_booksim(text), links), links, cycles, Entries::fastest_channels);
  });
  hold_export(links, "garnet", [&](const std::string& text) {
    expect_told(told_by_python(text), links, cycles, Entries::fastest_channels);
  });
  hold_export(links, "sst", [&](const std::string& text) {
    const LinkValue picoseconds = [&](const ToldLink& link) { return std::max(1.0, 1e3 * time(link)); };
    expect_told(told_by_python(text), links, picoseconds, Entries::fastest_links, 0.5);
  });
  hold_export(links, "ns3",
              [&](const std::string& text) { expect_told(told_by_ns3(text), links, time, Entries::links, 0.5e-6); });
  hold_export(links, "omnet",
              [&](const std::string& text) { expect_told(told_by_omnet(text), links, time, Entries::links); });
  hold_export(links, "simgrid", [&](const std::string& text) {
    expect_told(told_by_simgrid(text, links.all), links, time, Entries::fastest_links);
  });
  hold_export(links, "caminos", [&](const std::string& text) {
    std::vector<double> classes;
    for (std::size_t at = text.find("LinkClass { delay: "); at != text.npos; at = text.find("LinkClass {", at + 1))
      classes.push_back(std::stod(text.substr(at + 19)));
    classes.pop_back();  // of servers
    double most = 0;
    for (const ToldLink& link : links.all) most = std::max(most, link.cycles);
    CHECK(*std::max_element(classes.begin(), classes.end()) == most);
  });
}

void hold_measures(const Links& links, const nlohmann::ordered_json& record) {
  CHECK(static_cast<double>(links.all.size()) == links.candidate.facts.links);
  const double longest = links.longest_ns();
  CHECK(in_ns(links.timing().longest_wire) == near(longest));
  CHECK(record.at("delay").at("longest_wire_ns").get<double>() == near(longest));
  ++held()["measures"];
  for (const ToldLink& link : links.all) {
    if (links.fixed()) CHECK(link.cycles == cycles_of(link.delay_ns, links.cycle_ns()));
    if (links.study.clock.rule == ClockRule::per_link) CHECK(link.cycles == 0);
  }
}

/// The delays of a link under all models, as in the titles of a page: ", 1 ns linear, 2 ns repeated".
std::set<std::string> delay_texts(const std::vector<Links>& models, const Ends& ends, const std::string& link_class) {
  std::vector<std::vector<std::string>> texts(models.size());
  for (std::size_t d = 0; d < models.size(); ++d) {
    const bool tau = models[d].study.counts_tau();
    const std::string label = models.size() > 1 ? " " + text::xml_escape(models[d].timing().delay_label) : "";
    for (const ToldLink& link : models[d].all) {
      if (Ends(link.from, link.to) == ends && link.link_class == link_class)
        texts[d].push_back(fmt::format(", {} {}{}", svg::short_number(link.delay_ns), tau ? "tau" : "ns", label));
    }
  }
  // Parallel links are sorted by their delay under each model, so only with one model is it known which is which.
  std::set<std::string> all;
  for (std::size_t i = 0; i < texts[0].size(); ++i) {
    std::string text;
    for (const std::vector<std::string>& of_model : texts) text += of_model[i];
    all.insert(text);
  }
  return all;
}

/// Checks that every wire's title ends with the delays of its link. If all links are drawn, each one must have a title.
void hold_titles(const std::vector<Links>& models, const std::string& page) {
  std::map<std::string, std::set<std::string>> truth;
  std::map<std::pair<Ends, std::string>, int> parallel;
  for (const ToldLink& link : models[0].all) ++parallel[{{link.from, link.to}, link.link_class}];
  for (const ToldLink& link : models[0].all) {
    if (models.size() > 1 && parallel[{{link.from, link.to}, link.link_class}] > 1) continue;
    const std::set<std::string> texts = delay_texts(models, {link.from, link.to}, link.link_class);
    for (const auto& [a, b] : {std::pair(link.from_address, link.to_address), {link.to_address, link.from_address}})
      truth[fmt::format("{} – {}, {}", text::xml_escape(a), text::xml_escape(b), text::xml_escape(link.link_class))]
          .insert(texts.begin(), texts.end());
  }
  for (std::size_t at = page.find("<title>"); at != page.npos; at = page.find("<title>", at + 1)) {
    const std::string title = page.substr(at + 7, page.find("</title>", at) - at - 7);
    const auto found = truth.find(title.substr(0, std::min(title.find(", span "), title.find(", wire"))));
    if (found == truth.end()) continue;
    CAPTURE(title);
    CAPTURE(*found->second.begin());
    CHECK(std::any_of(found->second.begin(), found->second.end(),
                      [&](const std::string& text) { return title.ends_with(text); }));
    ++held()["titles"];
  }
}

void hold_drawings(const std::vector<Links>& models) {
  const Links& first = models.front();
  DrawOptions page;
  page.in_page = true;
  hold_titles(models, floorplan_svg(first.study, first.candidate, page));
  for (const Links& links : models) {
    DrawOptions options;
    options.colour = WireColour::delay;
    options.delay = links.delay;
    const std::string svg = floorplan_svg(links.study, links.candidate, options);
    hold_titles(models, svg);
    const std::string legend = behind(svg, ">delay: ");
    if (legend.empty()) continue;  // a density map
    double least = links.all.front().delay_ns;
    for (const ToldLink& link : links.all) least = std::min(least, link.delay_ns);
    const std::string low = svg::short_number(least), high = svg::short_number(links.longest_ns());
    CHECK(legend.starts_with(low == high ? high + " " : low + " to " + high + " "));
    ++held()["legends"];
  }
}

/// Checks that the mean latency is the mean over all pairs, computed with the exported links.
void hold_routes(const Links& links) {
  const Candidate& candidate = links.candidate;
  const Study& study = links.study;
  if (candidate.facts.nodes > kMostNodesOfRoutes || candidate.facts.routing == Routing::express || study.traffic)
    return;
  if (study.switching == Switching::store_and_forward || !candidate.traffic.mean_hops()) return;
  if (candidate.traffic.without_way.value_or(0) > 0) return;  // the search here takes all pairs
  // Networks of groups take one link between groups, and the search here all shortest paths.
  if (candidate.facts.routing == Routing::hierarchical) return;
  const bool own = links.fixed() && study.pipelined;
  const bool sums = study.clock.rule == ClockRule::per_link;
  const double cycle_ns = in_ns(links.timing().clock.cycle);
  const double longest_cycles = cycles_of(links.longest_ns(), links.cycle_ns());
  const LinkValue cost = [&](const ToldLink& link) {
    return own ? link.cycles * cycle_ns : sums ? link.delay_ns : links.fixed() ? longest_cycles * cycle_ns : cycle_ns;
  };
  const Topology& topology = candidate.network()->topology;
  const bool dimensions =
      candidate.facts.routing == Routing::dimension_order && topology.is_product() && !topology.has_interchanges();
  const std::vector<std::uint32_t> terminals = tiles_of_sites(*candidate.design, *candidate.network()).terminals;
  if (!terminals.empty() && !dimensions) return;
  const SearchedRoute mean = !terminals.empty() ? by_dimensions(topology, terminals, links.all, cost)
                             : dimensions       ? by_dimensions(topology, links.all, cost)
                                                : by_shortest(topology, links.all, cost);
  const bool others = !study.traffic_self && candidate.facts.terminals > 1;
  const double factor = others ? candidate.facts.terminals / (candidate.facts.terminals - 1) : 1;
  CHECK(*candidate.traffic.mean_hops() == near(mean.hops * factor, 1e-9));
  CHECK(in_ns(links.timing().latency.wire) == near(mean.cost * factor, 1e-9));
  ++held()[own ? "routes of own cycles" : sums ? "routes of own delays" : "routes of equal links"];
}

void hold_candidate(const Study& study, const Candidate& candidate, std::size_t number, bool all) {
  if (!candidate.laid_out() || candidate.latency.timings.empty()) return;
  CAPTURE(candidate.design->name);
  std::vector<Links> models;
  for (std::size_t d = 0; d < study.delays.size(); ++d) {
    CAPTURE(study.delays[d].label);
    models.emplace_back(study, candidate, d);
    const Links& links = models.back();
    if (links.all.empty()) return;
    hold_measures(links, json_of(record(study, candidate, d, nullptr, number)));
    hold_routes(links);
    if (!all) continue;
    hold_graphs(links);
    hold_simulators(links);
  }
  if (all) hold_drawings(models);
}

}  // namespace

TEST_CASE("over layouts/: a link has one delay and one number of cycles in measures, exports and drawings") {
  held().clear();
  for (const std::string& file : specs_of_layouts()) {
    CAPTURE(file);
    const std::optional<Study> study = small_part(read_study(file));
    if (!study) continue;
    const std::vector<Candidate> candidates = evaluate(*study, {}, Layouts::kept);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      // Nodes are told apart by their numbers here; names_test.cpp is about names.
      if (candidates[i].network() && has_names(candidates[i].network()->topology)) continue;
      hold_candidate(*study, candidates[i], i, i < 4);
    }
  }
  for (const char* what : {"measures", "dot", "graphml", "booksim", "garnet", "sst", "ns3", "omnet", "simgrid",
                           "caminos", "titles", "legends", "routes of equal links"}) {
    CAPTURE(what);
    CHECK(held()[what] > 10);
  }
}

TEST_CASE("over random specs: a link has one delay and one number of cycles, in the report too") {
  held().clear();
  RandomSpecs specs(20261122);
  for (int i = 0; i < 60; ++i) {
    const std::string text = specs.next();
    CAPTURE(text);
    const Study study = parse_study(text, "random.yaml", "");
    const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::kept);
    hold_candidate(study, candidates[0], 0, true);
    if (i % 4 != 0 || !candidates[0].laid_out() || candidates[0].latency.timings.empty()) continue;
    const std::vector<Ranking> rankings = rank(study, candidates);
    const Data document = result_document(study, candidates, rankings);
    const Comparison comparison{study, candidates, rankings, {}};
    std::vector<Links> models;
    for (std::size_t d = 0; d < study.delays.size(); ++d) models.emplace_back(study, candidates[0], d);
    hold_titles(models, report_html({comparison, document, text, {}}));
  }
  for (const char* what :
       {"measures", "dot", "graphml", "booksim", "garnet", "sst", "ns3", "omnet", "simgrid", "titles", "legends",
        "routes of own cycles", "routes of own delays", "routes of equal links"}) {
    CAPTURE(what);
    CHECK(held()[what] > 3);
  }
}

TEST_CASE("one-way links back and forth: each channel has its own wires in all outputs") {
  held().clear();
  // Messages from 0 to 1 have one link, those back may take two ways; so the two links are not equally busy.
  const std::string graph =
      "family: graph, nodes: 4, channels: unidirectional,\n"
      "    links: [[0, 1], [1, 0], [1, 2], [2, 3], [3, 0], [2, 1], [1, 3], [3, 1], [0, 1]]";
  for (const std::string& network :
       {graph, std::string("family: kautz, degree: 2, dimensions: 3, channels: unidirectional"),
        std::string("family: de_bruijn, dimensions: 4, channels: unidirectional")}) {
    for (const char* clock : {"{rule: per_link}", "{frequency: 8 GHz}"}) {
      for (const char* placement : {"{}", "{columns: 8, order: bisection}"}) {
        const std::string spec =
            "cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\nchannel: {width: 64 bits}\n"
            "message: 128 bits\nrouter: {delay: 1 ns}\nwires: pipelined\nclock: " +
            std::string(clock) + "\ncandidates:\n  - name: one\n    placement: " + placement + "\n    topology: {" +
            network + "}\n";
        CAPTURE(spec);
        const Study study = parse_study(spec, "spec.yaml", "");
        hold_candidate(study, evaluate(study, {}, Layouts::kept).at(0), 0, true);
      }
    }
  }
  CHECK(held()["routes of own cycles"] == 6);
  CHECK(held()["routes of own delays"] == 6);
}
