// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "cutline/topology/graph_file.hpp"

namespace cutline {

std::string_view NodeNames::operator[](std::uint32_t node) const {
  const std::uint64_t end = node + 1 < size() ? begins_[node + 1] : letters_.size();
  return std::string_view(letters_).substr(begins_[node], end - begins_[node]);
}

/// Where the name is, or the free slot that it would take.
std::size_t NodeNames::slot_of(std::string_view name) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>()(name) & mask;
  while (slots_[slot] != 0 && (*this)[slots_[slot] - 1] != name) slot = (slot + 1) & mask;
  return slot;
}

std::optional<std::uint32_t> NodeNames::find(std::string_view name) const {
  if (slots_.empty()) return std::nullopt;
  const std::uint32_t found = slots_[slot_of(name)];
  return found == 0 ? std::nullopt : std::optional(found - 1);
}

std::pair<std::uint32_t, bool> NodeNames::insert(std::string_view name) {
  if (2 * (begins_.size() + 1) > slots_.size()) grow();
  std::uint32_t& slot = slots_[slot_of(name)];
  if (slot != 0) return {slot - 1, false};
  begins_.push_back(letters_.size());
  letters_ += name;
  slot = size();
  return {slot - 1, true};
}

void NodeNames::grow() {
  constexpr std::size_t kFirst = 64;
  slots_.assign(slots_.empty() ? kFirst : 2 * slots_.size(), 0);
  for (std::uint32_t node = 0; node < size(); ++node) slots_[slot_of((*this)[node])] = node + 1;
}

}  // namespace cutline
