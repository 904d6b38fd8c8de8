// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cutline/measure/link_geometry.hpp"

namespace cutline {

/// Links of one kind have the same wires, so that they differ in nothing but their ends. Regular networks have few
/// kinds; of bent links, which often are all different, so many are kept that the memory stays small.
class LinkKinds {
 public:
  /// Without `wanted` no link is of a kind.
  explicit LinkKinds(bool wanted) : most_(wanted ? 1u << 16 : 0) {}

  /// The number of the link's kind; absent where it is of none that is kept.
  std::optional<std::size_t> find(const LinkGeometry& link);
  /// Makes the link the first of its kind; false where no more are kept.
  bool add(const LinkGeometry& link);
  /// The first link of each kind.
  const std::vector<LinkGeometry>& links() const { return links_; }

 private:
  /// All of a link's geometry but its ends.
  using Key = std::array<std::uint64_t, 7>;
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  static Key key_of(const LinkGeometry& link);

  std::size_t most_;
  std::unordered_map<Key, std::size_t, Hash> numbers_;
  std::vector<LinkGeometry> links_;
  /// The kind that was found last: neighbouring links are often of one kind.
  std::optional<std::pair<Key, std::size_t>> last_;
};

}  // namespace cutline
