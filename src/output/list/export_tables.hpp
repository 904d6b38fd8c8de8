// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"

namespace cutline::list {

/// The catalogue of exports, with everything that is known of each.
Table exports_table();
/// The catalogue of exports for people, one line each; limits are powers of two, rounded down.
Table short_exports_table();

}  // namespace cutline::list
