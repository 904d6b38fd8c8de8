// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/base/quantity.hpp"

namespace cutline {

/// A time that the user gave in cycles or in seconds.
struct Duration {
  double cycles = 0;
  Time time;
};

}  // namespace cutline
