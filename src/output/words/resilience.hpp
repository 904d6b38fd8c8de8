// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cutline/topology/faults.hpp"

namespace cutline::words {

/// How a figure of resilience was found, or why it was not.
std::string connectivity_method(const Resilience& found);
std::string paths_method(const Resilience& found);

}  // namespace cutline::words
