// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace cutline {

/// The kind of a site of a network; `nothing` for a site that is empty.
enum class SiteKind : std::uint8_t { node, interchange, switch_node, nothing };

/// Whether a site is an interchange or a switch.
constexpr bool is_inner(SiteKind kind) { return kind == SiteKind::interchange || kind == SiteKind::switch_node; }
/// The word for a site of this kind: "node", "interchange" or "switch".
std::string_view site_word(SiteKind kind);

}  // namespace cutline
