// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cutline/study/study.hpp"

namespace cutline {

/// What network a design is: its family and the parameters that are not what they would be by default, as
/// "ideal torus: dimensions=2, radix=16".
std::string network_text(const Design& design);

}  // namespace cutline
