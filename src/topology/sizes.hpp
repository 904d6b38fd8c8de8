// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/topology/family.hpp"

namespace cutline {

/// The networks of a family with one parameter whose size is in the range. The parameter starts at `first`; the size
/// must grow with it.
std::vector<Parameters> sized_by(const SizeRange& range, std::string_view name, std::int64_t first,
                                 FunctionRef<double(double)> size);

/// The same for two parameters; the size must grow with each.
std::vector<Parameters> sized_by(const SizeRange& range, const std::array<std::string_view, 2>& names,
                                 const std::array<std::int64_t, 2>& first, FunctionRef<double(double, double)> size);

/// What a family's row says of such networks.
NetworksOfSize networks_by(std::string_view name, std::int64_t first, double (*size)(double));
NetworksOfSize networks_by(const std::array<std::string_view, 2>& names, const std::array<std::int64_t, 2>& first,
                           double (*size)(double, double));

/// All lists of at least `least_factors` whole numbers whose product is in the range. The numbers are at least 2 and
/// descend.
std::vector<IntegerList> products_in(const SizeRange& range, std::size_t least_factors);

/// The networks with one of the lists of products_in as `radices`. Lists of 2 alone, which are binary cubes, are left
/// out.
std::vector<Parameters> cubes_in(const SizeRange& range, std::size_t least_dimensions);

/// The dimensions of a network that `cubes_in` lists.
IntegerList radices_given(const Parameters& network);

/// The one dimension of a network that is a line of nodes, from its parameter `nodes`.
IntegerList one_line(const Parameters& network);

}  // namespace cutline
