// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cutline/study/study.hpp"

namespace cutline::text {

/// The network of a design in words: its family and the parameters that differ from their defaults, for example
/// "ideal torus: dimensions=2, radix=16".
std::string network_text(const Design& design);
/// The value of a parameter as a spec writes it; empty if there is none.
std::string value_text(const Value& value);

}  // namespace cutline::text
