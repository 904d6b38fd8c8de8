// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cutline/base/parameters.hpp"
#include "cutline/topology/family_name.hpp"

namespace cutline {

/// A network, given as its family and its parameters.
struct NamedNetwork {
  FamilyName family;
  Parameters parameters;
};

/// The network that has these links, each a row [a, b]. If `one_way`, a link is one channel from a to b.
NamedNetwork network_of_links(std::int64_t nodes, IntegerTable links, bool one_way, std::int64_t concentration = 1);

}  // namespace cutline
