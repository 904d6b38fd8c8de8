// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/place.hpp"

namespace {

using namespace cutline::test;
using Json = nlohmann::ordered_json;

constexpr const char* kSpec = R"(cutline: 1
title: two networks
hold: {bisection: of cube}
delay: [constant, linear]
candidates:
  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}
  - {name: cube, topology: {family: hypercube, dimensions: 4}}
  - {name: real, ideal: true, topology: {family: torus, nodes: 16, dimensions: 2, channels: unidirectional}}
)";

}  // namespace

TEST_CASE("cutline alone greets, and help, -V and --width are understood") {
  const Place place(kSpec);
  CHECK(contains(place.run("").out, "cutline compare noc.yaml"));
  CHECK(place.run("").code == 0);
  CHECK(place.run("help compare").out == place.run("compare --help").out);
  CHECK(place.run("help").out == place.run("--help").out);
  CHECK(place.run("-V").out == place.run("--version").out);
  CHECK(place.run("help comapre").code == 2);
  for (const std::size_t width : {60UL, 80UL, 200UL}) {
    std::istringstream lines(place.run("compare spec.yaml --why --width " + std::to_string(width)).out);
    for (std::string line; std::getline(lines, line);) CHECK_MESSAGE(line.size() <= width, line);
  }
  CHECK(place.run("compare spec.yaml --width 59").code == 2);
}

TEST_CASE("compare shows what is asked: the first of a ranking, by any measure, in any columns") {
  const Place place(kSpec);
  const std::string top = place.run("compare spec.yaml --top 1 --by area --columns area,diameter").out;
  CHECK(contains(top, "and 1 more"));
  CHECK(contains(top, "Ranked by area"));
  CHECK(place.run("compare spec.yaml --columns diameter -o a.csv").code == 0);
  CHECK(contains(slurp(place / "a.csv"), "graph.diameter_hops"));
  const Run wrong = place.run("compare spec.yaml --columns aera");
  CHECK(wrong.code == 2);
  CHECK(contains(wrong.err, "did you mean 'area'?"));
}

TEST_CASE("a chip is drawn as a schematic with one arc a link, and to scale where asked") {
  const Place place(
      "cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\nchannel: {width: 32 bits}\n"
      "candidates:\n  - {name: torus, topology: {family: torus, radix: 4, dimensions: 2}}\n"
      "  - {name: large, topology: {family: mesh, radix: 64, dimensions: 2}}\n");
  const std::string svg = place.run("draw spec.yaml -c torus").out;
  CHECK(contains(svg, "Schematic: tiles to scale"));
  std::size_t arcs = 0;
  for (std::size_t at = svg.find("<path class=\"wire d"); at != std::string::npos;
       at = svg.find("<path class=\"wire d", at + 1))
    ++arcs;
  CHECK(arcs == 32);  // 2 links a node
  CHECK(contains(place.run("draw spec.yaml -c torus --view to-scale").out, "To scale; every wire is drawn"));
  CHECK(contains(place.run("draw spec.yaml -c large --view schematic").err, "too large for a schematic"));
}

TEST_CASE("tables become LaTeX, by the format or by the file's ending") {
  const Place place(kSpec);
  const std::string latex = place.run("compare spec.yaml --format latex").out;
  CHECK(contains(latex, "\\begin{tabular}{rl"));
  CHECK(contains(latex, "\\toprule\nrank & candidate & latency"));
  CHECK(place.run("compare spec.yaml -o a.tex").code == 0);
  CHECK(slurp(place / "a.tex") == latex);
  for (const char* command :
       {"measure spec.yaml", "check spec.yaml", "profile spec.yaml -c mesh", "list families torus",
        "explain spec.yaml -c mesh latency", "delay --technology nangate45 --length 1mm..2mm"})
    CHECK_MESSAGE(contains(place.run(std::string(command) + " --format latex").out, "\\bottomrule"), command);
}

TEST_CASE("words of other tools and of deeper keys get their suggestion") {
  const Place place(kSpec);
  CHECK(contains(place.run("export spec.yaml -c mesh --to gem5").err, "did you mean 'garnet'?"));
  CHECK(contains(place.run("compare spec.yaml --set radix=4").err, "'defaults.topology.radix'?"));
  CHECK(contains(place.run("compare spec.yaml --set defaults.placement.order=fold").err, "did you mean 'folded'?"));
}

TEST_CASE("merge takes plain lines of records") {
  const Place place(kSpec);
  CHECK(place.run("measure spec.yaml -o a.jsonl").code == 0);
  const std::string records = slurp(place / "a.jsonl");
  place.write("b.jsonl", records);
  CHECK(place.run("merge a.jsonl b.jsonl --format jsonl").out == records + records);
  place.write("b.jsonl", records.substr(0, records.size() / 2));
  CHECK(contains(place.run("merge a.jsonl b.jsonl").err, "no whole record"));
}

