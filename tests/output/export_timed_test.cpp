// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "output/exported.hpp"
#include "output/text/number.hpp"

/// Exports to simulators that count time, not cycles. Values that they would misread are refused, or changed with a
/// note.

namespace {

using namespace cutline;
using namespace cutline::test;

const std::string kExportTimedTorus = "family: torus, radix: 4, dimensions: 2";
const std::string kExportTimedOneWay = kExportTimedTorus + ", channels: unidirectional";
const std::string kExportTimedExpress = "family: express, radix: 12, dimensions: 1, spacing: 4";
const std::string kExportTimedParallel = "family: graph, nodes: 4, links: [[0, 1], [0, 1], [1, 2], [2, 3]]";
const std::string kOwnDelays = "clock: {rule: per_link}\nrouter: {delay: 1 ns}\ninterchange: {delay: 500 ps}\n";

const std::vector<std::string> kTimed = {"simgrid", "ns3", "sst", "omnet"};

Exported export_timed_made(const std::string& target, const std::string& spec, ExportChoice choice = {}) {
  choice.file = "network" + std::string(find_export(target).extension);
  return Evaluated(spec).to(target, choice);
}
const std::string& export_timed_main_of(const Exported& made) { return made.files.at(0).content; }

/// The network without the links of node 0.
ExportNetwork torn() {
  ExportNetwork network = Evaluated(spec_of(kExportTimedTorus)).network();
  std::erase_if(network.links, [](const ExportLink& link) { return link.from == 0 || link.to == 0; });
  return network;
}

/// The lines that begin with `start`, split at blanks.
std::vector<std::vector<std::string>> words_of(const std::string& text, const std::string& start) {
  std::vector<std::vector<std::string>> all;
  for (const std::string& line : lines_of(text)) {
    if (line.rfind(start, 0) != 0) continue;
    std::stringstream stream(line);
    all.emplace_back();
    for (std::string word; stream >> word;) all.back().push_back(word);
  }
  return all;
}

/// The value of name="..." or `name = ...;` after a place in a text.
std::string value_behind(const std::string& line, const std::string& name, char end) {
  const std::size_t at = line.find(name);
  REQUIRE(at != std::string::npos);
  return line.substr(at + name.size(), line.find(end, at + name.size()) - at - name.size());
}

}  // namespace

TEST_CASE("a network that falls apart is refused by every simulator of times") {
  for (const std::string& name : kTimed) {
    CAPTURE(name);
    ExportNetwork network = torn();
    const Export& target = find_export(name);
    CHECK(refusal([&] { target.write(target, network, to_file("network.x")); }) != "");
  }
}

TEST_CASE("one-way links are refused where links go both ways, and written one way where they may") {
  CHECK(refusal([&] { export_timed_made("ns3", spec_of(kExportTimedOneWay)); }).find("one-way") != std::string::npos);
  CHECK(refusal([&] { export_timed_made("sst", spec_of(kExportTimedOneWay)); }).find("one-way") != std::string::npos);
  const std::string platform =
      export_timed_main_of(export_timed_made("simgrid", spec_of(kExportTimedOneWay, "routing: minimal\n")));
  CHECK(platform.find("SPLITDUPLEX") == std::string::npos);
  CHECK(words_of(platform, "    <route ").size() == 32);
  const std::string ned = export_timed_main_of(export_timed_made("omnet", spec_of(kExportTimedOneWay)));
  CHECK(ned.find("<-->") == std::string::npos);
  CHECK(ned.find("n0.port$o++ --> Wire {") != std::string::npos);
}

TEST_CASE("of parallel links one is written with a note where the target has one, else all are") {
  CHECK(says(export_timed_made("simgrid", spec_of(kExportTimedParallel)).notes, "2 channels parallel"));
  CHECK(says(export_timed_made("sst", spec_of(kExportTimedParallel)).notes, "2 channels parallel"));
  CHECK(lines_of(export_timed_main_of(export_timed_made("ns3", spec_of(kExportTimedParallel)))).at(0) == "4 4");
  CHECK(words_of(export_timed_main_of(export_timed_made("omnet", spec_of(kExportTimedParallel))),
                 "        n0.port++ <--> ")
            .size() == 2);
}

