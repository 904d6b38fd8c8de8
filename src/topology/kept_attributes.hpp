// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/topology/graph_attributes.hpp"

namespace cutline {

/// Which attributes of a graph file are kept for exports, and what their names mean.
///
/// In a file that an export of Cutline wrote, attributes of Cutline's own names are its own: an export writes them
/// anew. Where the exported graph had such an attribute itself, Cutline's has the prefix kOwnPrefix.
class KeptAttributes {
 public:
  explicit KeptAttributes(std::string_view text);

  /// The name by which an attribute is understood: `x` for `cutline_x`; none for `x` where `cutline_x` is in the file.
  std::string_view meant(std::string_view name) const;
  /// Whether the file has an attribute of this name with the prefix, which is understood in place of the name.
  bool is_covered(std::string_view name) const;
  /// Keeps an attribute of a node, or of a link, if it is the file's own.
  void keep(GraphAttributes& all, AttributeOf of, std::uint64_t item, std::string_view key, std::string_view text,
            AttributeKind kind);
  /// Sorts what is kept, and says in a note what is not.
  void finish(GraphAttributes& all, std::vector<std::string>& notes) const;

 private:
  bool is_own(AttributeOf of, std::string_view key) const;

  std::string target_;                              ///< the export of Cutline that wrote the file; empty: none
  std::set<std::string, std::less<>> with_prefix_;  ///< names that stand with the prefix
  bool too_many_ = false, too_many_keys_ = false;
};

}  // namespace cutline
