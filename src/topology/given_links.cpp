// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/given_links.hpp"

#include "cutline/base/shared_value.hpp"

namespace cutline {

template class SharedConst<GivenLinks>;

}  // namespace cutline
