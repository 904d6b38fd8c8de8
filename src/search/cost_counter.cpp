// SPDX-License-Identifier: Apache-2.0
#include "search/cost_counter.hpp"

#include <bit>

#if defined(__x86_64__) && defined(__GNUC__)
#define CUTLINE_COUNTS_BITS __attribute__((target("popcnt")))
#define CUTLINE_INLINED __attribute__((always_inline))
#else
#define CUTLINE_COUNTS_BITS
#define CUTLINE_INLINED
#endif

namespace cutline {

namespace {

/// Whether this machine counts the bits of a word with one instruction.
bool counts_bits() {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool has = __builtin_cpu_supports("popcnt") != 0;
  return has;
#else
  return true;
#endif
}

/// The orbits of the routers: for each the router that stands for it, and its images, turn by turn. The router in the
/// middle of the grid is its own image, and its orbit comes first.
template <std::size_t images>
std::vector<std::array<std::uint32_t, images>> orbits_of(const LinkGrid& grid) {
  const std::vector<std::uint32_t>& to = grid.turned(images == 4);
  std::vector<std::array<std::uint32_t, images>> orbits;
  for (std::uint32_t node = 0; node < grid.limits().nodes(); ++node) {
    std::array<std::uint32_t, images> orbit{node};
    for (std::size_t turn = 1; turn < images; ++turn) orbit[turn] = to[orbit[turn - 1]];
    if (*std::ranges::min_element(orbit) == node) orbits.push_back(orbit);
  }
  if constexpr (images > 1) {
    std::stable_partition(orbits.begin(), orbits.end(), [](const auto& orbit) { return orbit[0] == orbit[1]; });
  }
  return orbits;
}

/// Sets with `words` words for each turn. The bits of a turn are the images of all orbits under it.
template <class Word, std::size_t words, std::size_t images>
class CounterOfSets final : public CostCounter {
 public:
  explicit CounterOfSets(const LinkGrid& grid)
      : nodes_(grid.limits().nodes()),
        diameter_(grid.limits().diameter),
        most_steps_(grid.most_steps()),
        mean_weight_(grid.mean_weight()),
        orbits_(orbits_of<images>(grid)),
        middle_(images > 1 && orbits_[0].front() == orbits_[0].back()),
        all_(std::uint64_t{nodes_} * nodes_),
        alone_(nodes_),
        sets_((std::size_t{most_steps_} + 1) * nodes_),
        counts_bits_(counts_bits()) {
    for (std::size_t orbit = 0; orbit < orbits_.size(); ++orbit) {
      for (std::size_t turn = 0; turn < images; ++turn) put(alone_[orbits_[orbit][turn]], orbit, turn);
    }
    put_digits(grid.limits().weights);
  }

  std::uint64_t sum(const AdjacencyLists& heads, std::uint64_t enough) override {
    return counts_bits_ ? sum_by_counts(heads, enough) : sum_by_any(heads, enough);
  }

 private:
  using Set = std::array<Word, words * images>;

  CUTLINE_COUNTS_BITS std::uint64_t sum_by_counts(const AdjacencyLists& heads, std::uint64_t enough) {
    return most_steps_ == 1 ? sum_of_hops(heads, enough) : sum_of_steps(heads, enough);
  }
  std::uint64_t sum_by_any(const AdjacencyLists& heads, std::uint64_t enough) {
    return most_steps_ == 1 ? sum_of_hops(heads, enough) : sum_of_steps(heads, enough);
  }

  CUTLINE_INLINED inline std::uint64_t sum_of_hops(const AdjacencyLists& heads, std::uint64_t enough) {
    Set *now = sets_.data(), *next = now + nodes_;
    std::uint64_t sum = all_weight_, reached = spread_hops(heads, alone_.data(), now);
    for (std::uint64_t hops = 1; reached < all_; ++hops) {
      sum += weight_beyond(now, reached) + (hops == diameter_ ? (all_ - reached) * kPriceOfFar * mean_weight_ : 0);
      if (sum > enough) return sum;
      const std::uint64_t after = spread_hops(heads, now, next);
      if (after == reached) return sum + (all_ - reached) * (nodes_ - 1) * mean_weight_;
      reached = after;
      std::swap(now, next);
    }
    return sum;
  }

