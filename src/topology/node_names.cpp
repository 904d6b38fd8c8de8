// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/topology/node_names.hpp"

#include <cstring>

#include "cutline/base/error.hpp"
#include "topology/graph_text.hpp"

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

}  // namespace cutline
