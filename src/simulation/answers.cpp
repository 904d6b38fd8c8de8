// SPDX-License-Identifier: Apache-2.0
#include "simulation/answers.hpp"

#include <charconv>

namespace cutline {

std::optional<double> last_number(std::string_view text, std::string_view words) {
  const std::size_t at = text.rfind(words);
  if (at == std::string_view::npos) return std::nullopt;
  const char* const begin = text.data() + at + words.size();
  double value = 0;
  const auto [stop, trouble] = std::from_chars(begin, text.data() + text.size(), value);
  return trouble == std::errc() && value >= 0 ? std::optional(value) : std::nullopt;
}

SimulatorAnswer mean_answer(const std::string& output, std::string_view words, double cycles) {
  const std::optional<double> mean = last_number(output, words);
  if (!mean) return {RunState::stable, {}, "it printed no mean"};
  return {RunState::stable, *mean * cycles, {}};
}

}  // namespace cutline
