// SPDX-License-Identifier: Apache-2.0
// Compares latency and saturation under load with BookSim2 on networks of few virtual channels, under permutations, and
// on networks that were drawn at random; with the simulator of flits where messages are longer than a buffer.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cutline/spec/spec.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/candidate_routes.hpp"
#include "evaluate/under_load.hpp"
#include "study/studies.hpp"
#include "support/accuracy.hpp"
#include "support/csv.hpp"
#include "support/places.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// The spec of a row: links of one cycle, or as many as a wire over tiles of `node_mm` takes.
std::string spec_of_row(const Row& row) {
  const bool tiles = row.has("node_mm");
  const std::string mm = row.text("node_mm");
  std::string traffic = row.text("traffic");
  if (traffic.rfind("hot_spot ", 0) == 0) traffic = fmt::format("{{pattern: hot_spot, share: {}}}", traffic.substr(9));
  return fmt::format(
      "cutline: 1\ntechnology: {}\nchannel: {{width: {} bits}}\nrouter: {{delay: {} cycles, depth: {}}}\n"
      "virtual_channels: {}\nmessage: {} bits\ntraffic: {}\npopulation: any\n{}"
      "candidates:\n  - {{name: c, topology: {}{}}}\n",
      tiles ? "nangate45" : "unit", tiles ? 64 : 16, row.text("router_cycles"), row.text("depth"),
      row.text("virtual_channels"), (tiles ? 64 : 16) * row.integer("flits"), traffic,
      tiles ? "delay: repeated\nclock: {rule: fixed, frequency: 4 GHz}\nwires: pipelined\ndefaults: {node: {width: " +
                  mm + " mm, height: " + mm + " mm}, placement: {wiring: over}}\n"
            : "delay: linear\n",
      row.text("topology"), row.has("routing") ? ", routing: " + row.text("routing") : "");
}

/// A simulated network as the model sees it.
struct ModelledRow {
  ChannelModel model;
  double law = 0;  ///< cycles of a message alone in the simulator
};

ModelledRow modelled(const Row& row) {
  const Study study = parse_study(spec_of_row(row), "row.yaml", source_folder() + "/tests/golden/booksim");
  const std::vector<Candidate> candidates = evaluated(study);
  const Candidate& candidate = candidates.at(0);
  const Timing& timing = candidate.latency.timings.at(0);
  const RoutedOrWhy routed = routed_traffic(study, candidate, {});
  const Flows& flows = std::get<0>(routed)->flows;
  const std::vector<double> cycles = channel_cycles(study, candidate, study.delays[0], timing);
  const LoadedRouters routers = loaded_routers(study, candidate, timing);
  double law = 3 + (flows.mean_hops + 1) * routers.router_cycles + routers.message_flits - 1;
  for (std::uint64_t c = 0; c < cycles.size(); ++c)
    law += flows.load(c) / static_cast<double>(flows.graph->addressed_count()) * cycles[c];
  ChannelModel model(flows, cycles, routers);
  law += model.waits(0)->total();
  return {std::move(model), law};
}

struct SortedErrors {
  std::vector<double> all;
  void add(double error) { all.insert(std::upper_bound(all.begin(), all.end(), std::abs(error)), std::abs(error)); }
  double mean() const {
    double sum = 0;
    for (const double each : all) sum += each;
    return all.empty() ? 0 : sum / static_cast<double>(all.size());
  }
  double quantile(double part) const { return all.at(static_cast<std::size_t>(part * (all.size() - 1))); }
};

/// A saturation by the model, the middle of the simulated bracket, and the error that the model states.
struct Saturation {
  double said = 0, simulated = 0, stated = 0;
};

struct RowErrors {
  SortedErrors low, high, saturation;  ///< below 0.6 of the simulated saturation; from there to 0.82; of saturation
  std::vector<Saturation> networks;
  std::map<std::string, double> worst;  ///< from 0.6 to 0.82, by network
};

/// Of the pairs whose simulated saturations differ by more than 5 %: how many, how many the model has in that order,
/// how many it says could turn, and how many are in order or could turn. Apart: of those that differ by half or more.
struct PairsInOrder {
  int compared = 0, in_order = 0, marked = 0, honest = 0, apart = 0, apart_marked = 0;
};

