// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cutline/base/parameters.hpp"
#include "cutline/topology/family_name.hpp"

namespace cutline {

/// A network by its family and its parameters.
struct NamedNetwork {
  FamilyName family;
  Parameters parameters;
};

/// The network that has these links, one row [a, b] a link: from a to b where `one_way`.
NamedNetwork network_of_links(std::int64_t nodes, IntegerTable links, bool one_way, std::int64_t concentration = 1);

}  // namespace cutline
