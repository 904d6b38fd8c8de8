// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/topology/node_names.hpp"

#include <cstring>

#include "base/letters.hpp"
#include "base/named.hpp"
#include "cutline/detail/topology/given_graph.hpp"
#include "topology/graph_text.hpp"
#include "topology/said_sites.hpp"

namespace cutline {

namespace {

template <class Number>
std::uint64_t letters_at(const char* from) {
  Number letters;
  std::memcpy(&letters, from, sizeof(letters));
  return letters;
}

/// Up to 7 letters and no others, as one number: different letters of one length are different numbers.
std::uint64_t few_letters(const char* from, std::size_t length) {
  const auto letter = [&](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(from[i])}; };
  if (length >= 4) return letters_at<std::uint32_t>(from) << 32U | letters_at<std::uint32_t>(from + length - 4);
  return length == 0 ? 0 : letter(0) << 16U | letter(length / 2) << 8U | letter(length - 1);
}

/// Takes eight letters at a time, the last eight of a name even where some of them have been taken already.
std::uint32_t hash_of(std::string_view name) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio
  std::uint64_t hash = name.size();
  const auto add = [&](std::uint64_t letters) {
    hash = (hash ^ letters) * kOdd;
    hash ^= hash >> 32U;
  };
  const char* const begin = name.data();
  const std::size_t length = name.size();
  for (std::size_t i = 0; i + 8 < length; i += 8) add(letters_at<std::uint64_t>(begin + i));
  add(length < 8 ? few_letters(begin, length) : letters_at<std::uint64_t>(begin + length - 8));
  return static_cast<std::uint32_t>(hash);
}

/// Names are short: a call of memcmp costs more than to compare them here.
bool are_equal(const char* a, const char* b, std::size_t length) {
  if (length < 8) return few_letters(a, length) == few_letters(b, length);
  const auto alike = [&](std::size_t i) {
    return letters_at<std::uint64_t>(a + i) == letters_at<std::uint64_t>(b + i);
  };
  for (std::size_t i = 0; i + 8 < length; i += 8) {
    if (!alike(i)) return false;
  }
  return alike(length - 8);
}

/// For messages: a number as it is, a name in quotes.
std::string shown_text(std::string_view text) {
  return read_as<std::uint64_t>(text) ? std::string(text) : quoted_name(text);
}

}  // namespace

std::string_view NodeNames::operator[](std::uint32_t node) const {
  const std::uint64_t end = node + 1 < size() ? begins_[node + 1] : letters_.size();
  return std::string_view(letters_).substr(begins_[node], end - begins_[node]);
}

/// The slot of the name, or the free slot that it would take.
std::size_t NodeNames::slot_of(std::string_view name, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  const auto holds = [&](const Slot& slot) {
    return slot.hash == hash && slot.length == name.size() &&
           are_equal(letters_.data() + slot.begin, name.data(), name.size());
  };
  std::size_t slot = hash & mask;
  while (!slots_[slot].is_free() && !holds(slots_[slot])) slot = (slot + 1) & mask;
  return slot;
}

std::optional<std::uint32_t> NodeNames::find(std::string_view name) const {
  if (slots_.empty()) return std::nullopt;
  const Slot& found = slots_[slot_of(name, hash_of(name))];
  return found.is_free() ? std::nullopt : std::optional(found.number - 1);
}

std::pair<std::uint32_t, bool> NodeNames::insert(std::string_view name) {
  make_room(1);
  return insert(name, hash_of(name));
}

std::pair<std::uint32_t, bool> NodeNames::insert(std::string_view name, std::uint32_t hash) {
  Slot& slot = slots_[slot_of(name, hash)];
  if (!slot.is_free()) return {slot.number - 1, false};
  CUTLINE_EXPECT(letters_.size() + name.size() <= ~std::uint32_t{0});
  begins_.push_back(letters_.size());
  slot = {hash, size(), static_cast<std::uint32_t>(letters_.size()), static_cast<std::uint32_t>(name.size())};
  letters_ += name;
  return {slot.number - 1, true};
}

/// Most of the time goes into waiting for memory, so what a name needs is asked for while others are looked at: first
/// the slots of all names of a block, then the letters to which these slots point.
void NodeNames::insert_all(std::span<const std::string_view> names, std::span<std::uint32_t> nodes) {
  constexpr std::size_t kBlock = 32;
  std::array<std::uint32_t, kBlock> hashes{};
  for (std::size_t from = 0; from < names.size(); from += kBlock) {
    const std::size_t count = std::min(kBlock, names.size() - from);
    make_room(count);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < count; ++i) {
      hashes[i] = hash_of(names[from + i]);
      __builtin_prefetch(&slots_[hashes[i] & mask]);
    }
    for (std::size_t i = 0; i < count; ++i) __builtin_prefetch(letters_.data() + slots_[hashes[i] & mask].begin);
    for (std::size_t i = 0; i < count; ++i) nodes[from + i] = insert(names[from + i], hashes[i]).first;
  }
}

/// Keeps a third of the slots free. A slot tells its own place, so no name is looked at.
void NodeNames::make_room(std::size_t more) {
  constexpr std::size_t kFirst = 64;
  std::size_t slots = std::max(kFirst, slots_.size());
  while (3 * (begins_.size() + more) > 2 * slots) slots *= 2;
  if (slots == slots_.size()) return;
  std::vector<Slot> old(slots);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.is_free()) continue;
    std::size_t place = slot.hash & (slots - 1);
    while (!slots_[place].is_free()) place = (place + 1) & (slots - 1);
    slots_[place] = slot;
  }
}

