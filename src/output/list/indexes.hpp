// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "cutline/output/text/table.hpp"

namespace cutline::list {

/// All keys of a spec with their types, defaults and meanings.
Table keys_table();

/// What people see who name no entry: the keys of a whole spec and how many are below each, or the families.
TableSection keys_index();
TableSection families_index();

/// Whether a name means an entry: its own, or of paths also one above it, or its last part: "radix" and
/// "candidates[].topology" mean "candidates[].topology.radix".
bool is_meant(std::string_view name, std::string_view entry, bool of_paths);

}  // namespace cutline::list
