// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/topology/family.hpp"

namespace cutline {

/// The networks of a family with one parameter, from its value `first` on, whose size is in the range. The size grows
/// with the parameter.
std::vector<Parameters> sized_by(const SizeRange& range, std::string_view name, std::int64_t first,
                                 FunctionRef<double(double)> size);

/// The same for two parameters; the size grows with either.
std::vector<Parameters> sized_by(const SizeRange& range, const std::array<std::string_view, 2>& names,
                                 const std::array<std::int64_t, 2>& first, FunctionRef<double(double, double)> size);

/// All lists of `least_factors` or more whole numbers of 2 or more, the largest first, whose product is in the range.
std::vector<IntegerList> products_in(const SizeRange& range, std::size_t least_factors);

/// The networks with one of these lists as `radices`; without those of radix 2 alone, which are binary cubes.
std::vector<Parameters> cubes_in(const SizeRange& range, std::size_t least_dimensions);

/// Dimensions of networks that `cubes_in` lists.
IntegerList radices_given(const Parameters& network);

/// The one dimension of a network that is a line of `nodes`.
IntegerList one_line(const Parameters& network);

}  // namespace cutline
