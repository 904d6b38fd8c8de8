// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/place.hpp"

using namespace cutline::test;
using SortedJson = nlohmann::json;

namespace {

/// Three nodes with cables of 3 m, 40 m and 3 m, one of them of glass.
const std::string kTriangle =
    "graph { a; b; c; a -- b [length=\"3 m\", latency=\"15 ns\", medium=copper];\n"
    "b -- c [length=\"40 m\", latency=\"200 ns\", medium=fibre];\n"
    "c -- a [length=\"3 m\", latency=\"15 ns\", medium=copper] }\n";

std::string given_spec(const std::string& keys, const std::string& top = "") {
  return "cutline: 1\n" + top + "candidates:\n  - {name: own, topology: {family: graph, " + keys + "}}\n";
}

SortedJson given_record(const Place& place, const std::string& arguments = "") {
  const Run run = place.run("measure spec.yaml --format json " + arguments);
  REQUIRE_MESSAGE(run.code == 0, run.err);
  return SortedJson::parse(run.out).at("candidates").at(0);
}

std::string exported(const Place& place, const std::string& to, const std::string& arguments = "") {
  const Run run = place.run("export spec.yaml -c own --to " + to + " -o - " + arguments);
  REQUIRE_MESSAGE(run.code == 0, run.err);
  return run.out;
}

/// The values of a column of a table with commas, whose comments begin with #.
std::vector<std::string> column(const std::string& csv, const std::string& name) {
  std::vector<std::string> values;
  std::size_t at = std::string::npos;
  std::stringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> fields;
    std::stringstream rest(line + ",");
    for (std::string field; std::getline(rest, field, ',');) fields.push_back(field);
    if (at == std::string::npos) {
      at = static_cast<std::size_t>(std::find(fields.begin(), fields.end(), name) - fields.begin());
      REQUIRE(at < fields.size());
    } else {
      values.push_back(fields.at(at));
    }
  }
  return values;
}

