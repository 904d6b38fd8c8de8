// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/compare/comparison.hpp"

namespace cutline::compare {

/// Latency of the candidates at the study's loads under one delay model, one column per load; no rows if the study has
/// no loads. A cell is `saturated` above saturation, and empty if no contention model applies.
Table loads_of_candidates(const Comparison& comparison, std::size_t delay);

}  // namespace cutline::compare