  CUTLINE_INLINED inline std::uint64_t sum_of_steps(const AdjacencyLists& heads, std::uint64_t enough) {
    std::ranges::fill(sets_, Set{});
    std::ranges::copy(alone_, sets_.begin());
    std::uint64_t reached = nodes_, sum = 0;
    std::size_t now = 0;
    for (std::uint32_t still = 0; reached < all_;) {
      sum += reached == nodes_ ? all_weight_ : weight_beyond(&sets_[now * nodes_], reached);
      if (sum > enough) return sum;
      const std::uint64_t after = spread_steps(heads, now);
      now = now == most_steps_ ? 0 : now + 1;
      still = after == reached ? still + 1 : 0;
      if (still == most_steps_) return sum + (all_ - reached) * most_steps_ * (nodes_ - 1) * mean_weight_;
      reached = after;
    }
    return sum;
  }

  void put_digits(const std::vector<std::uint32_t>& weights) {
    all_weight_ = all_ - nodes_;
    if (weights.empty()) return;
    all_weight_ = 0;
    for (std::uint32_t from = 0; from < nodes_; ++from) {
      for (std::uint32_t to = 0; to < nodes_; ++to) {
        if (from == to) continue;
        const std::uint64_t weight = weights[std::size_t{from} * nodes_ + to];
        all_weight_ += weight;
        for (std::uint32_t digit = 0; weight >> digit > 0; ++digit) {
          if (digits_.size() <= digit * std::size_t{nodes_}) digits_.resize((digit + 1) * std::size_t{nodes_});
          if ((weight >> digit & 1) != 0) put(digits_[digit * std::size_t{nodes_} + from], to, 0);
        }
      }
    }
  }

  static void put(Set& set, std::size_t orbit, std::size_t turn) {
    constexpr std::size_t kBits = sizeof(Word) * 8;
    set[turn * words + orbit / kBits] |= Word{1} << orbit % kBits;
  }

  CUTLINE_INLINED static inline std::uint64_t size_of(const Set& set) {
    std::uint64_t size = 0;
    for (const std::uint64_t bits : std::bit_cast<std::array<std::uint64_t, sizeof(Set) / 8>>(set))
      size += static_cast<std::uint64_t>(std::popcount(bits));
    return size;
  }

  /// The weight of the pairs that are not in the sets, in which `reached` pairs are.
  CUTLINE_INLINED inline std::uint64_t weight_beyond(const Set* sets, std::uint64_t reached) const {
    if (digits_.empty()) return all_ - reached;
    std::uint64_t sum = 0;
    for (std::size_t digit = 0; digit * nodes_ < digits_.size(); ++digit) {
      std::uint64_t count = 0;
      for (std::size_t node = 0; node < nodes_; ++node) {
        Set lacking = digits_[digit * nodes_ + node];
        for (std::size_t i = 0; i < lacking.size(); ++i) lacking[i] &= ~sets[node][i];
        count += size_of(lacking);
      }
      sum += count << digit;
    }
    return sum;
  }

  /// Makes one more hop; returns how many pairs are reached now.
  CUTLINE_INLINED inline std::uint64_t spread_hops(const AdjacencyLists& heads, const Set* now, Set* next) const {
    switch (heads.most()) {
      case 3:
        return spread<3>(heads, now, next);
      case 4:
        return spread<4>(heads, now, next);
      case 5:
        return spread<5>(heads, now, next);
      case 6:
        return spread<6>(heads, now, next);
      case 7:
        return spread<7>(heads, now, next);
      case 8:
        return spread<8>(heads, now, next);
      default:
        return spread<0>(heads, now, next);
    }
  }

  /// For routers with room for `arcs` arcs, so that the compiler unrolls the loop; 0: any number.
  template <std::uint32_t arcs>
  CUTLINE_INLINED inline std::uint64_t spread(const AdjacencyLists& heads, const Set* now, Set* next) const {
    std::uint64_t bits = 0, to_middle = 0;
    for (const auto& orbit : orbits_) {
      Set set = now[orbit[0]];
      const AdjacencyLists::Arc* arc = heads.begin(orbit[0]);
      const std::uint32_t count = arcs == 0 ? heads.count(orbit[0]) : arcs;
      for (std::uint32_t i = 0; i < count; ++i) join(set, now[arc[i].head]);
      bits += size_of(set);
      to_middle += set[0] & 1;
      put_images(next, orbit, set);
    }
    return pairs_of(next, bits, to_middle);
  }

