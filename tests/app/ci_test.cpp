// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "app/place.hpp"

namespace {

using namespace cutline::test;
using LinkJson = nlohmann::ordered_json;

constexpr const char* kTwoMeshes = R"(cutline: 1
delay: [constant, linear]
candidates:
  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}
  - {name: cube, topology: {family: hypercube, dimensions: 4}}
)";

}  // namespace

TEST_CASE("--strict and --limits fail what is over a limit, and -c looks at one candidate alone") {
  const Place place(
      "cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\nchannel: {width: 8 bits}\n"
      "limits: {longest_wire: 2 mm}\ncandidates:\n"
      "  - {name: mesh, topology: {family: mesh, radices: [4, 4]}}\n"
      "  - {name: torus, topology: {family: torus, radices: [4, 4]}}\n"
      "expect:\n  - {candidate: torus, key: links, value: 32}\n");
  CHECK(place.run("compare spec.yaml").code == 0);
  CHECK(place.run("compare spec.yaml --strict").code == 1);
  CHECK(place.run("compare spec.yaml --strict -c mesh").code == 0);
  const Run torus = place.run("compare spec.yaml --strict -c torus --format json");
  CHECK(torus.code == 1);
  CHECK(contains(torus.err, "allowed 2 mm"));
  CHECK(place.run("check spec.yaml").code == 0);
  CHECK(place.run("check spec.yaml --limits -c mesh").code == 0);
  const Run limits = place.run("check spec.yaml --limits");
  CHECK(limits.code == 1);
  CHECK(contains(limits.out, "allowed 2 mm"));
}

TEST_CASE("-o makes the folder of its file") {
  const Place place(kTwoMeshes);
  CHECK(place.run("compare spec.yaml -o new/deep/out.txt").code == 0);
  CHECK(contains(slurp(place / "new/deep/out.txt"), "wins"));
}

TEST_CASE("the table of links is what csv exports, and that of layers adds up to the length of all wires") {
  const Place place(
      "cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\nchannel: {width: 8 bits}\n"
      "clock: {rule: fixed, frequency: 4 GHz}\nwires: pipelined\ncandidates:\n"
      "  - {name: torus, topology: {family: torus, radices: [6, 4]}}\n");
  const std::string links = place.run("measure spec.yaml --table links --format csv").out;
  CHECK(place.run("export spec.yaml --to csv").out.ends_with(links));
  double load = 0;
  for (const LinkJson& link : LinkJson::parse(place.run("measure spec.yaml --table links --format json").out)) {
    const std::string places = link["registers_mm"].is_null() ? "" : link["registers_mm"];
    const auto stages = places.empty() ? 0 : std::count(places.begin(), places.end(), ' ') + 1;
    CHECK(link["registers"] == link["delay_cycles"].get<int>() - 1);
    CHECK(link["registers"] == stages);
    load += link["load"].get<double>() + link["load_back"].get<double>();
  }
  const LinkJson record = LinkJson::parse(place.run("measure spec.yaml --format json").out)["candidates"][0];
  CHECK(load == doctest::Approx(24 * record["performance"]["mean_hops"].get<double>()));
  double length = 0, wires = 0;
  for (const LinkJson& layer : LinkJson::parse(place.run("measure spec.yaml --table layers --format json").out)) {
    length += layer["length_mm"].get<double>();
    wires += layer["wires"].get<double>();
  }
  CHECK(length == doctest::Approx(record["length"]["total_mm"].get<double>()));
  CHECK(wires == 48 * 16);
}

TEST_CASE("no row uses more tracks of a layer than it has room for: wires between facing neighbours take none") {
  const Place place(
      "cutline: 1\ntechnology: nangate45\nnode: {width: 0.5 mm, height: 0.5 mm}\nchannel: {width: 16 bits}\n"
      "defaults: {placement: {terminals: facing}}\ncandidates:\n  - name: two\n    planes:\n"
      "      - {name: a, topology: {family: mesh, radix: 4, dimensions: 2}}\n"
      "      - {name: b, topology: {family: ring, nodes: 16}, width: 2}\n"
      "  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}\n");
  std::map<std::string, std::int64_t> tracks;
  for (const LinkJson& layer : LinkJson::parse(place.run("measure spec.yaml --table layers --format json").out)) {
    CAPTURE(layer.dump());
    tracks[layer["candidate"]] += layer["busiest_tracks"].get<std::int64_t>();
    if (!layer["busiest_room"].is_null())
      CHECK(layer["busiest_tracks"].get<std::int64_t>() <= layer["busiest_room"].get<std::int64_t>());
  }
  CHECK(tracks.at("mesh") == 0);  // all of its links join neighbours
  CHECK(tracks.at("two") > 0);
}

TEST_CASE("reproduce runs a result again, with its overrides, and tells what changed") {
  const Place place(kTwoMeshes);
  CHECK(place.run("compare spec.yaml --by area -c mesh --format json -o old/result.json").code == 0);
  CHECK(place.run("reproduce old/result.json").code == 0);
  CHECK(place.run("measure spec.yaml --set candidates[0].topology.radix=5 --format json -o five.json").code == 0);
  CHECK(place.run("reproduce five.json").code == 0);
  std::string text = slurp(place / "five.json");
  text.replace(text.find("\"links\": 40"), 11, "\"links\": 41");
  place.write("five.json", text);
  CHECK(place.run("reproduce five.json").code == 1);
  CHECK(place.run("reproduce spec.yaml").code == 2);
}