PairsInOrder pairs_in_order(const std::vector<Saturation>& all) {
  PairsInOrder pairs;
  for (const Saturation& low : all) {
    for (const Saturation& high : all) {
      if (low.simulated * 1.05 >= high.simulated) continue;
      const bool in_order = low.said < high.said, apart = low.simulated * 1.5 < high.simulated;
      const auto [less, more] = std::minmax(low.said, high.said);
      const bool marked = could_turn(more / less, low.stated, high.stated);
      ++pairs.compared;
      pairs.in_order += in_order ? 1 : 0;
      pairs.marked += marked ? 1 : 0;
      pairs.honest += in_order || marked ? 1 : 0;
      pairs.apart += apart ? 1 : 0;
      pairs.apart_marked += apart && marked ? 1 : 0;
    }
  }
  return pairs;
}

double mean_of_seeds(const Row& row) {
  double sum = 0, seeds = 0;
  for (const char* seed : {"latency_1", "latency_2", "latency_3"}) {
    if (!row.has(seed)) continue;
    sum += row.number(seed);
    ++seeds;
  }
  return seeds > 0 ? sum / seeds : 0;
}

/// A load that the model cannot carry counts as an error of 1.
RowErrors errors_of(const std::string& file, const std::string& referee) {
  RowErrors errors;
  std::string network;
  std::optional<ModelledRow> now;
  for (const Row& row : golden(file)) {
    const double stable = row.number("stable"), unstable = row.number("unstable"), middle = (stable + unstable) / 2;
    if (row.text("network") != network) {
      network = row.text("network");
      now = modelled(row);
      const double said = now->model.saturation(4 * now->law), near = std::clamp(said, stable, unstable);
      errors.saturation.add(said / near - 1);
      const bool fits = row.number("flits") <= row.number("depth");
      errors.networks.push_back({said, middle, stated_saturation_error(fits ? MessageFit::whole : MessageFit::spread)});
      tell_case("saturation", referee, said, near);
      MESSAGE(network << " saturates at " << said << " (" << stable << " to " << unstable << ")");
    }
    const double offered = row.number("offered"), simulated = mean_of_seeds(row);
    if (simulated == 0) continue;
    const auto waits = now->model.waits(offered);
    const double said = waits ? now->law - now->model.waits(0)->total() + waits->total() : 2 * simulated;
    const bool low = offered < 0.6 * middle;
    (low ? errors.low : errors.high).add(said / simulated - 1);
    double& worst = errors.worst[network];
    if (!low) worst = std::max(worst, std::abs(said / simulated - 1));
    tell_case(low ? "latency below 0.6 of saturation" : "latency from 0.6 to 0.82 of saturation", referee, said,
              simulated);
  }
  MESSAGE(file << ": below 0.6 of saturation " << errors.low.mean() << ", to 0.82 " << errors.high.mean()
               << ", saturation: median " << errors.saturation.quantile(0.5) << ", nine of ten within "
               << errors.saturation.quantile(0.9) << ", worst " << errors.saturation.quantile(1));
  return errors;
}

void check_order(const RowErrors& errors) {
  const PairsInOrder pairs = pairs_in_order(errors.networks);
  MESSAGE(pairs.in_order << " of " << pairs.compared << " pairs stand in BookSim's order");
  CHECK(pairs.in_order == pairs.compared);
}

}  // namespace

TEST_CASE("with few virtual channels and under permutations networks are as fast as in BookSim") {
  const RowErrors errors = errors_of("booksim/few-channels.csv", "BookSim 2, few channels and permutations");
  CHECK(errors.low.mean() <= 0.01);
  CHECK(errors.high.mean() <= 0.037);
  CHECK(errors.saturation.quantile(0.5) <= 0.045);
  CHECK(errors.saturation.quantile(0.9) <= 0.08);
  CHECK(errors.saturation.quantile(1) <= 0.28);
}

TEST_CASE("a mesh and a torus of 8 x 8 with two and four channels are full where BookSim's are, and in that order") {
  const RowErrors errors = errors_of("booksim/mesh-torus.csv", "BookSim 2, 8 x 8 mesh and torus, one flit");
  CHECK(errors.networks.size() == 12);
  CHECK(errors.low.mean() <= 0.01);
  CHECK(errors.high.mean() <= 0.025);
  CHECK(errors.saturation.quantile(1) <= 0.1);
  check_order(errors);
}

TEST_CASE("networks whose messages are longer than a buffer are as fast as in the simulator of flits") {
  const RowErrors errors = errors_of("flits_long_messages.csv", "our simulator of flits, long messages");
  CHECK(errors.low.mean() <= 0.02);
  CHECK(errors.low.quantile(0.9) <= 0.06);
  CHECK(errors.high.mean() <= 0.054);
  CHECK(errors.saturation.quantile(0.5) <= 0.05);
  CHECK(errors.saturation.quantile(0.9) <= 0.12);
}

