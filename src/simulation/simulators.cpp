// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulators.hpp"

#include <charconv>

#include "base/named.hpp"

namespace cutline {

#define CUTLINE_SIMULATOR(name) Simulator name##_simulator();
#include "simulators.inc"
#undef CUTLINE_SIMULATOR

const std::vector<Simulator>& simulators() {
  static const std::vector<Simulator> all = {
#define CUTLINE_SIMULATOR(name) name##_simulator(),
#include "simulators.inc"
#undef CUTLINE_SIMULATOR
  };
  return all;
}

const Simulator& find_simulator(std::string_view name) {
  if (const Simulator* found = find_named(simulators(), name)) return *found;
  const std::vector<std::string_view> names = names_of(simulators());
  throw_input_error(fmt::format("'{}' is no simulator that cutline runs", name),
                    did_you_mean(name, names, fmt::format("it runs {}", join(names, ", "))));
}

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
