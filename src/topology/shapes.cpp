// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/balanced_cuts.hpp"

namespace cutline {

namespace {

/// The other neighbour of a node with two channels, one of which leads back to `before`; nothing if neither does.
std::optional<std::uint32_t> onward(const ChannelGraph& graph, std::uint32_t node, std::uint32_t before) {
  const std::uint32_t* heads = &graph.head[graph.first[node]];
  if (heads[0] == before) return heads[1];
  if (heads[1] == before) return heads[0];
  return std::nullopt;
}

bool all_degrees(const ChannelGraph& graph, std::uint64_t wanted) {
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) {
    if (graph.degree(node) != wanted) return false;
  }
  return true;
}

/// The position of each node along a path; empty if the graph is not a path.
std::vector<std::uint32_t> places_on_path(const ChannelGraph& graph) {
  const auto nodes = static_cast<std::uint32_t>(graph.node_count());
  if (graph.head.size() != 2 * (std::uint64_t{nodes} - 1)) return {};
  std::uint32_t end = 0;
  while (end < nodes && graph.degree(end) != 1) ++end;
  if (end == nodes) return {};
  constexpr std::uint32_t kNowhere = ~0u;
  std::vector<std::uint32_t> place(nodes, kNowhere);
  place[end] = 0;
  std::uint32_t before = end;
  std::uint32_t node = graph.head[graph.first[end]];
  for (std::uint32_t at = 1; at < nodes; ++at) {
    if (place[node] != kNowhere) return {};
    place[node] = at;
    if (at + 1 == nodes) break;
    if (graph.degree(node) != 2) return {};
    const auto next = onward(graph, node, before);
    if (!next) return {};
    before = node;
    node = *next;
  }
  const bool closed = graph.degree(node) == 1 && graph.head[graph.first[node]] == before;
  return closed ? place : std::vector<std::uint32_t>{};
}

bool is_ring(const ChannelGraph& graph) {
  const std::size_t nodes = graph.node_count();
  if (nodes < 2 || graph.head.size() != 2 * nodes || !all_degrees(graph, 2)) return false;
  std::uint32_t before = 0;
  std::uint32_t node = graph.head[0];
  std::size_t steps = 1;
  for (; node != 0 && steps <= nodes; ++steps) {
    const auto next = onward(graph, node, before);
    if (!next) return false;
    before = node;
    node = *next;
  }
  return steps == nodes && onward(graph, 0, before) == graph.head[0];
}

bool is_one_way_ring(const ChannelGraph& graph) {
  const std::size_t nodes = graph.node_count();
  if (graph.head.size() != nodes || !all_degrees(graph, 1)) return false;
  std::uint32_t node = graph.head[0];
  std::size_t steps = 1;
  for (; node != 0 && steps <= nodes; ++steps) node = graph.head[node];
  return steps == nodes;
}

std::vector<std::uint32_t> offsets(const ChannelGraph& graph, std::uint32_t node) {
  const auto nodes = static_cast<std::uint32_t>(graph.node_count());
  std::vector<std::uint32_t> result;
  for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
    const std::uint32_t head = graph.head[c];
    result.push_back(head >= node ? head - node : nodes - node + head);
  }
  std::ranges::sort(result);
  return result;
}

bool is_circulant(const ChannelGraph& graph) {
  if (!all_degrees(graph, graph.degree(0))) return false;
  const std::vector<std::uint32_t> first = offsets(graph, 0);
  for (std::uint32_t node = 1; node < graph.node_count(); ++node) {
    if (offsets(graph, node) != first) return false;
  }
  return true;
}

/// Whether the class has exactly these digits and is present at every value of all others, with plain links of width 1.
bool is_everywhere(const LinkClass& links, const std::vector<std::uint8_t>& digits) {
  return links.digits == digits && links.only.empty() && links.widths.empty() && !links.shared;
}

/// The shape of a product of paths or of rings: every digit has one class, a path or a ring. Two nodes fit either kind.
/// All rings must have the same directions, and rings and paths of three or more nodes must not be mixed. Dimensions of
/// radix 1, which have no links, are left out.
NetworkShape product_shape(const Topology& topology) {
  bool rings = false, paths = false, one_way = false, both_ways = false;
  std::vector<bool> seen(topology.digits.size());
  for (const LinkClass& links : topology.classes) {
    if (links.digits.size() != 1 || !is_everywhere(links, links.digits)) return {};
    const std::size_t digit = links.digits[0];
    if (seen[digit]) return {};
    seen[digit] = true;
    const std::uint32_t radix = topology.digits[digit].radix;
    if (radix == 1) continue;
    const Shape shape = shape_of_links(links.links, radix, links.channels);
    if (shape == Shape::other) return {};
    if (radix == 2) continue;
    paths = paths || shape == Shape::path;
    rings = rings || shape != Shape::path;
    one_way = one_way || shape == Shape::one_way_ring;
    both_ways = both_ways || shape == Shape::ring;
  }
  if ((rings && paths) || (one_way && both_ways)) return {};
  std::vector<double> radices;
  for (const Digit& digit : topology.digits) {
    if (digit.radix > 1) radices.push_back(digit.radix);
  }
  return cube_shape(paths ? NetworkKind::paths : NetworkKind::rings, std::move(radices), one_way);
}

