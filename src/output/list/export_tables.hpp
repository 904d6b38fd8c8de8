// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"

namespace cutline::list {

/// The catalogue of exports, with all that is known of each.
Table exports_table();
/// The same for people, a line each: limits as powers of two, rounded down.
Table short_exports_table();

}  // namespace cutline::list
