// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <iterator>
#include <tuple>

#include "base/sha256.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/rankable.hpp"
#include "families/family_search.hpp"
#include "rank/scoring.hpp"

namespace cutline {

namespace {

/// A digest of the links of a placed network, from cell to cell, with their widths and directions; in a hall, whose
/// racks are filled by numbers, from site to site.
std::string digest_of_links(const PlacedNetwork& network, bool in_hall) {
  const Topology& topology = network.topology;
  const GridSize grid = network.placement.grid();
  std::vector<std::array<std::uint64_t, 4>> all = {
      {topology.site_count(), topology.node_count(), topology.concentration, in_hall ? 0 : grid[Axis::x]}};
  const auto cell = [&](std::uint64_t site) {
    return in_hall ? site : cell_number(grid, cell_of(topology, network.placement, site));
  };
  for_each_link(topology, [&](std::size_t number, std::size_t link, std::uint64_t a, std::uint64_t b) {
    const LinkClass& links = topology.classes[number];
    std::uint64_t from = cell(a), to = cell(b);
    const bool one_way = links.channels == 1 && !links.shared;
    if (!one_way && from > to) std::swap(from, to);
    all.push_back({from, to, links.width(link), links.shared ? 3U : static_cast<std::uint64_t>(links.channels)});
  });
  std::sort(all.begin() + 1, all.end());
  Sha256 digest;
  digest.add({reinterpret_cast<const char*>(all.data()), all.size() * sizeof(all.front())});
  return digest.hex();
}

/// Lower for a name that is better known: that of a special case, which takes fewer numbers, or the first in the
/// catalogue.
std::pair<std::size_t, std::ptrdiff_t> obscurity(const Design& design) {
  std::size_t numbers = 0;
  for (const auto& [name, value] : design.parameters.values()) {
    const auto* list = std::get_if<IntegerList>(&value);
    numbers += list != nullptr ? list->size() + 1 : 1;
  }
  return {numbers, find_family(design.family) - families().data()};
}

bool are_equal(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double kRounding = 1e-9;
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return std::abs(x - y) <= kRounding * std::abs(x); });
}

constexpr std::string_view kByTotal = ", by total";

/// The name of a network whether or not it is laid out by an optimiser.
std::string same_network_name(const Design& design) {
  const std::string& name = design.name;
  return name.ends_with(kByTotal) ? name.substr(0, name.size() - kByTotal.size()) : name;
}

/// Decides which networks may still win. In a ranking, a network is out if its floor is above the score of the
/// kMostBest-th best network so far; for a front, if some network is at least as good as its floors in both objectives.
/// Since floors are lower bounds, no winner is lost (this is the pruning rule of branch and bound).
class Bar {
 public:
  explicit Bar(const Study& study) : study_(study), front_(study.search->front) {}

  /// The objectives of each candidate that can be ranked; empty for the others.
  std::vector<std::vector<double>> values_of(const std::vector<Candidate>& candidates) const {
    const Scoring scoring{study_, candidates, 0, searched_population(study_).any, {}};
    std::vector<std::vector<double>> all(candidates.size());
    for (const std::size_t i : rankable(candidates)) {
      for (const RankTerm& term : objectives_of(study_)) {
        if (const auto value = measured(scoring, term, candidates[i])) all[i].push_back(*value);
      }
      if (all[i].size() != objectives_of(study_).size()) all[i].clear();
    }
    return all;
  }

  void raise(std::vector<double> values) {
    if (front_) return known_.push_back(std::move(values));
    if (const double own = score(values); own > kNoFloor) scores_.push_back(own);
    std::sort(scores_.begin(), scores_.end());
    scores_.resize(std::min(scores_.size(), kMostBest));
  }

  bool rules_out(const std::vector<double>& floors) const {
    if (floors.empty()) return false;
    if (!front_) return scores_.size() >= kMostBest && score(floors) >= scores_.back();
    const auto beats = [&](const std::vector<double>& values) {
      return std::equal(values.begin(), values.end(), floors.begin(), [](double a, double b) { return a <= b; });
    };
    return std::any_of(known_.begin(), known_.end(), beats);
  }

