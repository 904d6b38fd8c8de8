// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace cutline {

/// What stands at a site of a network.
enum class SiteKind : std::uint8_t { node, interchange, switch_node, nothing };

constexpr bool is_inner(SiteKind kind) { return kind == SiteKind::interchange || kind == SiteKind::switch_node; }
/// The word for a site of this kind: "node", "interchange" or "switch".
std::string_view site_word(SiteKind kind);

}  // namespace cutline
