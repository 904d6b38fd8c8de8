// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <functional>

#include "cutline/base/shared_value.hpp"
#include "cutline/geometry/tile_plan.hpp"
#include "cutline/topology/graph_file.hpp"

namespace cutline {

namespace {

std::uint64_t hash_of(std::string_view name) { return std::hash<std::string_view>()(name); }
std::uint32_t node_in(std::uint64_t slot) { return static_cast<std::uint32_t>(slot) - 1; }

}  // namespace

std::string_view NodeNames::operator[](std::uint32_t node) const {
  const std::uint64_t end = node + 1 < size() ? begins_[node + 1] : letters_.size();
  return std::string_view(letters_).substr(begins_[node], end - begins_[node]);
}

/// The slot of the name, or the free slot that it would take. A slot holds the upper half of the hash, so that names
/// are seldom compared in full.
std::size_t NodeNames::slot_of(std::string_view name, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  while (slots_[slot] != 0 && (slots_[slot] >> 32U != hash >> 32U || (*this)[node_in(slots_[slot])] != name))
    slot = (slot + 1) & mask;
  return slot;
}

std::optional<std::uint32_t> NodeNames::find(std::string_view name) const {
  if (slots_.empty()) return std::nullopt;
  const std::uint64_t found = slots_[slot_of(name, hash_of(name))];
  return found == 0 ? std::nullopt : std::optional(node_in(found));
}

std::pair<std::uint32_t, bool> NodeNames::insert(std::string_view name) {
  if (2 * (begins_.size() + 1) > slots_.size()) grow();
  const std::uint64_t hash = hash_of(name);
  std::uint64_t& slot = slots_[slot_of(name, hash)];
  if (slot != 0) return {node_in(slot), false};
  begins_.push_back(letters_.size());
  letters_ += name;
  slot = (hash >> 32U << 32U) | size();
  return {node_in(slot), true};
}

void NodeNames::grow() {
  constexpr std::size_t kFirst = 64;
  slots_.assign(slots_.empty() ? kFirst : 2 * slots_.size(), 0);
  for (std::uint32_t node = 0; node < size(); ++node) {
    const std::uint64_t hash = hash_of((*this)[node]);
    slots_[slot_of((*this)[node], hash)] = (hash >> 32U << 32U) | (node + 1);
  }
}

template class SharedConst<GraphAttributes>;
template class SharedConst<SiteNames>;
template class SharedConst<TilePlan>;

std::optional<std::uint64_t> site_named(const Topology& topology, std::string_view name) {
  if (topology.names) {
    const auto found = topology.names->names.find(name);
    return found ? std::optional<std::uint64_t>(topology.names->site[*found]) : std::nullopt;
  }
  std::uint64_t number = 0;
  const auto [stop, trouble] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (trouble != std::errc() || stop != name.data() + name.size() ||
      number >= topology.node_count() + topology.interchange_count())
    return std::nullopt;
  return node_site(topology, number);
}

std::string site_name(const Topology& topology, std::uint64_t site) {
  if (topology.names) return std::string(topology.names->names[topology.names->name[site]]);
  return std::to_string(node_number(topology, site));
}

}  // namespace cutline