  /// Makes one more round, for arcs that cost several steps.
  CUTLINE_INLINED inline std::uint64_t spread_steps(const AdjacencyLists& heads, std::size_t now) {
    const std::size_t rounds = std::size_t{most_steps_} + 1;
    const Set* before[kMostLinkSteps + 1];
    for (std::size_t steps = 1; steps < rounds; ++steps)
      before[steps] = &sets_[(now + rounds + 1 - steps) % rounds * nodes_];
    Set* next = &sets_[(now + 1) % rounds * nodes_];
    std::uint64_t bits = 0, to_middle = 0;
    for (const auto& orbit : orbits_) {
      Set set = before[1][orbit[0]];
      for (const AdjacencyLists::Arc* arc = heads.begin(orbit[0]); arc != heads.end(orbit[0]); ++arc)
        join(set, before[arc->steps][arc->head]);
      bits += size_of(set);
      to_middle += set[0] & 1;
      put_images(next, orbit, set);
    }
    return pairs_of(next, bits, to_middle);
  }

  CUTLINE_INLINED static inline void join(Set& set, const Set& other) {
    for (std::size_t i = 0; i < set.size(); ++i) set[i] |= other[i];
  }

  /// The next image of a set. Its words are listed one by one, for the compiler makes no shuffle of a loop.
  template <std::size_t... at>
  CUTLINE_INLINED static inline Set turned(const Set& set, std::index_sequence<at...> /*all words*/) {
    return {set[(at + words * (images - 1)) % (words * images)]...};
  }
  CUTLINE_INLINED static inline void put_images(Set* sets, const std::array<std::uint32_t, images>& orbit, Set set) {
    sets[orbit[0]] = set;
    for (std::size_t turn = 1; turn < images; ++turn)
      sets[orbit[turn]] = set = turned(set, std::make_index_sequence<words * images>());
  }

  /// The pairs in the sets. The sets of one router of each orbit hold `bits`, and `to_middle` of them the first orbit.
  /// The router in the middle is a bit in every turn of a set, and is the only one of its orbit.
  CUTLINE_INLINED inline std::uint64_t pairs_of(const Set* sets, std::uint64_t bits, std::uint64_t to_middle) const {
    if (!middle_) return bits * images;
    return bits * images - (images - 1) * (size_of(sets[orbits_[0][0]]) + images * (to_middle - 1) + 1);
  }

  std::uint32_t nodes_;
  std::uint64_t diameter_;
  std::uint32_t most_steps_;
  std::uint64_t mean_weight_;
  std::vector<std::array<std::uint32_t, images>> orbits_;
  bool middle_;                         ///< whether the first orbit is the router in the middle
  std::uint64_t all_, all_weight_ = 0;  ///< pairs, those of a router with itself too; the weight of all others
  std::vector<Set> digits_;             ///< for each binary digit of weights a set of each router: whose weight has it
  std::vector<Set> alone_;              ///< the set of each router before the first round: itself
  std::vector<Set> sets_;               ///< of the last most_steps_ + 1 rounds, one set a router
  bool counts_bits_;
};

template <std::size_t words>
std::unique_ptr<CostCounter> counter_for(const LinkGrid& grid, Turns turns) {
  constexpr std::size_t kMostWords = kMostSearchedNodes / 64;
  if constexpr (words * 4 <= kMostWords) {
    if (turns == Turns::quarter) return std::make_unique<CounterOfSets<std::uint64_t, words, 4>>(grid);
  }
  if constexpr (words * 2 <= kMostWords) {
    if (turns == Turns::half) return std::make_unique<CounterOfSets<std::uint64_t, words, 2>>(grid);
  }
  return std::make_unique<CounterOfSets<std::uint64_t, words, 1>>(grid);
}

}  // namespace

std::unique_ptr<CostCounter> cost_counter(const LinkGrid& grid, Turns turns) {
  const auto images = static_cast<std::uint32_t>(turns);
  const std::uint32_t orbits = (grid.limits().nodes() + images - 1) / images;
  if (orbits <= 32 && turns == Turns::quarter) return std::make_unique<CounterOfSets<std::uint32_t, 1, 4>>(grid);
  if (orbits <= 64) return counter_for<1>(grid, turns);
  if (orbits <= 128) return counter_for<2>(grid, turns);
  if (orbits <= 256) return counter_for<4>(grid, turns);
  if (orbits <= 512) return counter_for<8>(grid, turns);
  return counter_for<kMostSearchedNodes / 64>(grid, turns);
}

}  // namespace cutline
