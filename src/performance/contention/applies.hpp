// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/callbacks.hpp"
#include "cutline/detail/performance/contention.hpp"

namespace cutline {

/// Why a model of k-ary n-cubes does not apply to this network. Empty if it applies: every dimension is a ring, all
/// radices are equal and at least 2, and traffic is uniform.
std::string cube_refusal(std::string_view model, const LoadedNetwork& network);

/// The same for models that also require channels one way round. Rings of 2 nodes always have a channel each way, and
/// are accepted.
std::string one_way_cube_refusal(std::string_view model, const LoadedNetwork& network);

/// The load below which `steady` holds, exact to the last bit. `steady` must hold at 0, must not hold at `most`, and
/// must change only once in between.
double steady_limit(double most, FunctionRef<bool(double)> steady);

}  // namespace cutline
