// SPDX-License-Identifier: Apache-2.0
#include "output/export/graphs/told.hpp"

#include <tuple>

#include "base/letters.hpp"
#include "cutline/topology/topology.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

/// For each link of the export its number among the links of all classes. The layout does not tell parallel links
/// apart, so those of one class, width and given figures take the file's links in their order.
std::vector<std::uint32_t> links_in_file(const ExportNetwork& network) {
  using Key = std::tuple<std::uint16_t, std::uint64_t, std::uint64_t, std::uint32_t, std::uint16_t, std::uint32_t>;
  std::vector<Key> told, stated;
  const auto& given = network.topology->given;
  for (std::uint32_t i = 0; i < network.links.size(); ++i) {
    const ExportLink& link = network.links[i];
    told.emplace_back(link.link_class, link.from, link.to, link.width, link.given, i);
  }
  const auto classes = static_cast<std::uint16_t>(network.topology->classes.size());
  for (std::uint16_t c = 0; c < classes; ++c) {
    const LinkClass& file = network.topology->classes[c];
    for (std::uint32_t i = 0; i < file.links.size(); ++i) {
      std::uint64_t a = file.links[i].a, b = file.links[i].b;
      if (file.channels == 2 && a > b) std::swap(a, b);
      const auto number = static_cast<std::uint32_t>(stated.size());
      stated.emplace_back(c, a, b, file.width(i), given ? given->of(c, i, number) : std::uint16_t{0}, number);
    }
  }
  CUTLINE_EXPECT(stated.size() == told.size());
  std::ranges::sort(told);
  std::ranges::sort(stated);
  std::vector<std::uint32_t> number(told.size());
  for (std::size_t i = 0; i < told.size(); ++i) number[std::get<5>(told[i])] = std::get<5>(stated[i]);
  return number;
}

std::vector<ToldKey> keys_of(const AttributeTable& table, const std::vector<std::string_view>& words) {
  std::vector<ToldKey> keys;
  const std::vector<unsigned> kinds = table.kinds();
  for (std::uint32_t i = 0; i < kinds.size(); ++i) {
    const std::string name(table.keys()[i]);
    const bool is_word = std::ranges::find(words, lower_case(name)) != words.end();
    if (kinds[i] != 0) keys.push_back({name, is_word ? std::string(kFilePrefix) + name : name, kinds[i]});
  }
  return keys;
}

std::vector<Told> told_of(const std::vector<AttributeValue>& values, const std::vector<ToldKey>& keys) {
  std::vector<Told> told;
  for (const AttributeValue& value : values) {
    const auto key = std::ranges::find_if(keys, [&](const ToldKey& each) { return each.name == value.key; });
    told.push_back({key->key, std::string(value.text), value.kind});
  }
  return told;
}

/// The name under which Cutline tells what it calls `own` beside the keys of the file.
std::string key_beside(std::string_view own, const std::vector<ToldKey>& keys) {
  const bool is_taken = std::ranges::any_of(keys, [&](const ToldKey& each) { return each.key == own; });
  return (is_taken ? std::string(kOwnPrefix) : std::string()) + std::string(own);
}

/// Cutline's own attributes beside those of the file.
struct OwnTold {
  const std::vector<ToldKey>& keys;
  std::vector<Told> all = {};
  void word(std::string_view own, std::string_view text) {
    all.push_back({key_beside(own, keys), std::string(text), AttributeKind::text, own});
  }
  void whole(std::string_view own, std::int64_t value) {
    all.push_back({key_beside(own, keys), std::to_string(value), AttributeKind::number, own});
  }
  void real(std::string_view own, double value) {
    all.push_back({key_beside(own, keys), text::figure_text(value), AttributeKind::number, own, true});
  }
};

}  // namespace

ToldAttributes::ToldAttributes(const ExportNetwork& network, const GrammarWords& words) : network_(network) {
  if (!network.topology->attributes) return;
  file_ = &*network.topology->attributes;
  node_keys_ = keys_of(file_->nodes, words.of_nodes);
  link_keys_ = keys_of(file_->links, words.of_links);
  if (!link_keys_.empty()) link_in_file_ = links_in_file(network);
}