TEST_CASE("a mistake in what a crossover goes over is shown in the spec") {
  const Place place(
      "cutline: 1\ncrossover: {over: mesage, from: 8 bits, to: 64 bits}\n"
      "candidates: [{name: r, topology: {family: ring, nodes: 4}}]\n");
  const Run run = place.run("compare spec.yaml");
  CHECK(run.code == 2);
  CHECK(contains(run.err, "spec.yaml:2:19: error: unknown key 'mesage' in the spec"));
  CHECK(contains(run.err, "did you mean 'message'?"));
  place.write("spec.yaml",
              "cutline: 1\ncrossover: {over: message, from: 8, to: 64}\n"
              "candidates: [{name: r, topology: {family: ring, nodes: 4}}]\n");
  CHECK(contains(place.run("compare spec.yaml").err, "spec.yaml:2:34: error: 'message' has no unit"));
}

TEST_CASE("wrong usage exits 2 with one message, a hint, and nothing on standard output") {
  struct Case {
    const char* arguments;
    const char* message;
    const char* hint;
  };
  const Place place(kSpec);
  for (const Case& each :
       {Case{"comapre spec.yaml", "'comapre'", "cutline compare"},
        Case{"frobnicate", "'frobnicate'", "the commands are"},
        Case{"compare", "SPEC", "cutline new noc"},
        Case{"list", "KIND", "families, formats"},
        Case{"export spec.yaml -c mesh", "--to", "csv, edges"},
        Case{"delay --length 1mm", "--technology", "nangate45"},
        Case{"merge", "PART", "--shard"},
        Case{"explain spec.yaml", "MEASURE", "cutline list measures"},
        Case{"compare spec.yaml --formt json", "'--formt'", "'--format'"},
        Case{"compare spec.yaml --format jsn", "'jsn'", "'json'"},
        Case{"compare spec.yaml --tolerance -1", "--tolerance", "a fraction"},
        Case{"compare spec.yaml --set radix", "--set", "a key and a value"},
        Case{"compare spec.yaml --max-memory much", "--max-memory", "2 GB"},
        Case{"compare spec.yaml --max-memory 2", "--max-memory 2 has no unit", "'2 GB'"},
        Case{"compare spec.yaml --threads many", "--threads", "0 to 4096"},
        Case{"measure spec.yaml -c cub", "'cub'", "'cube'"},
        Case{"profile spec.yaml", "3 candidates", "mesh; cube; real"},
        Case{"draw spec.yaml -c mesh --size 1x1", "--size", "180"},
        Case{"draw spec.yaml -c mesh --route 1", "--route", "0,63"},
        Case{"profile spec.yaml -c mesh --axis w", "'w'", "x, y, z"},
        Case{"profile spec.yaml -c mesh --axis z", "one plane", "axes"},
        Case{"draw spec.yaml -c mesh --view sideways", "'sideways'", "to-scale, schematic, planes, isometric"},
        Case{"profile spec.yaml -c real", "ideal", "ideal: true"},
        Case{"explain spec.yaml -c mesh latncy", "'latncy'", "'latency'"},
        Case{"list famlies", "'famlies'", "'families'"},
        Case{"version now", "'now'", "--help"}}) {
    CAPTURE(std::string(each.arguments));
    const Run run = place.run(each.arguments);
    CHECK(run.code == 2);
    CHECK(run.out == "");
    CHECK(contains(run.err, each.message));
    CHECK(contains(run.err, each.hint));
    CHECK(contains(run.err, "error: "));
  }
}

TEST_CASE("a spec that is wrong exits 2 and shows the file and the line") {
  const Place place(kSpec);
  place.write("bad.yaml", "cutline: 1\ncandidates: [\n");
  place.write("unknown.yaml", "cutline: 1\ncandidatse: []\n");
  place.write("empty.yaml", "");
  for (const char* name : {"bad.yaml", "unknown.yaml", "empty.yaml"}) {
    const Run run = place.run(std::string("compare ") + name);
    CAPTURE(run.err);
    CHECK(run.code == 2);
    CHECK(contains(run.err, name));
    CHECK(run.out == "");
  }
  CHECK(contains(place.run("compare unknown.yaml").err, "unknown.yaml:2:1"));
}

