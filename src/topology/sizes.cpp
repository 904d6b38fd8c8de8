// SPDX-License-Identifier: Apache-2.0
#include "topology/sizes.hpp"

#include <algorithm>
#include <string>

namespace cutline {

namespace {

/// Appends all lists that begin with `factors`, whose product is `product`, and go on with factors not larger than the
/// last.
void continue_products(const SizeRange& range, std::uint64_t product, IntegerList& factors, std::size_t least_factors,
                       std::vector<IntegerList>& all) {
  if (factors.size() >= least_factors && product >= range.least) all.push_back(factors);
  const std::uint64_t last = factors.empty() ? range.most : static_cast<std::uint64_t>(factors.back());
  for (std::uint64_t factor = 2; factor <= std::min(last, range.most / product); ++factor) {
    factors.push_back(static_cast<std::int64_t>(factor));
    continue_products(range, product * factor, factors, least_factors, all);
    factors.pop_back();
  }
}

}  // namespace

std::vector<Parameters> sized_by(const SizeRange& range, std::string_view name, std::int64_t first,
                                 FunctionRef<double(double)> size) {
  std::vector<Parameters> all;
  const auto least = static_cast<double>(range.least), most = static_cast<double>(range.most);
  for (std::int64_t value = first; size(static_cast<double>(value)) <= most; ++value) {
    if (size(static_cast<double>(value)) >= least) all.push_back({{std::string(name), value}});
  }
  return all;
}

std::vector<Parameters> sized_by(const SizeRange& range, const std::array<std::string_view, 2>& names,
                                 const std::array<std::int64_t, 2>& first, FunctionRef<double(double, double)> size) {
  std::vector<Parameters> all;
  const auto most = static_cast<double>(range.most);
  for (std::int64_t a = first[0]; size(static_cast<double>(a), static_cast<double>(first[1])) <= most; ++a) {
    for (Parameters& one :
         sized_by(range, names[1], first[1], [&](double b) { return size(static_cast<double>(a), b); })) {
      one.set(names[0], a);
      all.push_back(std::move(one));
    }
  }
  return all;
}

NetworksOfSize networks_by(std::string_view name, std::int64_t first, double (*size)(double)) {
  return [=](const SizeRange& range) { return sized_by(range, name, first, size); };
}

NetworksOfSize networks_by(const std::array<std::string_view, 2>& names, const std::array<std::int64_t, 2>& first,
                           double (*size)(double, double)) {
  return [=](const SizeRange& range) { return sized_by(range, names, first, size); };
}

std::vector<IntegerList> products_in(const SizeRange& range, std::size_t least_factors) {
  std::vector<IntegerList> all;
  IntegerList factors;
  continue_products(range, 1, factors, std::max<std::size_t>(1, least_factors), all);
  return all;
}

std::vector<Parameters> cubes_in(const SizeRange& range, std::size_t least_dimensions) {
  std::vector<Parameters> all;
  for (IntegerList& radices : products_in(range, least_dimensions)) {
    if (radices.front() > 2) all.push_back({{"radices", std::move(radices)}});
  }
  return all;
}

IntegerList radices_given(const Parameters& network) { return network.list("radices"); }

IntegerList one_line(const Parameters& network) { return {network.integer("nodes")}; }

}  // namespace cutline
