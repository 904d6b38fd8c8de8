// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace cutline {

/// Whether uniform traffic has messages from a node to itself.
enum class SelfMessages : std::uint8_t { left_out, counted };

}  // namespace cutline