std::string ToldAttributes::node_key(std::string_view own) const { return key_beside(own, node_keys_); }
std::string ToldAttributes::link_key(std::string_view own) const { return key_beside(own, link_keys_); }

std::vector<Told> ToldAttributes::of_node(std::uint64_t number) const {
  if (node_keys_.empty()) return {};
  return told_of(file_->nodes.of(static_cast<std::uint32_t>(number)), node_keys_);
}

std::vector<Told> ToldAttributes::of_link(std::size_t link) const {
  if (link_keys_.empty()) return {};
  return told_of(file_->links.of(link_in_file_[link]), link_keys_);
}

bool ToldAttributes::link_has_all(std::string_view name) const {
  if (std::ranges::none_of(link_keys_, [&](const ToldKey& key) { return key.name == name; })) return false;
  for (std::uint32_t i = 0; i < link_in_file_.size(); ++i) {
    const std::vector<AttributeValue> values = file_->links.of(i);
    if (std::ranges::none_of(values, [&](const AttributeValue& each) { return each.key == name; })) return false;
  }
  return true;
}

std::vector<Told> ToldAttributes::own_of_node(std::size_t number, bool by_axis) const {
  constexpr std::string_view kPlaces[][3] = {
      {"x", "y", "z"}, {"x_pitches", "y_pitches", "z_pitches"}, {"x_mm", "y_mm", "z_mm"}};
  const ExportNode& node = network_.nodes[number];
  OwnTold told{node_keys_};
  told.word("address", node.address);
  told.word("kind", node.kind);
  told.whole("terminals", node.terminals);
  const std::size_t units = network_.unit ? 2 : 3;
  for (std::size_t i = 0; i < 3 * units; ++i) {
    const std::size_t axis = by_axis ? i / units : i % 3, unit = by_axis ? i % units : i / 3;
    const std::string_view own = kPlaces[unit][axis];
    if (unit == 0) told.whole(own, node.cell.at[axis]);
    if (unit > 0) told.real(own, unit == 1 ? node.at_pitches[axis] : in_mm(node.at[axis]));
  }
  return std::move(told.all);
}

std::vector<Told> ToldAttributes::own_of_link(std::size_t number, double cost, std::string_view cost_key) const {
  const ExportLink& link = network_.links[number];
  OwnTold told{link_keys_};
  told.word("class", network_.classes[link.link_class]);
  told.whole("width", link.width);
  told.whole("wires", link.wires);
  told.real("width_bits", link.width_bits);
  told.real("span_pitches", link.span);
  told.whole("length_pitches", link.length_pitches);
  if (!network_.unit) told.real("length_mm", in_mm(link.length));
  if (link.given_length) told.real("given_mm", in_mm(*link.given_length));
  told.real("delay_ns", in_ns(link.delay));
  if (network_.clocked()) told.whole("delay_cycles", static_cast<std::int64_t>(link.cycles));
  told.real(cost_key, cost);
  return std::move(told.all);
}

std::vector<ToldEdge> told_edges(const ExportNetwork& network) {
  std::vector<ToldEdge> edges;
  if (network.has_one_way()) {
    for (const ExportChannel& each : channels(network)) edges.push_back({each, network.cost(each)});
  } else {
    for (std::size_t i = 0; i < network.links.size(); ++i)
      edges.push_back({{network.links[i].from, network.links[i].to, i}, network.link_cost(i)});
  }
  return edges;
}

bool told_as_directed(ExportNetwork& network) {
  const bool directed = network.has_one_way();
  if (directed) {
    note(network, "some links are one-way: the graph is directed, a link both ways is two entries");
  } else {
    note_mean_costs(network);
  }
  return directed;
}

bool has_parallel_links(const ExportNetwork& network) {
  const std::vector<ToldEdge> edges = told_edges(network);
  return std::ranges::adjacent_find(edges, [](const ToldEdge& a, const ToldEdge& b) {
           return a.ends.from == b.ends.from && a.ends.to == b.ends.to;
         }) != edges.end();
}

}  // namespace cutline::exporting