/// Whether digit 0 is a level, all other digits are bits, and the first class is a path or ring of the levels,
/// whichever way its channels go.
bool has_levels(const Topology& topology, bool wrapped) {
  const std::vector<Digit>& digits = topology.digits;
  const auto levels = static_cast<std::uint32_t>(digits.size() - 1);
  const bool bits = std::all_of(digits.begin() + 1, digits.end(), [](const Digit& digit) { return digit.radix == 2; });
  const LinkClass& straight = topology.classes[0];
  if (!bits || digits[0].radix != levels + (wrapped ? 0 : 1) || !is_everywhere(straight, {0})) return false;
  const Shape shape = shape_of_links(straight.links, digits[0].radix, 2);
  return shape == (wrapped && levels > 2 ? Shape::ring : Shape::path);
}

bool is_cycles_of_cube(const Topology& topology) {
  if (!has_levels(topology, true)) return false;
  for (std::uint32_t level = 0; level + 1 < topology.classes.size(); ++level) {
    const LinkClass& cube = topology.classes[level + 1];
    const bool at_level = cube.only.size() == 1 && cube.only[0].digit == 0 && cube.only[0].values.size() == 1 &&
                          cube.only[0].values[0] == level;
    if (!at_level || cube.digits.size() != 1 || cube.digits[0] != level + 1 || !cube.widths.empty() || cube.shared ||
        shape_of_links(cube.links, 2, 2) != Shape::path)
      return false;
  }
  return true;
}

bool is_butterfly(const Topology& topology) {
  if (!has_levels(topology, false) || topology.classes[0].channels != 2) return false;
  const std::uint32_t levels = topology.digits[0].radix;
  for (std::uint32_t level = 0; level + 1 < topology.classes.size(); ++level) {
    const LinkClass& cross = topology.classes[level + 1];
    const std::vector<LocalLink> links = {{level, levels + level + 1}, {level + 1, levels + level}};
    if (!is_everywhere(cross, {0, static_cast<std::uint8_t>(level + 1)}) || cross.links != links || cross.channels != 2)
      return false;
  }
  return true;
}

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

Shape shape_of_links(const std::vector<LocalLink>& links, std::uint32_t nodes, int channels) {
  const bool closed = nodes > 2 && links.size() == nodes && links.back() == LocalLink{nodes - 1, 0};
  if (nodes < 2 || links.size() != (closed ? nodes : nodes - 1)) return Shape::other;
  for (std::uint32_t i = 0; i + 1 < nodes; ++i) {
    if (!(links[i] == LocalLink{i, i + 1})) return Shape::other;
  }
  if (channels == 2) return closed ? Shape::ring : Shape::path;
  return closed ? Shape::one_way_ring : Shape::other;
}

GraphShape shape_of(const ChannelGraph& graph) {
  if (!graph.kinds.empty()) return {};
  if (graph.node_count() == 1) return {Shape::path, {0}};
  std::vector<std::uint32_t> place = places_on_path(graph);
  if (!place.empty()) return {Shape::path, std::move(place)};
  if (is_ring(graph)) return {Shape::ring, {}};
  if (is_one_way_ring(graph)) return {Shape::one_way_ring, {}};
  if (is_circulant(graph)) return {Shape::circulant, {}};
  return {};
}

bool NetworkShape::is_binary() const {
  // Real radices come from roots, so a radix of 2 may have a rounding error.
  return kind == NetworkKind::rings && !radices.empty() &&
         std::ranges::all_of(radices, [](double radix) { return std::abs(radix - 2) < 1e-9; });
}

NetworkShape cube_shape(NetworkKind kind, std::vector<double> radices, bool one_way) {
  NetworkShape shape{NetworkKind::rings, std::move(radices), one_way};
  if (!shape.is_binary()) shape.kind = kind;
  return shape;
}

NetworkShape network_shape(const Topology& topology) {
  const std::vector<LinkClass>& classes = topology.classes;
  if (classes.empty() || topology.has_interchanges() || !topology.has_dimensions) return {};
  if (classes.size() == 1 && classes[0].shared && topology.digits.size() == 1)
    return {.kind = NetworkKind::bus, .radices = {static_cast<double>(topology.digits[0].radix)}};
  if (classes.size() != topology.digits.size()) return {};
  if (NetworkShape shape = product_shape(topology); shape.kind != NetworkKind::other) return shape;
  if (is_cycles_of_cube(topology)) {
    const bool one_way = std::ranges::any_of(classes, [](const LinkClass& c) { return c.channels == 1; });
    return {.kind = NetworkKind::cycles_of_cube, .one_way = one_way};
  }
  return {.kind = is_butterfly(topology) ? NetworkKind::butterfly : NetworkKind::other};
}

std::string_view kind_word(NetworkKind kind) {
  constexpr std::string_view kWords[] = {"other", "torus", "mesh", "ccc", "butterfly", "bus"};
  return kWords[static_cast<std::size_t>(kind)];
}

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
