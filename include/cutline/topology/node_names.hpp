// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cutline {

/// The names of nodes 0, 1, 2 ..., all distinct. Takes about 30 bytes a name in addition to its letters.
class NodeNames {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(begins_.size()); }
  bool empty() const { return begins_.empty(); }
  /// The name of a node.
  std::string_view operator[](std::uint32_t node) const;
  /// The node of that name, if there is one. Cost: O(letters).
  std::optional<std::uint32_t> find(std::string_view name) const;
  /// Adds the name if it is new. Returns the node of that name, and whether it is new.
  std::pair<std::uint32_t, bool> insert(std::string_view name);

 private:
  std::size_t slot_of(std::string_view name, std::uint64_t hash) const;
  void grow();

  std::string letters_;
  std::vector<std::uint64_t> begins_;  ///< of each name in the letters
  std::vector<std::uint64_t> slots_;   ///< open addressing: the upper half of a hash, then the node + 1; 0: free
};

}  // namespace cutline
