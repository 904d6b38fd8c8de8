// SPDX-License-Identifier: Apache-2.0
// Several candidates on one command line, -c A -c B, and the version that records carry.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "app/place.hpp"

using namespace cutline::test;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kFour = R"(cutline: 1
technology: nangate45
node: {width: 0.5 mm, height: 0.5 mm}
channel: {width: 16 bits}
router: {delay: 3 cycles}
population: any
candidates:
  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}
  - {name: torus, topology: {family: torus, radix: 4, dimensions: 2}}
  - {name: ring, topology: {family: ring, nodes: 16}}
  - name: two
    planes:
      - {name: request, topology: {family: mesh, radix: 4, dimensions: 2}}
      - {name: response, topology: {family: ring, nodes: 16}}
)";

std::vector<std::string> names_of_lines(const std::string& lines) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1)
    names.push_back(Json::parse(lines.substr(at, lines.find('\n', at) - at)).at("name"));
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("several candidates are taken in the order given") {
  const Place place(kFour);
  const Json both = Json::parse(place.run("measure spec.yaml -c ring -c mesh --format json").out);
  REQUIRE(both.at("candidates").size() == 2);
  CHECK(both.at("candidates").at(0).at("name") == "ring");
  CHECK(both.at("candidates").at(1).at("name") == "mesh");
  CHECK(both.at("run").at("candidate") == Json{"ring", "mesh"});
  CHECK(names_of_lines(place.run("measure spec.yaml -c ring -c mesh --format jsonl").out) == Names{"ring", "mesh"});
  CHECK(names_of_lines(place.run("compare spec.yaml -c torus -c ring --format jsonl").out) == Names{"torus", "ring"});
  const Run compared = place.run("compare spec.yaml -c torus -c ring");
  CHECK(contains(compared.out, "torus"));
  CHECK_FALSE(contains(compared.out, "mesh"));
  CHECK(place.run("check spec.yaml -c torus -c mesh").out.starts_with("torus: passed"));
  CHECK(contains(place.run("measure spec.yaml -c ring -c torus --dry-run").out, "torus"));
  CHECK(place.run("plot spec.yaml --what latency -c ring -c mesh -o both.svg").code == 0);
  CHECK(contains(place.run("measure spec.yaml --table links -c ring -c mesh --format csv").out, "\nmesh,"));
}

TEST_CASE("parts of a candidate stand beside whole ones") {
  const Place place(kFour);
  const std::string line = "measure spec.yaml -c two/response -c mesh -c two -c two/request --format jsonl";
  CHECK(names_of_lines(place.run(line).out) == Names{"two/response", "mesh", "two", "two/request"});
  const Run figure = place.run("plot spec.yaml --what latency -c two/response -c mesh -o x.svg");
  CHECK(figure.code == 2);
  CHECK(contains(figure.err, "is shown alone"));
}

TEST_CASE("explanations and profiles of several candidates stand one below the other, or in one list") {
  const Place place(kFour);
  const Run told = place.run("explain spec.yaml -c ring -c mesh latency");
  CHECK(told.code == 0);
  CHECK(told.out.find("ring") < told.out.find("mesh"));
  const Json list = Json::parse(place.run("explain spec.yaml -c ring -c mesh latency --format json").out);
  REQUIRE(list.size() == 2);
  CHECK(list.at(0).at("candidate") == "ring");
  CHECK(list.at(1).at("candidate") == "mesh");
  const Json alone = Json::parse(place.run("explain spec.yaml -c mesh latency --format json").out);
  CHECK(list.at(1).at("value") == alone.at("value"));
  CHECK(place.run("profile spec.yaml -c ring -c mesh --format csv").out.starts_with("candidate,"));
}

