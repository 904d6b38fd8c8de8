// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cutline/simulation/simulators.hpp"

namespace cutline {

/// The number behind the last of some words; absent where there is none, or it is no latency.
std::optional<double> last_number(std::string_view text, std::string_view words);

/// The answer of a program that prints a mean behind some words; `cycles` are those of the mean's unit.
SimulatorAnswer mean_answer(const std::string& output, std::string_view words, double cycles);

}  // namespace cutline