  /// The single value, or the weighted sum of logarithms of the values, which sorts networks as the ranking does.
  double score(const std::vector<double>& values) const {
    if (values.size() == 1) return values.front();
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] <= 0) return kNoFloor;
      sum += (front_ ? 1 : study_.rank[i].weight) * std::log(values[i]);
    }
    return sum;
  }

 private:
  const Study& study_;
  bool front_;
  std::vector<double> scores_;              ///< for a ranking: the scores of the best networks, ascending
  std::vector<std::vector<double>> known_;  ///< for a front: the values of the networks on it
};

/// Lays networks out batch by batch, and keeps what may win.
class TimesRun {
 public:
  TimesRun(const Study& study, const NetworksToTry& networks, const Effort& effort, RegularAnswer& answer)
      : study_(study), networks_(networks), effort_(effort), answer_(answer), bar_(study) {
    for (const EarlyFacts& facts : networks.facts) floors_.push_back(facts.floors);
  }

  /// Lays out the networks from design `begin` to `end`: first those whose cuts theorems tell, of these the ones with
  /// the lowest floors, of equal floors those that are best where a rule places them. At most `most` are laid out.
  void run(std::size_t begin, std::size_t end, std::size_t most, std::size_t batch_size) {
    // Independent of the number of threads, which must not decide which networks are out.
    constexpr std::size_t kLargestBatch = 256;
    const std::vector<std::size_t> left = to_be_laid_out(begin, end);
    for (std::size_t next = 0; next < left.size(); batch_size = std::min(2 * batch_size, kLargestBatch)) {
      std::vector<std::size_t> batch;
      for (; next < left.size() && batch.size() < batch_size; ++next) {
        if (bar_.rules_out(floors_[left[next]])) {
          ++answer_.ruled_out["objective"];
        } else if (most == 0) {
          ++answer_.ruled_out["effort"];
        } else {
          batch.push_back(left[next]);
          --most;
        }
      }
      if (begin == networks_.by_rule) leave_losers(batch);
      std::vector<Design> designs;
      for (const std::size_t i : batch) designs.push_back(with_room(networks_.designs[i], networks_.facts[i]));
      keep(evaluated_networks(study_, designs, effort_));
    }
  }

  std::vector<Candidate> take() { return kept_.take(); }

 private:
  /// Raises the floors of networks whose cuts are searched to what their places allow.
  void raise_in_places(const std::vector<std::size_t>& networks) {
    std::vector<std::size_t> searched;
    std::ranges::copy_if(networks, std::back_inserter(searched),
                         [&](std::size_t i) { return networks_.facts[i].cut_is_searched; });
    parallel_for(searched.size(), [&](std::size_t i) {
      const EarlyFacts& facts = networks_.facts[searched[i]];
      const Design design = with_room(networks_.designs[searched[i]], facts);
      floors_[searched[i]] = floors_in_places(study_, objectives_of(study_), design, facts, effort_.watch);
    });
  }

  /// Leaves networks out of a batch that cannot win in the places that an optimiser finds for them.
  void leave_losers(std::vector<std::size_t>& batch) {
    raise_in_places(batch);
    const auto loses = [&](std::size_t i) { return bar_.rules_out(floors_[i]); };
    if (const std::size_t losers = std::erase_if(batch, loses); losers > 0) answer_.ruled_out["objective"] += losers;
  }

