// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "topology/graph_builder.hpp"

namespace cutline {

/// The number that a text is, written without a sign or leading zeros; nothing if it is none, or not below 2^26.
std::optional<std::uint64_t> node_number(std::string_view text);

/// The links of a file that may name a node before it states it. Keeps a reference to the file.
class LateLinks {
 public:
  explicit LateLinks(const GraphText& file) : file_(file) {}

  /// Remembers a link; `at` is its place in the text. Checks the limits.
  void add(std::size_t at, std::string_view a, std::string_view b, const LinkSays& says);
  /// The number of the next link, by which the builder keeps its attributes.
  std::uint64_t size() const { return links_.size(); }
  /// The names of the links' ends, each once, in the order of the file.
  const NodeNames& ends() const { return ends_; }
  /// Adds the links to the graph. Throws an input error at the first one whose end is no node.
  void join(GraphBuilder& builder, FunctionRef<std::optional<std::uint64_t>(std::string_view)> node_of) const;

 private:
  struct Link {
    std::size_t at = 0;
    std::uint32_t a = 0, b = 0;  ///< among the ends
    LinkSays says;
  };

  const GraphText& file_;
  NodeNames ends_;
  std::vector<Link> links_;
};

/// An entry of a matrix that is not 0.
struct MatrixEntry {
  std::uint32_t row = 0, column = 0;
  double value = 1;
  bool operator==(const MatrixEntry&) const = default;
};

/// Adds the links that a matrix stands for, with their values as widths. If it equals its transpose, two entries are
/// one link; else an entry is a channel from its row to its column, and the graph is directed. No entry lies on the
/// diagonal. Cost: O(entries log entries).
void add_matrix_links(GraphBuilder& builder, std::vector<MatrixEntry> entries);

}  // namespace cutline
