// SPDX-License-Identifier: Apache-2.0
#include "applies.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/roots.hpp"
#include "cutline/performance/traffic_pattern.hpp"

namespace cutline {

std::string cube_refusal(std::string_view model, const LoadedNetwork& network) {
  if (network.shape.kind != NetworkKind::rings) {
    return fmt::format("{} models k-ary n-cubes (torus, ring, hypercube), and this is a {}", model,
                       network.family.printed());
  }
  if (!network.is_uniform())
    return fmt::format("{} models uniform traffic, and this is {}", model, network.traffic->name);
  const std::vector<double>& radices = network.shape.radices;
  const auto [least, most] = std::minmax_element(radices.begin(), radices.end());
  // Real radices are roots with rounding errors.
  if (radices.empty() || *least < 2 - 1e-9)
    return fmt::format("{} needs dimensions of radix 2 or more in every direction", model);
  if (*most - *least > 1e-9 * *most)
    return fmt::format("{} models one radix for all dimensions, and this network has {} and {}", model, *least, *most);
  return {};
}

std::string one_way_cube_refusal(std::string_view model, const LoadedNetwork& network) {
  if (std::string why = cube_refusal(model, network); !why.empty()) return why;
  if (!network.shape.one_way && !network.shape.is_binary())
    return fmt::format("{} models rings whose channels go one way round, and these go both ways", model);
  return {};
}

double steady_limit(double most, FunctionRef<bool(double)> steady) {
  return turning_point(0, most, [&](double load) { return !steady(load); }).after;
}

}  // namespace cutline
