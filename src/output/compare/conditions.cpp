// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "cutline/output/words/words.hpp"
#include "output/compare/answer.hpp"
#include "output/text/number.hpp"

namespace cutline::compare {

namespace {

/// In the order of BisectionCount.
constexpr std::array<std::string_view, 3> kCounts = {" of the graph", " at the layout's middle cut", " by formula"};
/// In the order of Switching.
constexpr std::array<std::string_view, 3> kSwitchings = {"wormhole", "store and forward", "virtual cut-through"};

std::string_view held_unit(const Study& study) {
  if (study.hold.resource == Resource::width) return "bits";
  if (study.hold.resource != Resource::area) return "wires";
  return study.technology.unit ? "square wire pitches" : "mm2";
}

std::string held_text(const Study& study) {
  const Hold& hold = study.hold;
  if (hold.resource == Resource::none) return "nothing held equal";
  std::string what(resource_name(hold.resource));
  std::replace(what.begin(), what.end(), '_', ' ');
  if (hold.resource == Resource::bisection) what += kCounts.at(static_cast<std::size_t>(hold.count));
  if (hold.resource == Resource::peak_density) what += hold.per_machine ? " of the machine" : " of a line";
  if (hold.of.empty()) {
    return fmt::format("{} held at {} {}", what, text::short_text(hold.amount, 6), held_unit(study));
  }
  const std::string times = hold.times == 1 ? "" : fmt::format("{} x ", text::short_text(hold.times));
  return fmt::format("{} held at {}that of {}", what, times, hold.of);
}

std::string messages_text(const Study& study) {
  std::vector<std::string> parts;
  for (const LatencyInput::Part& part : study.messages) {
    std::string text = text::short_text(part.size_bits, 6) + (part.size_bits == 1 ? " bit" : " bits");
    if (study.messages.size() > 1) text += fmt::format(" ({} %)", text::short_text(part.share * 100, 3));
    parts.push_back(std::move(text));
  }
  const std::string header = study.header_bits > 0 ? fmt::format(" and a header of {} bits", study.header_bits) : "";
  return fmt::format("messages of {}{}", fmt::join(parts, ", "), header);
}

std::string clock_text(const Study& study) {
  const std::string unit = time_unit(study);
  const ClockRule rule = study.clock.rule;
  std::string text = rule == ClockRule::longest_wire ? "cycle set by the longest wire"
                     : rule == ClockRule::per_link
                         ? "every wire takes its own delay"
                         : fmt::format("fixed cycle of {} {}", text::short_text(in_ns(study.clock.cycle)), unit);
  const double floor = in_ns(study.clock.floor);
  if (floor > 0) text += fmt::format(", at least {} {}", text::short_text(floor), unit);
  return text + (study.pipelined ? ", pipelined wires" : "");
}

/// Whether the spec gives times of clocks or routers. The unit technology takes their numbers unchanged.
bool gives_times(const Study& study) {
  return study.clock.cycle.base > 0 || study.clock.floor.base > 0 ||
         std::any_of(study.designs.begin(), study.designs.end(),
                     [](const Design& design) { return design.router.delay.time.base > 0; });
}

}  // namespace

std::vector<std::string> study_conditions(const Study& study) {
  std::vector<std::string> technologies;
  for (const Design& design : study.designs) {
    const std::string& name = technology_of(study, design).name;
    if (std::find(technologies.begin(), technologies.end(), name) == technologies.end()) technologies.push_back(name);
  }
  if (technologies.empty()) technologies.push_back(study.technology.name);
  std::vector<std::string> conditions = {
      fmt::format("{} {}", technologies.size() == 1 ? "technology" : "technologies", fmt::join(technologies, ", ")),
      held_text(study),
      fmt::format("{}, {}", messages_text(study), kSwitchings.at(static_cast<std::size_t>(study.switching))),
      clock_text(study)};
  if (study.technology.unit) {
    conditions.push_back(fmt::format("times in tau{}, longest links in node pitches, areas in square wire pitches",
                                     gives_times(study) ? " (1 ns of the spec is 1 tau)" : ""));
  }
  return conditions;
}

}  // namespace cutline::compare

namespace cutline {

std::string conditions_text(const Study& study) {
  return fmt::format("{}", fmt::join(compare::study_conditions(study), "; "));
}

}  // namespace cutline
