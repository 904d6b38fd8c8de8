// SPDX-License-Identifier: Apache-2.0

#include "topology/balanced_cuts.hpp"

namespace cutline {

namespace {

/// A permutation of 64-bit numbers without structure. Source: the finaliser of [Steele 2014], SplitMix.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

constexpr std::uint64_t kMostVisits = std::uint64_t{1} << 23;  ///< about a tenth of a second

constexpr std::uint64_t kMostRenumbered = std::uint64_t{1} << 18;

/// Colours of sites. Sites with the same surroundings, however they are numbered, have the same colour, and sums make
/// colours independent of the order of links: colour refinement with 64 bits in place of lists.
class Colours {
 public:
  explicit Colours(const ChannelGraph& graph) : graph_(&graph), of_(graph.node_count()) {
    for (std::size_t site = 0; site < of_.size(); ++site) of_[site] = mixed(graph.is_node(site) ? 1 : 2);
    refine();
  }
  bool all_differ() const { return distinct_ == of_.size(); }
  std::uint64_t visits() const { return visits_; }
  const std::vector<std::uint64_t>& of_sites() const { return of_; }

  void set_apart(std::uint32_t site) {
    of_[site] = mixed(of_[site] + 3);
    refine();
  }
  /// Equal for equal colours, whatever the numbers of their sites.
  std::uint64_t digest() const {
    return std::accumulate(of_.begin(), of_.end(), std::uint64_t{0},
                           [](std::uint64_t sum, std::uint64_t colour) { return sum + mixed(colour); });
  }
  /// The sites of the colour that the fewest share, but more than one; of equally many, the least colour.
  std::vector<std::uint32_t> smallest_group() const {
    auto sites = numbers_below<std::uint32_t>(of_.size());
    std::ranges::stable_sort(sites, [&](std::uint32_t a, std::uint32_t b) { return of_[a] < of_[b]; });
    std::array<std::size_t, 2> least = {0, sites.size() + 1};
    for (std::size_t first = 0, end = 0; first < sites.size(); first = end) {
      while (end < sites.size() && of_[sites[end]] == of_[sites[first]]) ++end;
      if (end - first > 1 && end - first < least[1] - least[0]) least = {first, end};
    }
    return {sites.begin() + static_cast<std::ptrdiff_t>(least[0]),
            sites.begin() + static_cast<std::ptrdiff_t>(least[1])};
  }

 private:
  /// Adds the colours of all neighbours to each colour, until this tells no more sites apart.
  void refine() {
    for (std::size_t before = 0; before < distinct_ || before == 0;) {
      before = distinct_;
      std::vector<std::uint64_t> next(of_.size());
      for (std::size_t site = 0; site < of_.size(); ++site) {
        std::uint64_t sum = of_[site];
        for (std::uint64_t c = graph_->first[site]; c < graph_->first[site + 1]; ++c)
          sum += mixed(of_[graph_->head[c]] ^ mixed(graph_->weight(c)));
        next[site] = mixed(sum);
      }
      visits_ += graph_->head.size() + of_.size();
      of_ = std::move(next);
      std::vector<std::uint64_t> sorted = of_;
      std::ranges::sort(sorted);
      distinct_ = static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
      if (distinct_ == of_.size() || visits_ > kMostVisits) return;
    }
  }

  const ChannelGraph* graph_;
  std::vector<std::uint64_t> of_;
  std::size_t distinct_ = 0;
  std::uint64_t visits_ = 0;
};

/// Where sites look alike, one of them is set apart and the colours are refined again: of all that may be set apart,
/// the one whose colours have the least digest. If several have, they are alike by symmetry, up to rare exceptions.
std::vector<std::uint32_t> numbers_by_shape(const ChannelGraph& graph) {
  Colours colours(graph);
  std::uint64_t visits = colours.visits();
  while (!colours.all_differ() && visits <= kMostVisits) {
    std::optional<Colours> least;
    for (const std::uint32_t site : colours.smallest_group()) {
      Colours trial = colours;
      trial.set_apart(site);
      visits += trial.visits() - colours.visits();
      if (!least || trial.digest() < least->digest()) least = std::move(trial);
      if (visits > kMostVisits) break;
    }
    colours = std::move(*least);
  }
  std::vector<std::uint32_t> order = numbers_below<std::uint32_t>(graph.node_count()), numbers(order.size());
  std::ranges::stable_sort(order, {}, [&](std::uint32_t site) { return colours.of_sites()[site]; });
  for (std::uint32_t number = 0; number < order.size(); ++number) numbers[order[number]] = number;
  return numbers;
}

bool has_free_numbers(const Topology& topology) {
  if (topology.has_dimensions || topology.digits.size() != 1 || topology.classes.empty()) return false;
  if (topology.site_count() > kMostRenumbered || topology.link_count() > kMostRenumbered) return false;
  const int channels = topology.classes[0].channels;
  const bool alike = std::ranges::all_of(topology.classes,
                                         [&](const LinkClass& own) { return own.channels == channels && !own.shared; });
  return alike && !topology.theorems.bisection.told();
}

}  // namespace

std::optional<Renumbered> renumbered_by_shape(const Topology& topology) {
  if (!has_free_numbers(topology)) return std::nullopt;
  Renumbered out{topology, numbers_by_shape(link_graph(topology, CutIn::wires))};
  Digit& digit = out.topology.digits[0];
  for (std::size_t site = 0; site < digit.levels.size(); ++site)
    digit.levels[out.numbers[site]] = topology.digits[0].levels[site];
  struct Wide {
    LocalLink link;
    std::uint32_t width;
    auto key() const { return std::array{link.a, link.b, width}; }
  };
  std::vector<Wide> links;
  bool wide = false;
  for (const LinkClass& given : topology.classes) {
    wide = wide || !given.widths.empty();
    for (std::size_t i = 0; i < given.links.size(); ++i) {
      LocalLink link{out.numbers[given.links[i].a], out.numbers[given.links[i].b]};
      if (given.channels == 2 && link.b < link.a) std::swap(link.a, link.b);
      links.push_back({link, given.width(i)});
    }
  }
  std::ranges::sort(links, [](const Wide& a, const Wide& b) { return a.key() < b.key(); });
  // The names of classes, and so their number, decide nothing.
  out.topology.classes.resize(1);
  LinkClass& sorted = out.topology.classes[0];
  sorted.links.clear();
  sorted.widths.clear();
  for (const Wide& each : links) {
    sorted.links.push_back(each.link);
    if (wide) sorted.widths.push_back(each.width);
  }
  out.topology.positions.clear();
  out.topology.names = {};
  out.topology.given = {};
  return out;
}

}  // namespace cutline