bool tells(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("links have the delays that their file gives, without any technology") {
  const Place place(given_spec("file: given.dot, delay_from: latency"));
  place.write("given.dot", kTriangle);
  const SortedJson record = given_record(place);
  CHECK(record.at("delay").at("longest_wire_ns") == 200);
  CHECK(record.at("delay").at("cycle_ns") == 200);
  CHECK(record.at("given").is_null());
  CHECK(record.at("delay").at("given_differ").is_null());
  CHECK(column(exported(place, "csv"), "delay_ns") == std::vector<std::string>{"15", "15", "200"});
  // Of the two other nodes each is one hop away: 2/3 hops with messages to oneself. Their wires take (15 + 15 + 200) /
  // 3 ns in the mean.
  const SortedJson own = given_record(place, "--set clock.rule=per_link");
  CHECK(own.at("performance").at("latency_parts_ns").at("wire").get<double>() ==
        doctest::Approx(2.0 / 3 * (15 + 15 + 200) / 3));
  const Run explained = place.run("explain spec.yaml -c own longest_wire");
  CHECK(explained.code == 0);
  CHECK_MESSAGE(tells(explained.out, "the graph's file"), explained.out);
  CHECK(place.run("check spec.yaml").code == 0);
}

TEST_CASE("under a fixed clock a link takes as many whole cycles as its delay, or those that its file gives") {
  const Place place(
      given_spec("file: given.dot, delay_from: latency", "clock: {frequency: 100 MHz}\nwires: pipelined\n"));
  place.write("given.dot", kTriangle);
  CHECK(column(exported(place, "csv"), "delay_cycles") == std::vector<std::string>{"2", "2", "20"});
  const SortedJson record = given_record(place);
  // 2, 2 and 20 cycles of 10 ns on the three links, of which a mean message takes 2/9 each.
  CHECK(record.at("performance").at("latency_parts_ns").at("wire").get<double>() == doctest::Approx(2.0 / 9 * 240));
  CHECK(place.run("export spec.yaml -c own --to booksim -o net.anynet").code == 0);
  const std::string booksim = slurp(place / "net.anynet");
  CHECK_MESSAGE(tells(booksim, "router 2 20"), booksim);
  place.write("spec.yaml",
              given_spec("file: staged.csv, cycles_from: stages", "clock: {frequency: 100 MHz}\nwires: pipelined\n"));
  place.write("staged.csv", "source,target,stages\na,b,2\nb,c,20\nc,a,1.5\n");
  CHECK(column(exported(place, "csv"), "delay_cycles") == std::vector<std::string>{"2", "2", "20"});
  CHECK(given_record(place).at("performance").at("latency_parts_ns") ==
        record.at("performance").at("latency_parts_ns"));
  place.write("spec.yaml", given_spec("file: staged.csv, cycles_from: stages"));
  const Run refused = place.run("measure spec.yaml");
  CHECK(refused.code == 2);
  CHECK_MESSAGE(tells(refused.err, "no cycle of a fixed length"), refused.err);
}

TEST_CASE("delays twice as long make twice the time on wires") {
  const Place place(given_spec("file: given.csv, delay_from: delay, delay_unit: ns", "clock: {rule: per_link}\n"));
  place.write("given.csv", "source,target,delay\na,b,1.5\nb,c,7\nc,d,2.25\nd,a,4\na,c,3\n");
  const double once = given_record(place).at("performance").at("latency_parts_ns").at("wire");
  place.write("given.csv", "source,target,delay\na,b,3\nb,c,14\nc,d,4.5\nd,a,8\na,c,6\n");
  CHECK(given_record(place).at("performance").at("latency_parts_ns").at("wire").get<double>() ==
        doctest::Approx(2 * once));
}

TEST_CASE("a given length takes the place of the routed one in delay and energy, and not in the layout") {
  const std::string top = "technology: nangate45\nnode: {width: 1 mm, height: 1 mm}\ndelay: repeated\n";
  const Place place(given_spec("file: given.csv", top));
  place.write("given.csv", "source,target,length\na,b,\nb,c,\nc,d,\nd,a,\na,c,\n");
  const SortedJson plain = given_record(place);
  const std::string links = exported(place, "csv");
  const auto rewrite = [&](double factor) {
    std::string text = "source,target,length\n";
    const auto from = column(links, "from"), to = column(links, "to"), mm = column(links, "length_mm");
    for (std::size_t i = 0; i < from.size(); ++i)
      text += from[i] + "," + to[i] + "," + std::to_string(std::stod(mm[i]) * factor) + "\n";
    place.write("given.csv", text);
  };
  place.write("spec.yaml", given_spec("file: given.csv, length_from: length, length_unit: mm", top));
  rewrite(1);
  SortedJson same = given_record(place);
  CHECK(same.at("given").at("longest_mm").get<double>() ==
        doctest::Approx(plain.at("length").at("longest_mm").get<double>()).epsilon(1e-6));
  CHECK(same.at("given").at("lengths_differ") == 0);
  for (const char* group : {"graph", "channel", "grid", "density", "tracks", "layout", "length", "bounds", "pins"}) {
    CAPTURE(group);
    CHECK(same.at(group) == plain.at(group));
  }
  CHECK(same.at("delay").at("longest_wire_ns").get<double>() ==
        doctest::Approx(plain.at("delay").at("longest_wire_ns").get<double>()).epsilon(1e-5));
  CHECK(same.at("performance").at("latency_ns").get<double>() ==
        doctest::Approx(plain.at("performance").at("latency_ns").get<double>()).epsilon(1e-5));
  CHECK(same.at("energy").dump() != "null");
  rewrite(3);
  const SortedJson longer = given_record(place);
  CHECK(longer.at("length") == plain.at("length"));
  CHECK(longer.at("layout") == plain.at("layout"));
  CHECK(longer.at("given").at("lengths_differ") == 5);
  CHECK(longer.at("delay").at("longest_wire_ns").get<double>() >
        2 * plain.at("delay").at("longest_wire_ns").get<double>());
  CHECK(tells(longer.at("notes").dump(), "given lengths of 5 of 5 links differ by more than 10 %"));
  CHECK(given_record(place, "--set 'candidates[0].topology.given_tolerance=2.1'").at("given").at("lengths_differ") ==
        0);
  CHECK(column(exported(place, "csv"), "length_mm") == column(links, "length_mm"));
}

TEST_CASE("classes that the file names are told apart") {
  const Place place(given_spec("file: given.dot, class_from: medium"));
  place.write("given.dot", kTriangle);
  const SortedJson classes = given_record(place).at("length").at("by_class");
  REQUIRE(classes.size() == 2);
  CHECK(classes.at(0).at("class") == "copper");
  CHECK(classes.at(0).at("links") == 2);
  CHECK(classes.at(1).at("class") == "fibre");
  CHECK(column(exported(place, "csv"), "class") == std::vector<std::string>{"copper", "copper", "fibre"});
}

TEST_CASE("every format with attributes reads the same figures") {
  const Place place(given_spec("file: given.dot, delay_from: latency, length_from: length, class_from: medium"));
  place.write("given.dot", kTriangle);
  const auto told = [&] { return given_record(place).at("delay").dump() + given_record(place).at("given").dump(); };
  const std::string wanted = told();
  const auto same = [&](const std::string& file, const std::string& text) {
    CAPTURE(file);
    place.write(file, text);
    place.write("spec.yaml",
                given_spec("file: " + file + ", delay_from: latency, length_from: length, class_from: medium"));
    CHECK(told() == wanted);
    CHECK(column(exported(place, "csv"), "delay_ns") == std::vector<std::string>{"15", "15", "200"});
    CHECK(column(exported(place, "csv"), "class") == std::vector<std::string>{"copper", "copper", "fibre"});
    CHECK(column(exported(place, "csv"), "given_mm") == std::vector<std::string>{"3000", "3000", "40000"});
  };
  same("given.csv",
       "source,target,length,latency,medium\na,b,3 m,15 ns,copper\nb,c,40 m,200 ns,fibre\nc,a,3 m,0.015 us,copper\n");
  same("given.gml",
       "graph [ node [ id 0 label \"a\" ] node [ id 1 label \"b\" ] node [ id 2 label \"c\" ]\n"
       "edge [ source 0 target 1 length \"3 m\" latency \"15 ns\" medium \"copper\" ]\n"
       "edge [ source 1 target 2 length \"0.04 km\" latency \"200 ns\" medium \"fibre\" ]\n"
       "edge [ source 2 target 0 length \"300 cm\" latency \"15 ns\" medium \"copper\" ] ]\n");
  same("given.json", R"({"nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "links": [)"
                     R"({"source": "a", "target": "b", "length": "3 m", "latency": "15 ns", "medium": "copper"},)"
                     R"({"source": "b", "target": "c", "length": "40 m", "latency": "200 ns", "medium": "fibre"},)"
                     R"({"source": "c", "target": "a", "length": "3 m", "latency": "15 ns", "medium": "copper"}]})");
  same("given.graphml",
       "<graphml><key id='l' for='edge' attr.name='length'><default>3 m</default></key>"
       "<key id='t' for='edge' attr.name='latency'><default>15 ns</default></key>"
       "<key id='m' for='edge' attr.name='medium'><default>copper</default></key><graph edgedefault='undirected'>"
       "<node id='a'/><node id='b'/><node id='c'/><edge source='a' target='b'/><edge source='b' target='c'>"
       "<data key='l'>40 m</data><data key='t'>200 ns</data><data key='m'>fibre</data></edge>"
       "<edge source='c' target='a'/></graph></graphml>");
}

TEST_CASE("parallel and opposite links each have their own figures") {
  const Place place(given_spec("file: two.csv, delay_from: delay"));
  place.write("two.csv", "source,target,delay\na,b,10 ns\na,b,30 ns\nb,c,5 ns\n");
  CHECK(column(exported(place, "csv"), "delay_ns") == std::vector<std::string>{"10", "30", "5"});
  place.write("two.csv", "source,target,type,delay\na,b,directed,10 ns\nb,a,directed,30 ns\n");
  const std::string links = exported(place, "csv");
  CHECK(column(links, "from") == std::vector<std::string>{"a", "b"});
  CHECK(column(links, "delay_ns") == std::vector<std::string>{"10", "30"});
  place.write("two.csv", "source,target,type,delay\nb,a,directed,10 ns\na,b,directed,30 ns\n");
  CHECK(column(exported(place, "csv"), "from") == std::vector<std::string>{"b", "a"});
  CHECK(column(exported(place, "csv"), "delay_ns") == std::vector<std::string>{"10", "30"});
}

TEST_CASE("a link without a figure has that of the layout, with a note; mistakes are shown at their place") {
  const Place place(given_spec("file: given.csv, delay_from: delay"));
  const auto refused = [&](const std::string& link, const std::string& words) {
    place.write("given.csv", "source,target,delay\na,b,15 ns\n" + link);
    const Run run = place.run("measure spec.yaml");
    CHECK(run.code == 2);
    CHECK_MESSAGE(tells(run.err, words), run.err);
  };
  place.write("given.csv", "source,target,delay\na,b,15 ns\nb,c,\n");
  CHECK(tells(given_record(place).at("notes").dump(), "1 of the 2 links have no 'delay'"));
  CHECK(column(exported(place, "csv"), "delay_ns") == std::vector<std::string>{"15", "2"});  // two node pitches apart
  refused("b,c,15\n", "given.csv:3:5: error: the delay '15' has no unit");
  refused("b,c,15 m\n", "given.csv:3:5: error: the delay '15 m' is in 'm', which is no unit of a delay");
  refused("b,c,15 tau\n", "which is no unit of a delay");
  refused("b,c,soon\n", "given.csv:3:5: error: the delay 'soon' is no delay");
  refused("b,c,-1 ns\n", "out of range");
  refused("b,c,0 ns\n", "a delay is more than 0");
  refused("b,c,1e300 s\n", "out of range");
  place.write("given.csv", "source,target,delay\na,b,15 ns\n");
  place.write("spec.yaml", given_spec("file: given.csv, delay_from: dealy"));
  const Run slip = place.run("measure spec.yaml");
  CHECK(slip.code == 2);
  CHECK_MESSAGE(tells(slip.err, "did you mean 'delay'?"), slip.err);
  place.write("spec.yaml", given_spec("file: given.csv, delay_unit: ns"));
  CHECK(tells(place.run("measure spec.yaml").err, "`delay_unit` has no effect without `delay_from`"));
  place.write("spec.yaml", given_spec("nodes: 2, links: [[0, 1]], class_from: a"));
  CHECK(tells(place.run("measure spec.yaml").err, "`class_from` is for a graph from a file"));
}

TEST_CASE("media between modules carry their share of a given length") {
  // Wires and the cable take 5 ns a metre alike: 2 + 1 ns for the ends, 10 mm of slack, and the metre.
  const Place place(given_spec("file: two.csv, length_from: length",
                               "technology: nangate45\nnode: {width: 1 mm, height: 1 mm}\n"
                               "delay: {model: linear, coefficient: 0.005 ns, per: mm}\npackages:\n"
                               "  - {name: chip, cells: [1, 1], spacing: 100 mm, edge: {phy_delay: 2 ns, media: "
                               "[{name: cable, flight: 5 ns/m, delay: 1 ns, slack: 10 mm}]}}\n  - {name: board}\n"));
  place.write("two.csv", "source,target,length\na,b,1 m\n");
  CHECK(given_record(place).at("delay").at("longest_wire_ns").get<double>() == doctest::Approx(8.05));
}

TEST_CASE("links that repeat a pair are one only if the file says the same of them") {
  const Place place(given_spec("file: both.csv, delay_from: delay, repeats: once"));
  place.write("both.csv", "source,target,delay\na,b,10 ns\nb,a,10 ns\nb,c,5 ns\n");
  CHECK(given_record(place).at("links") == 2);
  place.write("both.csv", "source,target,delay\na,b,10 ns\nb,a,11 ns\nb,c,5 ns\n");
  const Run refused = place.run("measure spec.yaml");
  CHECK(refused.code == 2);
  CHECK_MESSAGE(tells(refused.err, "links of different lengths, delays or classes"), refused.err);
}

TEST_CASE("what is exported of given links is read back") {
  const Place place(given_spec("file: given.dot, delay_from: latency, length_from: length, class_from: medium"));
  place.write("given.dot", kTriangle);
  const SortedJson wanted = given_record(place);
  for (const std::string to : {"graphml", "dot", "csv"}) {
    CAPTURE(to);
    place.write("spec.yaml",
                given_spec("file: given.dot, delay_from: latency, length_from: length, class_from: medium"));
    CHECK(place.run("export spec.yaml -c own --to " + to + " -o back." + to).code == 0);
    place.write("spec.yaml", given_spec("file: back." + to +
                                        ", delay_from: delay_ns, delay_unit: ns, length_from: "
                                        "given_mm, length_unit: mm, class_from: class"));
    const SortedJson back = given_record(place);
    CHECK(back.at("delay") == wanted.at("delay"));
    CHECK(back.at("given") == wanted.at("given"));
    CHECK(back.at("length").at("by_class").size() == 2);
  }
}

TEST_CASE("of parallel links each is told with the figures and attributes that are its own") {
  const Place place;
  place.write("two.dot", "graph { a -- b [lat=\"40 ns\", tag=slow]; a -- b [lat=\"15 ns\", tag=fast] }");
  place.write("spec.yaml", given_spec("file: two.dot, delay_from: lat"));
  const std::string csv = exported(place, "csv");
  const std::vector<std::string> delays = column(csv, "delay_ns"), tags = column(csv, "tag");
  for (std::size_t i = 0; i < 2; ++i) CHECK(tags[i] == (delays[i] == "40" ? "slow" : "fast"));
}