TEST_CASE("a file that cannot be read or written exits 3 and leaves nothing") {
  const Place place(kSpec);
  fs::create_directory(place / "folder");
  const std::size_t before = place.entries();
  for (const char* arguments :
       {"compare absent.yaml", "compare folder", "compare spec.yaml -o spec.yaml/out.txt",
        "compare spec.yaml -o folder", "compare spec.yaml > /dev/full", "compare spec.yaml --against absent.json"}) {
    CAPTURE(std::string(arguments));
    const Run run = place.run(arguments);
    CHECK(run.code == 3);
    CHECK(contains(run.err, "error: "));
    CHECK(place.entries() == before);
  }
}

TEST_CASE("compare ranks every candidate and exits 0") {
  const Place place(kSpec);
  const Run run = place.run("compare spec.yaml");
  CHECK(run.code == 0);
  CHECK(contains(run.out, "two networks"));
  for (const char* name : {"mesh", "cube", "real", "constant", "linear"}) CHECK(contains(run.out, name));
  CHECK(!contains(run.out, "\x1b"));
}

TEST_CASE("every format of compare and measure can be read by its readers") {
  const Place place(kSpec);
  for (const std::string command : {"compare", "measure"}) {
    CAPTURE(command);
    const Run json = place.run(command + " spec.yaml --format json");
    CHECK(json.code == 0);
    CHECK(Json::parse(json.out).at("candidates").size() == 6);
    const Run lines = place.run(command + " spec.yaml --format jsonl");
    std::istringstream in(lines.out);
    std::size_t records = 0;
    for (std::string line; std::getline(in, line); ++records) CHECK(Json::parse(line).contains("name"));
    CHECK(records == 6);
    const Run csv = place.run(command + " spec.yaml --format csv");
    CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == 7);
    CHECK(contains(place.run(command + " spec.yaml --format markdown").out, "| ---: |"));
  }
}

TEST_CASE("several specs give a list in JSON, lines in JSON lines, one header in CSV") {
  const Place place(kSpec);
  CHECK(Json::parse(place.run("compare spec.yaml spec.yaml --format json").out).size() == 2);
  const Run csv = place.run("compare spec.yaml spec.yaml --format csv");
  CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == 13);
}

TEST_CASE("a dash reads standard input, and writes standard output") {
  const Place place(kSpec);
  const Run run = place.run("compare - --format json -o -", "cat spec.yaml |");
  CHECK(run.code == 0);
  CHECK(Json::parse(run.out).at("title") == "two networks");
}

TEST_CASE("results are the same whatever the number of threads") {
  const Place place(kSpec);
  CHECK(place.run("measure spec.yaml --format json --threads 1").out ==
        place.run("measure spec.yaml --format json --threads 4").out);
}

TEST_CASE("an expectation that does not hold exits 1 and is listed") {
  const Place place(kSpec);
  place.write("no.yaml",
              std::string(kSpec) + "expect:\n  - {candidate: cube, key: nodes, value: 17, origin: printed}\n");
  const Run run = place.run("compare no.yaml");
  CHECK(run.code == 1);
  CHECK(contains(run.out, "expect: 0 of 1 hold"));
  CHECK(contains(run.out, "no.yaml:10"));
  CHECK(place.run("compare no.yaml --format json").code == 1);
}

TEST_CASE("an override changes the candidate, and --against says what it changed") {
  const Place place(kSpec);
  CHECK(place.run("compare spec.yaml --format json -o old.json").code == 0);
  CHECK(place.run("compare spec.yaml --against old.json").code == 0);
  const Run changed =
      place.run("compare spec.yaml --set 'candidates[mesh].topology.radix=8' --set population=any --against old.json");
  CHECK(changed.code == 1);
  CHECK(contains(changed.out, "nodes"));
  CHECK(contains(changed.out, "64"));
  place.write("not.json", "{");
  CHECK(place.run("compare spec.yaml --against not.json").code == 2);
}

TEST_CASE("check passes every layout and leaves ideal candidates alone") {
  const Place place(kSpec);
  const Run run = place.run("check spec.yaml");
  CHECK(run.code == 0);
  CHECK(contains(run.out, "mesh: passed: "));
  CHECK(contains(run.out, "cube: passed: "));
  CHECK(contains(run.out, "real: not checked"));
  CHECK(place.run("check spec.yaml -c real").code == 0);
}

