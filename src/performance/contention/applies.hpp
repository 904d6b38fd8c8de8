// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "cutline/base/function_ref.hpp"
#include "cutline/performance/contention.hpp"

namespace cutline {

/// Why a model of k-ary n-cubes does not apply to this network; empty where all of these hold: every dimension is a
/// ring, all radices are equal and at least 2, and traffic is uniform.
std::string cube_refusal(std::string_view model, const LoadedNetwork& network);

/// Likewise for models that also ask for channels one way round; rings of 2 nodes have a channel each way in any case.
std::string one_way_cube_refusal(std::string_view model, const LoadedNetwork& network);

/// The load below which `steady` holds, to the last bit: it holds at 0, not at `most`, and changes once between.
double steady_limit(double most, FunctionRef<bool(double)> steady);

}  // namespace cutline
