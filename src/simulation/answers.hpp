// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "simulation/simulators.hpp"

namespace cutline {

/// The number that follows the last place of `words` in a text; absent where there is none, or where it is negative and
/// so no latency.
std::optional<double> last_number(std::string_view text, std::string_view words);

/// The answer of a program that prints a mean after `words`; `cycles` is the number of cycles in the mean's unit.
SimulatorAnswer mean_answer(const std::string& output, std::string_view words, double cycles);

}  // namespace cutline
