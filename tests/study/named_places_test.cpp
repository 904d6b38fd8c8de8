// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include "cutline/base/error.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/placed_network.hpp"
#include "study/studies.hpp"
#include "support/own_folder.hpp"
#include "topology/said_sites.hpp"

using namespace cutline;
using namespace cutline::test;

namespace named_places {
namespace {

/// A floor of 4 x 3 tiles of a square millimetre with these names, and a flow from the first to the third of a row.
class Floor {
 public:
  Floor() {
    std::string rows = "node,x_mm,y_mm,width_mm,height_mm\n", numbered = rows;
    for (int tile = 0; tile < 12; ++tile) {
      const std::string place = fmt::format(",{},{},1,1\n", tile % 4, tile / 4);
      rows += name(tile) + place;
      numbered += fmt::format("{}{}", tile, place);
    }
    folder_.write("named.csv", rows);
    folder_.write("numbered.csv", numbered);
  }
  static std::string name(int tile) { return fmt::format("t{}", static_cast<char>('a' + tile)); }

  Candidate candidate(const std::string& network, const std::string& places, const std::string& placement,
                      const std::string& flows) const {
    folder_.write("flows.csv", "source,destination,rate\n" + flows);
    const Study study =
        parse_study(fmt::format("cutline: 1\ntechnology: nangate45\nchannel: {{width: 8 bits}}\ntraffic: {{pattern: "
                                "matrix, file: flows.csv}}\ncandidates:\n  - {{name: a, topology: {}, placement: "
                                "{{positions: {}.csv{}}}}}\n",
                                network, places, placement),
                    "spec.yaml", folder_.path.string(), {});
    return evaluated(study).front();
  }

 private:
  cutline::test::OwnFolder folder_;
};

const std::string kNamedTorus = "{family: torus, radices: [4, 3]}";

}  // namespace

TEST_CASE("nodes without names take those of the tiles, and traffic names them") {
  const Floor floor;
  const Candidate mesh = floor.candidate("{family: mesh, radices: [4, 3]}", "named", "",
                                         fmt::format("{},{},5 MB/s\n", Floor::name(0), Floor::name(11)));
  CHECK(*mesh.traffic.mean_hops() == 5);
  CHECK(site_name(mesh.network()->topology, 7) == Floor::name(7));
  CHECK(SaidSites(mesh.network()->topology).find("7") == 7);
}

TEST_CASE("an order moves the network under the tiles, which keep their names and their traffic") {
  const Floor floor;
  // A folded ring of four has the nodes 0, 3, 1, 2 in its places: from the first place to the third is one hop.
  const double hops[] = {0, 1, 1, 2};
  for (const int place : {1, 2, 3}) {
    CAPTURE(place);
    const std::string named = fmt::format("{},{},1\n", Floor::name(0), Floor::name(place));
    const std::string numbered = fmt::format("0,{},1\n", place);
    const Candidate by_name = floor.candidate(kNamedTorus, "named", ", order: folded", named);
    CHECK(*by_name.traffic.mean_hops() == hops[place]);
    CHECK(*floor.candidate(kNamedTorus, "named", ", order: folded", numbered).traffic.mean_hops() == hops[place]);
    CHECK(*floor.candidate(kNamedTorus, "numbered", ", order: folded", numbered).traffic.mean_hops() == hops[place]);
    const PlacedNetwork& network = *by_name.network();
    for (std::uint64_t site = 0; site < 12; ++site) {
      const std::uint32_t tile = network.placement.given->tile_of_site[site];
      CHECK(site_name(network.topology, site) == Floor::name(static_cast<int>(tile)));
    }
    CHECK(noted(by_name.notes, NoteKind::numbers_are_places));
  }
}

TEST_CASE("an order that optimises moves no tile away from its name either") {
  const Candidate found = Floor().candidate("{family: jellyfish, nodes: 12, degree: 3}", "named", ", minimise: total",
                                            fmt::format("{},{},1\n", Floor::name(2), Floor::name(9)));
  const PlacedNetwork& network = *found.network();
  const SaidSites said(network.topology);
  for (std::uint32_t tile = 0; tile < 12; ++tile) {
    const auto site = said.find(Floor::name(static_cast<int>(tile)));
    REQUIRE(site);
    CHECK(network.placement.given->tile_of_site[*site] == tile);
    CHECK(said.find(std::uint64_t{tile}) == site);
  }
}

TEST_CASE("names of tiles are refused for more or fewer nodes, and as weights of what stays") {
  const Floor floor;
  const auto mistake = [&](const std::string& network, const std::string& placement) -> std::string {
    try {
      floor.candidate(network, "named", placement, fmt::format("{},{},1\n", Floor::name(0), Floor::name(1)));
    } catch (const Error& error) {
      return error.diagnostics().front().message;
    }
    return {};
  };
  CHECK(mistake("{family: ring, nodes: 11}", "") == "12 tiles give their names to 11 nodes");
  CHECK(mistake(kNamedTorus, ", minimise: total, weight: traffic").find("stays with the tiles") != std::string::npos);
}

}  // namespace named_places
