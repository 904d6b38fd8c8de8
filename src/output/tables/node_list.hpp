// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

/// The nodes of a candidate with a layout, then its switches or interchanges: number, name in the user's file or
/// address, kind, terminals and cell. Cost: O(nodes).
Table node_list(const Candidate& candidate);

}  // namespace cutline