TEST_CASE("a command that takes one candidate says so, and a name that is given twice is a mistake") {
  const Place place(kFour);
  for (const char* line : {"draw spec.yaml -c ring -c mesh -o x.svg", "export spec.yaml -c ring -c mesh --to csv -o -",
                           "list nodes spec.yaml -c ring -c mesh"}) {
    CAPTURE(line);
    const Run ran = place.run(line);
    CHECK(ran.code == 2);
    CHECK(contains(ran.err, "takes one candidate, and -c names 2"));
  }
  CHECK(place.run("measure spec.yaml -c ring -c ring").code == 2);
  CHECK(contains(place.run("measure spec.yaml -c ring -c rung").err, "did you mean 'ring'?"));
}

TEST_CASE("a result of several candidates is reproduced") {
  const Place place(kFour);
  REQUIRE(place.run("measure spec.yaml -c ring -c two/request -c mesh --format json -o some.json").code == 0);
  CHECK(place.run("reproduce some.json").code == 0);
  REQUIRE(place.run("compare spec.yaml -c torus -c mesh --format json -o ranked.json").code == 0);
  CHECK(place.run("reproduce ranked.json").code == 0);
}

TEST_CASE("every record has the version that made it, in JSON, in lines and in CSV, and is read back") {
  const Place place(kFour);
  const std::string version = Json::parse(place.run("measure spec.yaml --format json").out).at("cutline");
  REQUIRE(place.run("measure spec.yaml -o all.jsonl").code == 0);
  const std::string lines = slurp(place / "all.jsonl");
  CHECK(Json::parse(lines.substr(0, lines.find('\n'))).at("cutline") == version);
  for (const char* line :
       {"measure spec.yaml --format csv", "compare spec.yaml --format csv", "merge all.jsonl --format csv",
        "measure spec.yaml --format csv --set 'load=10 % of capacity'"}) {
    CAPTURE(line);
    const std::string table = place.run(line).out;
    CHECK(contains(table.substr(0, table.find('\n')), ",cutline"));
    CHECK(table.ends_with("," + version + "\n"));
  }
  CHECK(contains(place.run("compare all.jsonl").out, "torus"));
}

TEST_CASE("records of another version differ only where their numbers do") {
  const Place place(kFour);
  std::string before = place.run("measure spec.yaml --format json").out;
  const std::string version = Json::parse(before).at("cutline");
  for (std::size_t at = 0; (at = before.find("\"cutline\": \"" + version, at)) != std::string::npos; ++at)
    before.replace(at, 12 + version.size(), "\"cutline\": \"0.0.1");
  place.write("before.json", before);
  CHECK(place.run("measure spec.yaml --against before.json").code == 0);
}

TEST_CASE("what is told of a candidate with settings of its own is told by them") {
  const Place place(R"(cutline: 1
technology: nangate45
node: {width: 1 mm, height: 1 mm}
channel: {width: 16 bits}
delay: repeated
traffic: transpose
candidates:
  - {name: plain, topology: {family: mesh, radix: 4, dimensions: 2}}
  - {name: own, topology: {family: mesh, radix: 4, dimensions: 2}, traffic: tornado, delay: elmore}
)");
  CHECK(contains(place.run("profile spec.yaml -c own --loads").out, "under tornado traffic"));
  CHECK(contains(place.run("profile spec.yaml -c plain --loads").out, "under transpose traffic"));
  // No link fails in this spec: explain has the connectivity counted, of a candidate with settings of its own too.
  for (const std::string name : {"own", "plain"}) {
    CAPTURE(name);
    CHECK(contains(place.run("explain spec.yaml edge_connectivity -c " + name).out, "= 2 "));
  }
  CHECK(contains(place.run("explain spec.yaml latency -c own --delay elmore").out, "wire delay elmore"));
  const Run unknown = place.run("explain spec.yaml latency -c own --delay sakurai");
  CHECK(unknown.code == 2);
  CHECK(contains(unknown.err, "its delay models are: elmore"));
  place.write("applications.yaml", R"(cutline: 1
candidates:
  - name: own
    topology: {family: mesh, radix: 4, dimensions: 2}
    traffic: [{name: even, share: 0.5, traffic: uniform}, {name: turned, share: 0.5, traffic: transpose}]
)");
  CHECK(contains(place.run("profile applications.yaml -c own/turned --loads").out, "under transpose traffic"));
}
