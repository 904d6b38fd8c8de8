// SPDX-License-Identifier: Apache-2.0
// Files for clusters: read back, counted, and given to the real tools where they are installed.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cstdio>
#include <map>
#include <regex>

#include "output/exported.hpp"
#include "support/own_folder.hpp"
#include "support/tools.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

const bool kInfiniBand = has_tool("ibsim") && has_tool("opensm") && has_tool("ibsim-run");

/// A network in a hall, at 400 Gb/s.
Evaluated in_hall(const std::string& topology, const std::string& machine = "") {
  return Evaluated(
      "cutline: 1\npopulation: any\nchannel: {width: 4 bits}\nclock: {rule: fixed, frequency: 100 GHz}\n"
      "router: {delay: 250 ns}\nmessage: 4096 bits\nmachine: {rows: 8, columns: 8, rack: {units: 60, "
      "switches: 16, terminals: 32}, media: {name: m, kind: optical, delay: 5 ns/m}" +
      machine + "}\ncandidates:\n  - {name: one, topology: {" + topology + "}}\n");
}

/// The lines of an export that are no comments.
std::vector<std::string> body(const std::string& text) {
  std::vector<std::string> lines = lines_of(text);
  std::erase_if(lines, [](const std::string& line) { return line.empty() || line[0] == '#'; });
  return lines;
}

std::string file_of(const Evaluated& made, const std::string& target) {
  return made.to(target, to_file("net" + std::string(find_export(target).extension))).files.at(0).content;
}

/// The far end of every port of a file for ibsim, by "node[port]".
std::map<std::string, std::string> ports_of(const std::string& text) {
  std::map<std::string, std::string> ports;
  std::string node;
  const std::regex head("(Switch|Hca)\t(\\d+) \"(\\w+)\".*"), port("\\[(\\d+)\\]\t\"(\\w+)\"\\[(\\d+)\\]");
  for (const std::string& line : body(text)) {
    std::smatch found;
    if (std::regex_match(line, found, head)) {
      node = found[3];
    } else {
      REQUIRE(std::regex_match(line, found, port));
      ports[node + "[" + found[1].str() + "]"] = found[2].str() + "[" + found[3].str() + "]";
    }
  }
  return ports;
}

const char* const kDragonfly = "family: dragonfly, global_links: 1, routers: 2, concentration: 1";
const char* const kClos = "family: fat_tree, radix: 4, levels: 3, form: folded_clos";

}  // namespace

TEST_CASE("slurm: hosts stand below their switches, groups above these, and one switch on top") {
  const std::vector<std::string> groups = {"SwitchName=s0 Nodes=h0",          "SwitchName=s1 Nodes=h1",
                                           "SwitchName=s2 Nodes=h2",          "SwitchName=s3 Nodes=h3",
                                           "SwitchName=s4 Nodes=h4",          "SwitchName=s5 Nodes=h5",
                                           "SwitchName=g0_0 Switches=s[0-1]", "SwitchName=g0_1 Switches=s[2-3]",
                                           "SwitchName=g0_2 Switches=s[4-5]", "SwitchName=g1_0 Switches=g0_[0-2]"};
  CHECK(body(file_of(in_hall(kDragonfly), "slurm")) == groups);
  // 16 leaves of 4 hosts; below the switches of the second level hang 4 leaves each.
  const std::vector<std::string> tree = body(file_of(in_hall(kClos), "slurm"));
  CHECK(tree.size() == 16 + 4 + 1);
  CHECK(tree[0] == "SwitchName=s0 Nodes=h[0-3]");
  CHECK(tree[16] == "SwitchName=g0_0 Switches=s[0-3]");
  CHECK(tree.back() == "SwitchName=g1_0 Switches=g0_[0-3]");
  // Without levels or groups: racks, and a note of what the file cannot say.
  const Exported torus = in_hall("family: torus, radix: 4, dimensions: 2, concentration: 2").to("slurm");
  CHECK(says(torus.notes, "cannot say how racks are linked"));
  CHECK(says(body(torus.files.at(0).content), "SwitchName=g0_0 Switches=s[0-15]"));
}

TEST_CASE("cables have no registers in the table of links") {
  const std::vector<std::string> lines = body(file_of(in_hall(kDragonfly), "csv"));
  const auto fields = [](const std::string& line) {
    std::vector<std::string> all(1);
    for (const char c : line) c == ',' ? static_cast<void>(all.emplace_back()) : all.back().push_back(c);
    return all;
  };
  const std::vector<std::string> head = fields(lines.at(0));
  const auto at = static_cast<std::size_t>(std::ranges::find(head, "registers") - head.begin());
  REQUIRE(at + 1 < head.size());
  for (std::size_t i = 1; i < lines.size(); ++i) {
    CHECK(fields(lines[i]).at(at).empty());
    CHECK(fields(lines[i]).at(at + 1).empty());
  }
}

