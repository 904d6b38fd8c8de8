// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <sstream>

#include "cutline/topology/family.hpp"
#include "support/counted.hpp"
#include "support/csv.hpp"

/// Compares networks that EvalNet's generators made with the families here. Distances are over all routers, including
/// those without terminals.

using namespace cutline;
using namespace cutline::test;

namespace {

/// The parameters of a row: "n=2 k=8", "m=4;4".
class Given {
 public:
  explicit Given(const std::string& text) {
    std::stringstream words(text);
    for (std::string word; words >> word;) values_[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
  }
  std::int64_t operator[](const std::string& name) const { return std::stoll(values_.at(name)); }
  IntegerList list(const std::string& name) const {
    IntegerList numbers;
    std::stringstream text(values_.at(name));
    for (std::string number; std::getline(text, number, ';');) numbers.push_back(std::stoll(number));
    return numbers;
  }

 private:
  std::map<std::string, std::string> values_;
};

/// The skips of links that span 1 + g, 1 + 2 g ... places on both axes.
Parameters express_mesh_skips(const Given& p) {
  IntegerList skips;
  for (std::int64_t skip = 1 + p["g"]; skip < p["k"]; skip += p["g"]) skips.push_back(skip);
  return {{"columns", p["k"]}, {"rows", p["k"]}, {"row_skips", skips}, {"column_skips", skips}};
}

/// Three levels of switches with k ports; the switches at the edge are the nodes.
Parameters three_level_tree(const Given& p) {
  const std::int64_t half = p["k"] / 2;
  return {{"children", IntegerList{half, p["k"]}}, {"parents", IntegerList{half, half}}};
}

Parameters megafly_of_ports(const Given& p) {
  return {{"global_links", p["d"] / (2 * p["g"])}, {"spines", p["d"] / 2}};
}

Parameters oft_of_ports(const Given& p) { return {{"q", p["k"] - 1}}; }

/// A torus of groups of 2 x 3 x 2 nodes.
Parameters tofu_torus(const Given& p) { return {{"radices", IntegerList{2, 3, 2, p["x"], p["y"], p["z"]}}}; }

/// Their lowest level are routers; here it stands above terminals, one at each.
Parameters tree_of_lists(const Given& p) {
  IntegerList children = p.list("m"), parents = p.list("w");
  children.insert(children.begin(), 1);
  parents.insert(parents.begin(), 1);
  return {{"children", children}, {"parents", parents}};
}

Parameters xpander_of_lifts(const Given& p) {
  std::int64_t lift = 1;
  for (const std::int64_t each : p.list("lifts")) lift *= each;
  return {{"degree", p["d"]}, {"lift", lift}};
}

/// A family of EvalNet in terms of a family here: our parameters beside theirs of the same meaning, or a rule.
struct Ours {
  const char* family;
  std::vector<std::pair<const char*, const char*>> renamed;
  Parameters (*rule)(const Given&) = nullptr;

  Topology build(const Given& given) const {
    if (rule != nullptr) return build_topology(family, rule(given));
    Parameters parameters;
    for (const auto& [ours, theirs] : renamed) parameters.set(ours, given[theirs]);
    return build_topology(family, parameters);
  }
};

const std::map<std::string, Ours> kSame = {
    {"arrangement", {"arrangement", {{"symbols", "n"}, {"places", "k"}}}},
    {"brown", {"polarfly", {{"q", "q"}}}},
    {"cascade_dragonfly", {"cascade", {{"groups", "g"}}}},
    {"dragonfly", {"dragonfly", {{"global_links", "p"}}}},
    {"express_mesh", {"sparse_hamming", {}, express_mesh_skips}},
    {"fat_tree", {"xgft", {}, three_level_tree}},
    {"flattened_butterfly", {"flattened_butterfly", {{"radix", "k"}, {"stages", "n"}}}},
    {"hypercube", {"hypercube", {{"dimensions", "n"}}}},
    {"hyperx", {"hyperx", {{"radix", "s"}, {"dimensions", "l"}}}},
    {"jellyfish", {"jellyfish", {{"nodes", "n"}, {"degree", "r"}}}},
    {"kary_ntree", {"fat_tree", {{"radix", "k"}, {"levels", "n"}}}},
    {"kautz", {"kautz", {{"degree", "b"}, {"dimensions", "n"}}}},
    {"megafly", {"megafly", {}, megafly_of_ports}},
    {"mesh", {"mesh", {{"radix", "k"}, {"dimensions", "n"}}}},
    {"mlfm", {"mlfm", {{"layers", "h"}}}},
    {"oft", {"oft", {}, oft_of_ports}},
    {"slim_fly", {"slim_fly", {{"q", "q"}}}},
    {"tofu", {"torus", {}, tofu_torus}},
    {"torus", {"torus", {{"radix", "k"}, {"dimensions", "n"}}}},
    {"xgft", {"xgft", {}, tree_of_lists}},
    {"xpander", {"xpander", {}, xpander_of_lifts}}};

/// Families of EvalNet that are missing here, with the reason.
const std::map<std::string, std::string> kNotHere = {
    {"brown_extended", "one way of many to add routers to a polarfly; none is in use"},
    {"bundlefly", "a star product of graphs; not known of any machine"},
    {"delorme", "a polarity graph of diameter 3; not known of any machine"},
    {"polarstar_bdf", "a star product of graphs; not known of any machine"},
    {"polarstar_paley", "a star product of graphs; not known of any machine"},
    {"spectralfly", "a Cayley graph of matrices; not known of any machine"}};

struct AllRouters {
  std::uint64_t routers = 0, degree_min = ~std::uint64_t{0}, degree_max = 0, diameter = 0;
  double mean_hops = 0;
};

AllRouters over_all_routers(const Topology& network) {
  const Neighbours next = neighbours(network);
  AllRouters all{.routers = next.size()};
  std::uint64_t total = 0;
  for (std::uint64_t from = 0; from < next.size(); ++from) {
    all.degree_min = std::min<std::uint64_t>(all.degree_min, next[from].size());
    all.degree_max = std::max<std::uint64_t>(all.degree_max, next[from].size());
    for (const std::uint64_t hops : boost_hops(next, from)) {
      total += hops;
      all.diameter = std::max(all.diameter, hops);
    }
  }
  all.mean_hops = static_cast<double>(total) / static_cast<double>(all.routers * (all.routers - 1));
  return all;
}

}  // namespace

TEST_CASE("networks that EvalNet generates have the same routers, degrees, links and distances here") {
  std::set<std::string> covered;
  for (const Row& row : golden("published/evalnet_rows.csv")) {
    const std::string& family = row.text("family");
    CAPTURE(family);
    CAPTURE(row.text("parameters"));
    const auto same = kSame.find(family);
    CHECK((same != kSame.end()) != (kNotHere.count(family) == 1));
    if (same == kSame.end()) continue;
    const Topology network = same->second.build(Given(row.text("parameters")));
    const AllRouters count = over_all_routers(network);
    CHECK(count.routers == row.integer("routers"));
    CHECK(network.node_count() + network.interchange_count() == count.routers);
    CHECK(count.degree_min == row.integer("degree_min"));
    CHECK(count.degree_max == row.integer("degree_max"));
    CHECK(network.link_count() == row.integer("links"));
    CHECK(counted(network).repeated == 0);
    if (row.has("diameter")) CHECK(count.diameter == row.integer("diameter"));
    if (row.has("mean_hops")) CHECK(count.mean_hops == doctest::Approx(row.number("mean_hops")).epsilon(1e-9));
    covered.insert(family);
  }
  CHECK(covered.size() == kSame.size());
}