TEST_CASE("simgrid: the platform names the model that keeps latencies, and routes by links are said") {
  const Exported platform = export_timed_made("simgrid", spec_of(kExportTimedTorus));
  const std::string& text = export_timed_main_of(platform);
  CHECK(text.find(R"(<prop id="network/model" value="CM02"/>)") < text.find("<zone "));
  CHECK(platform.files.at(1).content.find("--cfg=network/model:CM02") != std::string::npos);
  CHECK(says(platform.notes, "fewest links, whatever their delay"));
  for (const RouteCost cost : {RouteCost::wire, RouteCost::router_and_wire}) {
    ExportChoice choice;
    choice.route_cost = cost;
    CHECK(refusal([&] { export_timed_made("simgrid", spec_of(kExportTimedTorus), choice); }).find("by hops alone") !=
          std::string::npos);
  }
  // "--clock" inside a comment would make the XML invalid.
  ExportChoice clock;
  clock.cycle = nanoseconds(1);
  const std::string named = export_timed_main_of(export_timed_made("simgrid", spec_of(kExportTimedTorus), clock));
  const std::string comment = named.substr(named.find("<!--") + 4, named.find("-->") - named.find("<!--") - 4);
  CHECK(comment.find("set by - -clock") != std::string::npos);
  CHECK(comment.find("--") == std::string::npos);
}

TEST_CASE("simgrid: where it finds routes itself every channel has one, over its link and the router that it enters") {
  for (const std::string& topology : {kExportTimedTorus, kExportTimedOneWay, kExportTimedExpress}) {
    CAPTURE(topology);
    // Its files hold one path for each pair, but these routes share messages among several.
    const Evaluated each(spec_of(topology, "routing: minimal\n"));
    const ExportNetwork network = each.network();
    const std::string text = export_timed_main_of(each.to("simgrid", to_file("n.xml")));
    std::set<std::string> routes;
    for (const std::string& line : lines_of(text)) {
      if (line.rfind("    <route ", 0) == 0) routes.insert(line);
    }
    const std::vector<ExportChannel> expected = channels(network);
    CHECK(routes.size() == expected.size());
    for (const ExportChannel& channel : expected) {
      const ExportLink& link = network.links[channel.link];
      const std::string way = link.one_way                ? ""
                              : channel.from == link.from ? " direction=\"UP\""
                                                          : " direction=\"DOWN\"";
      CHECK(routes.count(fmt::format(R"(    <route src="n{}" dst="n{}" symmetrical="NO"><link_ctn id="l{}"{}/>)",
                                     channel.from, channel.to, channel.link, way) +
                         fmt::format(R"(<link_ctn id="r{}"/></route>)", channel.to)) == 1);
    }
    for (const std::string& line : lines_of(text)) {
      if (line.rfind("    <link id=\"l", 0) != 0) continue;
      const ExportLink& link = network.links.at(std::stoull(value_behind(line, "id=\"l", '"')));
      const std::string latency = value_behind(line, "latency=\"", '"');
      CHECK(latency.substr(latency.size() - 2) == "ns");
      CHECK(std::stod(latency) == doctest::Approx(0.5 * static_cast<double>(link.cycles)));
      // 32 bits in 0.5 ns.
      CHECK(std::stod(value_behind(line, "bandwidth=\"", '"')) == doctest::Approx(8e9));
    }
  }
}

TEST_CASE("without a clock every target of times writes the wires' own delays") {
  const Evaluated each(spec_of(kExportTimedExpress, kOwnDelays));
  const ExportNetwork network = each.network();
  const std::vector<std::vector<std::string>> ns3 =
      words_of(export_timed_main_of(each.to("ns3", to_file("n.inet"))), "");
  const std::string ned = export_timed_main_of(each.to("omnet", to_file("n.ned")));
  const std::string platform = export_timed_main_of(each.to("simgrid", to_file("n.xml")));
  const std::string python = export_timed_main_of(each.to("sst", to_file("n.py")));
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    const ExportLink& link = network.links[i];
    const double ns = text::twelve_digits(in_ns(link.delay));
    const std::vector<std::string>& row = ns3.at(1 + network.nodes.size() + i);
    CHECK(std::abs(std::stod(row.at(2)) - ns * 1e6) <= 0.5);
    CHECK(row.at(2).substr(row.at(2).size() - 2) == "fs");
    // Each end adds half of its router's delay.
    const auto router = [&](std::uint64_t node) { return network.nodes[node].interchange ? 0.5e6 : 1e6; };
    CHECK(std::stod(row.at(3)) == (router(link.from) + router(link.to)) / 2);
    CHECK(std::stod(words_of(ned, "        n").at(network.nodes.size() + i).at(6)) == ns);
    const std::string row_of_link = platform.substr(platform.find(fmt::format(R"(<link id="l{}")", i)));
    CHECK(std::stod(value_behind(row_of_link, "latency=\"", 'n')) == ns);
    const std::string row_sst = fmt::format("    ({}, {}, ", link.from, link.to);
    CHECK(std::stoll(value_behind(python, row_sst, ',')) == std::max(1LL, std::llround(ns * 1000)));
  }
}