TEST_CASE("ibsim: every cable has two ports, which name each other") {
  for (const auto& [topology, cables] : std::vector<std::pair<std::string, std::size_t>>{
           {kDragonfly, 6 + 6},
           {kClos, 64 + 128},
           {"family: torus, radix: 4, dimensions: 2, concentration: 3", 48 + 32}}) {
    CAPTURE(topology);
    const auto ports = ports_of(file_of(in_hall(topology), "ibsim"));
    CHECK(ports.size() == 2 * cables);
    for (const auto& [here, there] : ports) CHECK(ports.at(there) == here);
  }
  const auto rails =
      ports_of(file_of(in_hall("family: xgft, children: [8, 4], parents: [4, 8]", ", nodes: terminals"), "ibsim"));
  CHECK(rails.size() == 2 * (32 * 4 + 16 * 8));
  CHECK(rails.count("H0[4]") == 1);
}

TEST_CASE("hosts of a board stand below one switch of Slurm, and its traces have the ports behind the cables") {
  const std::string boards = ", nodes: terminals, board: {pitch: 80 mm, delay: 7 ns/m}";
  const Evaluated made = in_hall("family: hammingmesh, board_columns: 2, columns: 2", boards);
  const std::vector<std::string> lines = body(file_of(made, "slurm"));
  CHECK(lines == std::vector<std::string>{"SwitchName=g0_0 Nodes=h[0-1,4-5]", "SwitchName=g0_1 Nodes=h[2-3,6-7]",
                                          "SwitchName=g0_2 Nodes=h[8-9,12-13]", "SwitchName=g0_3 Nodes=h[10-11,14-15]",
                                          "SwitchName=g1_0 Switches=g0_[0-3]"});
  const auto ports = ports_of(file_of(made, "ibsim"));
  CHECK(ports.size() == 2 * (32 + 16));
  for (const auto& [here, there] : ports) CHECK(ports.at(there) == here);
  CHECK(ports.at("H0[1]")[0] == 'S');
  CHECK(ports.at("H0[2]")[0] == 'S');
  CHECK(ports.at("H0[3]") == "H1[3]");
  CHECK(ports.at("H0[4]") == "H4[4]");  // behind that to H5
}

TEST_CASE("opensm routes what ibsim simulates" * doctest::skip(!kInfiniBand)) {
  const OwnFolder folder;
  folder.write("net", file_of(in_hall(kClos), "ibsim"));
  const std::string run = fmt::format(
      "cd {} && export TMPDIR={} && {{ sleep 12 | timeout 12 ibsim -s net; }} > log 2>&1 & sleep 2; cd {} && export "
      "TMPDIR={} && (timeout 9 ibsim-run opensm -o -R minhop -f - 2>&1 | grep -o 'SUBNET UP'; timeout 9 ibsim-run "
      "ibnetdiscover | grep -c '^Switch')",
      folder.path.string(), folder.path.string(), folder.path.string(), folder.path.string());
  std::string said;
  std::FILE* pipe = ::popen(run.c_str(), "r");
  REQUIRE(pipe != nullptr);
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) said += static_cast<char>(c);
  ::pclose(pipe);
  CHECK(said == "SUBNET UP\n40\n");
}

TEST_CASE("htsim: tiers, radices, bundles and the latency of the longest cable of a tier") {
  const Exported made = in_hall(kClos, ", inside: 2 m, to_tray: 2 m, slack: 0 m").to("htsim", to_file("clos.topo"));
  const std::vector<std::string> lines = body(made.files.at(0).content);
  const std::vector<std::string> head(lines.begin(), lines.begin() + 3);
  CHECK(head == std::vector<std::string>{"Nodes 64", "Tiers 3", "Podsize 16"});
  const auto count = [&](const std::string& line) { return std::count(lines.begin(), lines.end(), line); };
  CHECK(count("Downlink_speed_Gbps 400") == 3);
  CHECK(count("Radix_Down 4") == 2);
  CHECK(count("Radix_Down 8") == 1);  // half the switches on top, two links to each child
  CHECK(count("Radix_Up 4") == 2);
  CHECK(count("Bundle 1") == 1);
  CHECK(count("Bundle 2") == 1);
  CHECK(count("Switch_Latency_ns 250") == 3);
  const auto leaves = std::find(lines.begin(), lines.end(), "Tier 0");
  REQUIRE(lines.end() - leaves > 4);
  CHECK(leaves[4] == "Downlink_Latency_ns 10");  // 2 m to a terminal
  CHECK(body(made.files.at(1).content).size() == 2 + 64);
  CHECK(refusal([] {
          in_hall("family: ring, nodes: 8").to("htsim", to_file("a.topo"));
        }).find("has no levels of switches") != std::string::npos);
}