TEST_CASE("networks that were drawn at random once the model was fixed are as fast as in BookSim") {
  const RowErrors errors = errors_of("booksim/random-networks.csv", "BookSim 2, networks drawn at random");
  // Loads that the model cannot carry count as errors of 1, in buffers that are far shallower than the credit loop.
  CHECK(errors.low.mean() <= 0.03);
  CHECK(errors.low.quantile(0.5) <= 0.02);
  CHECK(errors.high.mean() <= 0.064);
  CHECK(errors.high.quantile(0.5) <= 0.035);
  CHECK(errors.saturation.quantile(0.5) <= 0.041);
  CHECK(errors.saturation.quantile(0.9) <= 0.11);
}

TEST_CASE("networks that were drawn at random last are as fast as in BookSim") {
  const RowErrors errors = errors_of("booksim/drawn-networks.csv", "BookSim 2, networks drawn last");
  CHECK(errors.low.mean() <= 0.02);
  CHECK(errors.high.quantile(0.5) <= 0.015);
  CHECK(errors.high.mean() <= 0.033);
  CHECK(errors.saturation.quantile(0.5) <= 0.055);
  CHECK(errors.saturation.quantile(1) <= 0.13);
  check_order(errors);
}

TEST_CASE("networks that were drawn once lines in buffers had places are as fast as in BookSim") {
  const RowErrors errors = errors_of("booksim/latest-networks.csv", "BookSim 2, networks drawn at last");
  CHECK(errors.low.mean() <= 0.012);
  CHECK(errors.high.mean() <= 0.04);
  CHECK(errors.saturation.quantile(0.5) <= 0.045);
  CHECK(errors.saturation.quantile(0.9) <= 0.08);
  CHECK(errors.saturation.quantile(1) <= 0.14);
  check_order(errors);
}

TEST_CASE("forty networks that were drawn before the last changes of the model are as near to BookSim as docs tell") {
  const RowErrors errors = errors_of("booksim/forty-networks.csv", "BookSim 2, forty networks");
  CHECK(errors.networks.size() == 40);
  CHECK(errors.low.mean() <= 0.016);
  CHECK(errors.low.quantile(0.5) <= 0.011);
  CHECK(errors.high.mean() <= 0.044);
  CHECK(errors.high.quantile(0.5) <= 0.036);
  CHECK(errors.saturation.quantile(0.5) <= 0.034);
  CHECK(errors.saturation.quantile(0.9) <= 0.12);
  CHECK(errors.saturation.quantile(1) <= 0.19);
  // Terminals behind one virtual channel, and classes with fewer virtual channels than the class before.
  CHECK(errors.worst.at("f05") <= 0.06);
  CHECK(errors.worst.at("f15") <= 0.05);
  CHECK(errors.worst.at("f38") <= 0.08);
  const PairsInOrder pairs = pairs_in_order(errors.networks);
  MESSAGE(pairs.in_order << " of " << pairs.compared << " pairs stand in BookSim's order");
  CHECK(pairs.in_order >= 731);
  // What the program says at the table, of a pair by itself: which of the two is ahead, or that they could turn.
  MESSAGE(pairs.marked << " of " << pairs.compared << " could turn by the stated errors, " << pairs.apart_marked
                       << " of " << pairs.apart << " that differ by half");
  CHECK(pairs.honest == pairs.compared);
  CHECK(pairs.marked <= 0.24 * pairs.compared);
  CHECK(pairs.apart_marked <= 0.03 * pairs.apart);
}

TEST_CASE("networks that were drawn when the model was fixed, by another seed, are as near to BookSim as docs tell") {
  const RowErrors errors = errors_of("booksim/fresh-networks.csv", "BookSim 2, fresh networks");
  CHECK(errors.networks.size() == 25);
  CHECK(errors.low.mean() <= 0.024);
  CHECK(errors.high.mean() <= 0.05);
  CHECK(errors.saturation.quantile(0.5) <= 0.02);
  CHECK(errors.saturation.quantile(0.9) <= 0.1);
  const PairsInOrder pairs = pairs_in_order(errors.networks);
  MESSAGE(pairs.in_order << " of " << pairs.compared << " pairs stand in BookSim's order");
  CHECK(pairs.in_order >= 280);
  CHECK(pairs.honest == pairs.compared);
}
