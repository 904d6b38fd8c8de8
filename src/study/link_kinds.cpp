// SPDX-License-Identifier: Apache-2.0
#include "study/link_kinds.hpp"

#include <bit>

namespace cutline {

std::size_t LinkKinds::Hash::operator()(const Key& key) const {
  std::uint64_t sum = 0;
  for (const std::uint64_t number : key) {
    sum = (sum ^ number) * 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio, as Fibonacci hashing takes it
    sum ^= sum >> 32;
  }
  return sum;
}

LinkKinds::Key LinkKinds::key_of(const LinkGeometry& link) {
  return {link.span.halves,
          static_cast<std::uint64_t>(link.cells_x),
          static_cast<std::uint64_t>(link.cells_y),
          static_cast<std::uint64_t>(link.cells_z),
          std::bit_cast<std::uint64_t>(link.mean_x),
          std::bit_cast<std::uint64_t>(link.mean_y),
          std::uint64_t{4} * link.pair + (link.along_x ? 2 : 0) + (link.along_y ? 1 : 0)};
}

std::optional<std::size_t> LinkKinds::find(const LinkGeometry& link) {
  if (numbers_.empty()) return std::nullopt;
  const Key key = key_of(link);
  if (last_ && last_->first == key) return last_->second;
  const auto found = numbers_.find(key);
  if (found == numbers_.end()) return std::nullopt;
  last_ = *found;
  return found->second;
}

bool LinkKinds::add(const LinkGeometry& link) {
  if (links_.size() >= most_) return false;
  numbers_.emplace(key_of(link), links_.size());
  links_.push_back(link);
  return true;
}

}  // namespace cutline
