// SPDX-License-Identifier: Apache-2.0
#include "topology/late_links.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "cutline/base/error.hpp"
#include "cutline/base/letters.hpp"
#include "cutline/topology/family.hpp"

namespace cutline {

std::optional<std::uint64_t> node_number(std::string_view text) {
  const auto number = read_as<std::uint64_t>(text);
  if (!number || *number >= kMaxGraphNodes || (text[0] == '0' && text.size() > 1)) return std::nullopt;
  return number;
}

void LateLinks::add(std::size_t at, std::string_view a, std::string_view b, const LinkSays& says) {
  if (links_.size() == kMaxLinksOfAClass || ends_.size() > kMaxGraphNodes)
    throw_limit_error(fmt::format("'{}' has more than 2^27 links or 2^26 nodes, the limits", file_.path));
  const std::uint32_t from = ends_.insert(a).first;
  links_.push_back({at, from, ends_.insert(b).first, says});
}

void LateLinks::join(GraphBuilder& builder, FunctionRef<std::optional<std::uint64_t>(std::string_view)> node_of) const {
  constexpr std::uint64_t kNone = ~std::uint64_t{0};
  std::vector<std::uint64_t> nodes;
  for (std::uint32_t end = 0; end < ends_.size(); ++end) nodes.push_back(node_of(ends_[end]).value_or(kNone));
  std::vector<std::uint32_t> added;
  if (!builder.graph.attributes.links.empty()) added.reserve(links_.size());
  for (std::uint32_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    for (const std::uint32_t end : {link.a, link.b}) {
      if (nodes[end] == kNone)
        file_.fail(link.at, fmt::format("this link names {}, which is no node of the file", quoted_name(ends_[end])),
                   "both ends of a link are nodes that the file states");
    }
    const bool is_added = builder.add_link(link.at, nodes[link.a], nodes[link.b], link.says);
    if (is_added && added.capacity() > 0) added.push_back(i);
  }
  if (added.size() < links_.size()) builder.pick_links(added);
}

void add_matrix_links(GraphBuilder& builder, std::vector<MatrixEntry> entries) {
  const auto sort = [](std::vector<MatrixEntry>& all) {
    const auto is_before = [](const MatrixEntry& x, const MatrixEntry& y) {
      return std::tie(x.row, x.column, x.value) < std::tie(y.row, y.column, y.value);
    };
    if (!std::is_sorted(all.begin(), all.end(), is_before)) std::sort(all.begin(), all.end(), is_before);
  };
  sort(entries);
  std::vector<MatrixEntry> transpose = entries;
  for (MatrixEntry& entry : transpose) std::swap(entry.row, entry.column);
  sort(transpose);
  builder.graph.directed = transpose != entries;
  for (const MatrixEntry& entry : entries) {
    if (builder.graph.directed || entry.row < entry.column)
      builder.add_link(0, entry.row, entry.column, {.width = entry.value});
  }
}

}  // namespace cutline