TEST_CASE("routers' delays in cycles that no clock turns into time are left out with a note") {
  const std::string spec = spec_of(kExportTimedTorus, "clock: {rule: per_link}\n");
  CHECK(says(export_timed_made("simgrid", spec).notes, "their delay is not written"));
  CHECK(refusal([&] { export_timed_made("ns3", spec); }).find("routers take cycles") != std::string::npos);
  CHECK(!says(export_timed_made("simgrid", spec_of(kExportTimedTorus)).notes, "their delay is not written"));
}

TEST_CASE("ns3: the program sets a resolution of a femtosecond before it makes a time") {
  const std::string program = export_timed_made("ns3", spec_of(kExportTimedTorus)).files.at(1).content;
  const std::string code = program.substr(program.find("int main("));
  CHECK(code.find("Time::SetResolution(Time::FS)") < code.find("Time(delay)"));
  CHECK(code.find("Time::SetResolution(Time::FS)") < code.find("Create"));
  CHECK(says(lines_of(program), "not its exit code"));
}

TEST_CASE("ns3: metrics are whole numbers of 16 bits; costs that are not are rounded with a note") {
  const auto metrics = [](const Exported& network) {
    std::vector<double> all;
    for (const auto& row : words_of(export_timed_main_of(network), "")) {
      if (row.size() == 7) all.insert(all.end(), {std::stod(row[4]), std::stod(row[5])});
    }
    REQUIRE(!all.empty());
    return all;
  };
  CHECK(!says(export_timed_made("ns3", spec_of(kExportTimedExpress)).notes, "metrics"));
  ExportChoice fast;
  fast.cycle = nanoseconds(1e-6);
  for (const Exported& network : {export_timed_made("ns3", spec_of(kExportTimedExpress, kOwnDelays)),
                                  export_timed_made("ns3", spec_of(kExportTimedExpress), fast)}) {
    CHECK(says(network.notes, "metrics are whole numbers up to 65535"));
    const std::vector<double> all = metrics(network);
    CHECK(*std::max_element(all.begin(), all.end()) == 65535);
    CHECK(*std::min_element(all.begin(), all.end()) >= 1);
  }
  ExportChoice hops;
  hops.route_cost = RouteCost::hop;
  for (const double metric : metrics(export_timed_made("ns3", spec_of(kExportTimedExpress), hops))) CHECK(metric == 1);
  // An interchange takes less time than a node's router, so the two directions differ.
  const std::string two = "router: {delay: 5 cycles}\ninterchange: {delay: 3 cycles}\n";
  for (const auto& row :
       words_of(export_timed_main_of(export_timed_made("ns3", spec_of(kExportTimedExpress, two))), "3 12 ")) {
    CHECK(std::stoi(row.at(4)) + 2 == std::stoi(row.at(5)));
  }
}

TEST_CASE("ns3: its start's time, its headers, its hops and what it stores are said") {
  const Exported torus = export_timed_made("ns3", spec_of(kExportTimedTorus));
  for (const char* words : {"stores every packet", "headers of 30 bytes", "255 hops"}) CHECK(says(torus.notes, words));
  CHECK(says(torus.notes, "half of the delay of each end's router"));
  CHECK(!says(torus.notes, "start takes the cube"));
  CHECK(
      says(export_timed_made("ns3", spec_of("family: torus, radix: 17, dimensions: 2")).notes, "start takes the cube"));
}

TEST_CASE("sst: delays are whole picoseconds, at least 1, and weights are the costs of routes") {
  ExportChoice fast;
  fast.cycle = nanoseconds(1e-4);
  const Evaluated mesh(spec_of("family: mesh, radix: 3, dimensions: 1"));
  for (const auto& choice : {ExportChoice{}, fast}) {
    const ExportNetwork network = mesh.network(choice);
    const std::string python = export_timed_main_of(mesh.to("sst", [&] {
      ExportChoice named = choice;
      named.file = "n.py";
      return named;
    }()));
    for (std::size_t i = 0; i < network.links.size(); ++i) {
      const std::string row = fmt::format("    ({}, {}, ", network.links[i].from, network.links[i].to);
      const std::string rest = value_behind(python, row, ')');
      CHECK(std::stoll(rest) == std::llround(in_ns(network.time_of(network.links[i])) * 1000));
      CHECK(std::stod(rest.substr(rest.find(' '))) == network.link_cost(i));
    }
  }
  ExportNetwork network = mesh.network();
  network.cycle = nanoseconds(1e-5);
  for (ExportLink& link : network.links) link.cycles = 3;
  const Export& sst = find_export("sst");
  const std::vector<ExportFile> files = sst.write(sst, network, to_file("n.py"));
  CHECK(says(network.notes, "less than a picosecond, written as 1: 2 links"));
  CHECK(files.at(0).content.find("    (0, 1, 1, ") != std::string::npos);
}