  /// Counts in the answer why the others are not.
  std::vector<std::size_t> to_be_laid_out(std::size_t begin, std::size_t end) {
    std::vector<std::size_t> left;
    for (std::size_t i = begin; i < end; ++i) {
      const EarlyFacts& facts = networks_.facts[i];
      if (!facts.why_none.empty()) {
        if (answer_.not_built++ == 0) answer_.why_not_built = networks_.designs[i].name + ": " + facts.why_none;
      } else if (!facts.over.empty()) {
        ++answer_.ruled_out[facts.over];
      } else {
        left.push_back(i);
      }
    }
    if (begin < networks_.by_rule) raise_in_places(left);
    const auto by_rule = [&](std::size_t i) {
      const auto found = score_by_rule_.find(same_network_name(networks_.designs[i]));
      return found == score_by_rule_.end() ? std::numeric_limits<double>::infinity() : found->second;
    };
    // The bar that theorems raise spares most searches of cuts.
    const auto turn = [&](std::size_t i) {
      return std::tuple(networks_.facts[i].cut_is_searched, bar_.score(floors_[i]), by_rule(i));
    };
    std::ranges::stable_sort(left, {}, turn);
    return left;
  }

  void keep(std::vector<Candidate> candidates) {
    std::vector<std::vector<double>> values = bar_.values_of(candidates);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (values[i].empty()) {
        kept_.add_unranked(std::move(candidates[i]));
        continue;
      }
      score_by_rule_.emplace(same_network_name(*candidates[i].design), bar_.score(values[i]));
      if (kept_.add(std::move(candidates[i]), values[i])) {
        bar_.raise(std::move(values[i]));
      } else {
        ++answer_.same;
      }
    }
  }

  const Study& study_;
  const NetworksToTry& networks_;
  const Effort& effort_;
  RegularAnswer& answer_;
  Bar bar_;
  std::vector<std::vector<double>> floors_;  ///< by network
  DistinctNetworks kept_;
  std::map<std::string, double> score_by_rule_;  ///< by the name of the network
};

}  // namespace

bool DistinctNetworks::add(Candidate candidate, const std::vector<double>& values) {
  std::string digest = digest_of_links(*candidate.network(), static_cast<bool>(candidate.machine));
  const auto [begin, end] = by_links_.equal_range(digest);
  for (auto known = begin; known != end; ++known) {
    if (!are_equal(known->second.values, values)) continue;
    Candidate& other = all_[known->second.place];
    if (obscurity(*candidate.design) < obscurity(*other.design)) other = std::move(candidate);
    return false;
  }
  by_links_.insert({std::move(digest), {all_.size(), values}});
  all_.push_back(std::move(candidate));
  return true;
}

const std::vector<RankTerm>& objectives_of(const Study& study) {
  return study.search->front ? study.pareto : study.rank;
}

void add_optimised(NetworksToTry& networks) {
  constexpr std::uint64_t kMovesPerColumn = std::uint64_t{1} << 16;
  networks.by_rule = networks.designs.size();
  for (std::size_t i = 0; i < networks.by_rule; ++i) {
    const EarlyFacts facts = networks.facts[i];
    if (facts.columns == 0 || !facts.why_none.empty() || !facts.over.empty()) continue;
    Design design = networks.designs[i];
    if (!design.placement.orders.empty()) continue;
    design.name += kByTotal;
    design.placement.columns = facts.columns;
    design.placement.arrange = ArrangeChoice{.moves = kMovesPerColumn * facts.columns};
    networks.designs.push_back(std::move(design));
    networks.facts.push_back(facts);
  }
}

Design with_room(Design design, const EarlyFacts& facts) {
  design.node_width = facts.tile.width;
  design.node_height = facts.tile.height;
  return design;
}

std::vector<Candidate> laid_out_in_turn(const Study& study, const NetworksToTry& networks, const Effort& effort,
                                        RegularAnswer& answer) {
  constexpr std::size_t kFirstBatch = 32, kFirstOptimised = 8;
  TimesRun turns(study, networks, effort, answer);
  const std::size_t all = networks.designs.size();
  turns.run(0, networks.by_rule, all, kFirstBatch);
  turns.run(networks.by_rule, all, kMostOptimised, kFirstOptimised);
  return turns.take();
}

}  // namespace cutline
