// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "cutline/output/text/table.hpp"

namespace cutline::list {

/// All keys of a spec with their types, defaults and meanings.
Table keys_table();

/// The tables for people who name no entry: the top-level keys of a spec with the number of keys below each, and the
/// families.
TableSection keys_index();
TableSection families_index();

/// Whether a name means an entry. It does if it is the entry's name. With `of_paths`, it also does if it is a path
/// above the entry, or the last part of its path: "radix" and "candidates[].topology" mean
/// "candidates[].topology.radix".
bool is_meant(std::string_view name, std::string_view entry, bool of_paths);

}  // namespace cutline::list