std::optional<std::string> name_in_quotes(std::string_view text) {
  if (text.size() < 3 || !text.starts_with('"') || !text.ends_with('"')) return std::nullopt;
  std::string name;
  for (std::size_t at = 1; at + 1 < text.size(); ++at) {
    if (text[at] == '"' && (++at + 1 >= text.size() || text[at] != '"')) return std::nullopt;
    name += text[at];
  }
  return name;
}

const std::vector<std::uint32_t>* own_terminals(const Topology& topology) {
  return topology.names && !topology.names->terminals.empty() ? &topology.names->terminals : nullptr;
}

std::optional<std::uint64_t> site_named(const Topology& topology, std::string_view name) {
  if (topology.names) {
    const auto found = topology.names->names.find(name);
    return found ? std::optional<std::uint64_t>(topology.names->site[*found]) : std::nullopt;
  }
  const auto number = read_as<std::uint64_t>(name);
  if (!number || *number >= topology.node_count() + topology.interchange_count()) return std::nullopt;
  return node_site(topology, *number);
}

std::string site_name(const Topology& topology, std::uint64_t site) {
  if (topology.names) return std::string(topology.names->names[topology.names->name[site]]);
  return std::to_string(node_number(topology, site));
}

bool has_tile_names(const Topology& topology) { return topology.names && topology.names->of_tiles; }

std::uint64_t node_of_row(const Topology& topology, std::uint64_t row) {
  return has_tile_names(topology) ? node_number(topology, topology.names->site[row]) : row;
}

bool has_names(const Topology& topology) {
  if (!topology.names) return false;
  const SiteNames& known = *topology.names;
  const NodeNumbers numbers(topology);
  for (std::uint32_t name = 0; name < known.names.size(); ++name) {
    if (known.names[name] != std::to_string(numbers.number(known.site[name]))) return true;
  }
  return false;
}

SaidSites::SaidSites(const Topology& topology)
    : topology_(topology), numbers_(topology), sites_(topology.node_count() + topology.interchange_count()) {}

std::optional<std::uint64_t> SaidSites::find(std::uint64_t number) const {
  if (topology_.names && topology_.names->has_numbers) return find(std::to_string(number));
  if (number >= sites_) return std::nullopt;
  return has_tile_names(topology_) ? topology_.names->site[number] : numbers_.site(number);
}

std::optional<std::uint64_t> SaidSites::find(std::string_view text) const {
  const auto number = read_as<std::uint64_t>(text);
  if (!topology_.names) {
    if (!number) return at_address(text);
    return find(*number);
  }
  const SiteNames& known = *topology_.names;
  if (const auto found = known.names.find(text)) return known.site[*found];
  return number && !known.has_numbers ? find(*number) : std::nullopt;
}

std::optional<std::uint64_t> SaidSites::at_address(std::string_view text) const {
  const std::vector<std::uint64_t> weights = digit_weights(topology_);
  std::uint64_t site = 0;
  for (std::size_t digit = topology_.digits.size(); digit-- > 0;) {
    const std::size_t dot = digit > 0 ? text.find('.') : text.size();
    if (dot > text.size()) return std::nullopt;
    const std::uint64_t value = read_as<std::uint64_t>(text.substr(0, dot)).value_or(~std::uint64_t{0});
    const std::vector<std::uint32_t> values = topology_.node_values(digit);
    if (value >= values.size()) return std::nullopt;
    site += weights[digit] * values[static_cast<std::size_t>(value)];
    if (digit > 0) text.remove_prefix(dot + 1);
  }
  return site;
}

std::string SaidSites::how_nodes_are_called(std::string_view near) const {
  if (topology_.names) {
    constexpr std::uint32_t kMostCompared = 1U << 16;
    const NodeNames& names = topology_.names->names;
    std::vector<std::string_view> all;
    for (std::uint32_t i = 0; i < std::min(names.size(), kMostCompared); ++i) all.push_back(names[i]);
    const std::string_view close = nearest(near, all);
    if (!close.empty()) return fmt::format("did you mean {}?", quoted_name(close));
    if (topology_.names->has_numbers) return "some names of this network are numbers, so a number is a name too";
    return fmt::format("nodes have the names of their file, such as {}, or numbers from 0 to {}", quoted_name(names[0]),
                       sites_ - 1);
  }
  return fmt::format("the nodes are 0 to {}{}", topology_.node_count() - 1,
                     sites_ > topology_.node_count() ? ", switches or interchanges follow" : "");
}

std::uint64_t SaidSites::expect(std::string_view text, std::string_view key) const {
  if (const auto site = find(text)) return *site;
  throw_input_error(fmt::format("the network has no node {}", shown_text(text)), how_nodes_are_called(text),
                    std::string(key));
}

std::vector<std::uint64_t> SaidSites::expect_all(const SaidNodes& said, std::string_view key) const {
  const bool named = topology_.names && topology_.names->names.find(said.text);
  if (!said.numbers || named) return {expect(said.text, key)};
  const auto [first, last] = *said.numbers;
  std::vector<std::uint64_t> sites;
  for (std::uint64_t number = first; number <= last; ++number) {
    const auto site = find(number);
    if (!site)
      throw_input_error(fmt::format("the network has no node {}", number), how_nodes_are_called(said.text),
                        std::string(key));
    sites.push_back(*site);
  }
  return sites;
}

std::optional<std::uint64_t> SaidSites::node_number(std::uint64_t site) const {
  return topology_.kind(site) == SiteKind::node ? std::optional(numbers_.number(site)) : std::nullopt;
}

std::uint64_t SaidSites::expect_node(std::string_view text, std::string_view key) const {
  const std::uint64_t site = expect(text, key);
  if (const auto number = node_number(site)) return *number;
  throw_input_error(fmt::format("{} is {}, where no message begins or ends", shown_text(text),
                                topology_.has_switches() ? "a switch" : "an interchange"),
                    {}, std::string(key));
}

}  // namespace cutline
