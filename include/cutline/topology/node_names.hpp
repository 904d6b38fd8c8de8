// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cutline {

/// The names of nodes 0, 1, 2 ..., all distinct, up to 2^32 letters. Takes 32 to 56 bytes a name in addition to its
/// letters.
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

  /// Adds the names in their order, each if it is new; nodes[i] becomes the node of names[i]. Does what insert() does
  /// one by one, in less time where many names are there already.
  void insert_all(std::span<const std::string_view> names, std::span<std::uint32_t> nodes);

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = 0;             ///< of the node, + 1; 0: the slot is free
    std::uint32_t begin = 0, length = 0;  ///< of the name among the letters
    bool is_free() const { return number == 0; }
  };

  std::size_t slot_of(std::string_view name, std::uint32_t hash) const;
  std::pair<std::uint32_t, bool> insert(std::string_view name, std::uint32_t hash);
  void make_room(std::size_t more);

  std::string letters_;
  std::vector<std::uint64_t> begins_;  ///< of each name in the letters
  std::vector<Slot> slots_;            ///< open addressing
};

}  // namespace cutline
