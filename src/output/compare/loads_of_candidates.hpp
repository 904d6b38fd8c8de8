// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/compare/comparison.hpp"

namespace cutline::compare {

/// Latency of the candidates at the study's loads under one delay model, one column a load; no rows where the study has
/// no loads. `saturated` past saturation, nothing where no contention model applies.
Table loads_of_candidates(const Comparison& comparison, std::size_t delay);

}  // namespace cutline::compare