TEST_CASE("profile --loads lists the channels, the fullest first, and those of terminals") {
  const Place place(kSpec);
  const Json loads = Json::parse(place.run("profile spec.yaml -c cube --loads --format json").out);
  REQUIRE(!loads.empty());
  double links = 0, injected = 0;
  double last = 0;
  for (const Json& row : loads) {
    if (row.at("channel") == "link") links += row.at("messages").get<double>();
    if (row.at("channel") == "injection") injected += row.at("messages").get<double>();
    CHECK(row.at("full_at_bits_per_cycle").get<double>() >= last * (1 - 1e-9));
    last = row.at("full_at_bits_per_cycle").get<double>();
  }
  // In a hypercube of N nodes a message takes log2(N) / 2 hops, messages to oneself included.
  CHECK(links == doctest::Approx(injected * std::log2(injected) / 2));
}

TEST_CASE("profile prints every cut, and its peak is that of the record") {
  const Place place(kSpec);
  const Json profile = Json::parse(place.run("profile spec.yaml -c cube --format json").out);
  CHECK(profile.at("cuts") == 3);
  CHECK(profile.at("line").at("links") == Json::parse("[2, 2, 2]"));
  CHECK(profile.at("machine").at("links") == Json::parse("[8, 8, 8]"));
  const Run table = place.run("profile spec.yaml -c cube --axis y");
  CHECK(table.code == 0);
  CHECK(contains(table.out, "densest column (4 alike)"));
}

TEST_CASE("draw writes a picture and nothing else") {
  const Place place(kSpec);
  const Run run = place.run("draw spec.yaml -c cube -o cube.svg");
  CHECK(run.code == 0);
  CHECK(run.out == "");
  CHECK(contains(slurp(place / "cube.svg"), "<svg"));
  CHECK(place.entries() == 2);
}

TEST_CASE("explain shows formula, numbers and source") {
  const Place place(kSpec);
  const Run run = place.run("explain spec.yaml -c cube latency --delay linear");
  CHECK(run.code == 0);
  for (const char* words : {"formula", "source", "T_wire", "linear", " tau   (performance.latency_ns"}) {
    CHECK(contains(run.out, words));
  }
}

TEST_CASE("every list exists, and schema and lists are JSON where they should be") {
  const Place place(kSpec);
  for (const char* kind : {"families", "formats", "orders", "technologies", "delays", "measures", "keys"}) {
    CAPTURE(kind);
    const Run run = place.run(std::string("list ") + kind);
    CHECK(run.code == 0);
    CHECK(run.out.size() > 40);
    CHECK(Json::parse(place.run(std::string("list ") + kind + " --format json").out).size() > 0);
  }
  CHECK(Json::parse(place.run("schema").out).contains("$schema"));
}

TEST_CASE("a dry run estimates and evaluates nothing") {
  const Place place(kSpec);
  const Run run = place.run("compare spec.yaml --dry-run");
  CHECK(run.code == 0);
  CHECK(contains(run.out, "Estimate: "));
  CHECK(contains(run.out, "hypercube"));
}

TEST_CASE("work past a limit exits 4") {
  const Place place(kSpec);
  place.write("huge.yaml", "cutline: 1\ncandidates:\n  - {topology: {family: mesh, radix: 1000000, dimensions: 9}}\n");
  const Run run = place.run("compare huge.yaml");
  CAPTURE(run.err);
  CHECK(run.code == 4);
}

TEST_CASE("a result beyond what a number can hold exits 4, whatever tells it") {
  const Place place(kSpec);
  place.write("far.yaml",
              "cutline: 1\ntechnology: nangate45\nrouter: {delay: 1e308 ns}\ncandidates:\n"
              "  - {topology: {family: mesh, radices: [4, 4]}}\n");
  for (const char* arguments : {"measure far.yaml", "measure far.yaml --format json", "compare far.yaml"}) {
    const Run run = place.run(arguments);
    CAPTURE(run.err);
    CHECK(run.code == 4);
    CHECK(contains(run.err, "beyond what a number can hold"));
    CHECK(run.out == "");
  }
}

TEST_CASE("help and version go to standard output and exit 0") {
  const Place place(kSpec);
  for (const char* arguments : {"--help", "compare --help", "--version", "version"}) {
    CAPTURE(std::string(arguments));
    const Run run = place.run(arguments);
    CHECK(run.code == 0);
    CHECK(!run.out.empty());
    CHECK(run.err == "");
  }
}

TEST_CASE("an interrupt exits 130 and leaves no temporary file") {
  const Place place(kSpec);
  const Run run = place.run("compare - -o out.txt", "sleep 3 | timeout --preserve-status -s INT 0.5");
  CHECK(run.code == 130);
  CHECK(place.entries() == 1);
}

TEST_CASE("colour is off where output is no terminal, and on where it is asked for") {
  const Place place(kSpec);
  CHECK(contains(place.run("compare spec.yaml --color always").out, "\x1b[1m"));
  CHECK(!contains(place.run("compare spec.yaml --color never").out, "\x1b"));
}