TEST_CASE("delays past what a target counts are refused") {
  for (const char* name : {"ns3", "sst", "omnet"}) {
    CAPTURE(std::string(name));
    ExportNetwork network = Evaluated(spec_of(kExportTimedTorus)).network();
    network.cycle = nanoseconds(1e16);
    const Export& target = find_export(name);
    CHECK(
        refusal([&] { target.write(target, network, to_file("network.x")); }, ExitCode::over_limit).find("too long") !=
        std::string::npos);
  }
}

TEST_CASE("ns3: a channel faster than it counts is refused") {
  ExportChoice fast;
  fast.cycle = nanoseconds(1e-9);
  CHECK(refusal([&] { export_timed_made("ns3", spec_of(kExportTimedTorus), fast); }, ExitCode::over_limit)
            .find("too fast") != std::string::npos);
}

TEST_CASE("omnet: braces and connections of the network are whole, times are kept to a femtosecond") {
  const Evaluated each(spec_of(kExportTimedExpress));
  const ExportNetwork network = each.network();
  const Exported files = each.to("omnet", to_file("n.ned"));
  const std::string& ned = export_timed_main_of(files);
  CHECK(std::count(ned.begin(), ned.end(), '{') == std::count(ned.begin(), ned.end(), '}'));
  CHECK(words_of(ned, "        n").size() == network.nodes.size() + network.links.size());
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    const ExportLink& link = network.links[i];
    const auto row = words_of(ned, "        n").at(network.nodes.size() + i);
    CHECK(row.front() == fmt::format("n{}.port++", link.from));
    CHECK(row.back() == fmt::format("n{}.port++;", link.to));
    CHECK(std::stod(row.at(6)) == 0.5 * static_cast<double>(link.cycles));
    CHECK(row.at(9) == "64Gbps;");
    CHECK(std::stod(row.at(12)) == network.link_cost(i));
  }
  CHECK(files.files.at(1).extension == ".cc");
  CHECK(says(lines_of(files.files.at(2).content), "simtime-resolution = fs"));
  CHECK(says(lines_of(files.files.at(2).content), "network = CutlineNetwork"));
  CHECK(says(lines_of(files.files.at(2).content), "*.n0.to = 11"));
}

TEST_CASE("the latency in a header is that of the target's own law: two nodes, one link") {
  const std::string spec = spec_of("family: mesh, radix: 2, dimensions: 1");
  const ExportNetwork network = Evaluated(spec).network();
  REQUIRE(network.links.size() == 1);
  const double hop = in_ns(network.time_of(network.links[0]) + network.time_of(network.nodes[1]));
  const double flit = in_ns(network.period());
  const auto told = [&](const std::string& target, const std::string& file, std::size_t number) {
    const std::string text = export_timed_made(target, spec, to_file(file)).files.at(number).content;
    const std::size_t line = text.find("latency without load: ");
    REQUIRE(line != std::string::npos);
    return std::stod(text.substr(text.find(" take", line) + 6));
  };
  // 128 bits over 32, and 30 bytes of headers in ns-3. In gem5 half of the messages stay at their node, and so pass one
  // router, not two.
  CHECK(told("simgrid", "n.xml", 0) == doctest::Approx(hop + 4 * flit).epsilon(1e-4));
  CHECK(told("omnet", "n.ned", 0) == doctest::Approx(hop + 4 * flit).epsilon(1e-4));
  CHECK(told("ns3", "n.inet", 1) == doctest::Approx(hop + (4 + 7.5) * flit).epsilon(1e-4));
  CHECK(told("garnet", "N.py", 0) == doctest::Approx(3 + 0.5 * hop / flit + 2 + 3).epsilon(1e-4));
}

TEST_CASE("a header that tells no latency says why: the law is not known, or the routes are too many") {
  for (const Export& target : exports()) {
    CAPTURE(target.name);
    CHECK((target.latency == LatencyLaw::nothing || target.why_unknown.empty()));
  }
  const std::string large =
      export_timed_made("booksim", spec_of("family: ring, nodes: 8000"), to_file("n.anynet")).files.at(1).content;
  CHECK(large.find("latency without load: not computed") != std::string::npos);
}
