// SPDX-License-Identifier: Apache-2.0
#include "output/words/losses.hpp"

#include <fmt/format.h>

#include "cutline/base/error.hpp"
#include "cutline/output/words/words.hpp"

namespace cutline {

namespace {

std::string count_text(double number, std::string_view what) {
  return fmt::format("{} {}{}", rounded_text(number), what, number == 1 ? "" : "s");
}

std::string property(const Loss& loss, bool several) {
  switch (loss.cause) {
    case Cause::hops:
      return "many hops";
    case Cause::routers:
      return "slow routers";
    case Cause::longest_wire:
      return several ? "longest wires" : "longest wire";
    case Cause::cycles_of_wires:
    case Cause::time_of_wires:
    case Cause::host_wires:
      return "long wires";
    case Cause::channels:
    case Cause::host_channels:
      return "narrow channels";
    case Cause::host_steps:
      return "many steps";
    case Cause::part:
    case Cause::term:
      return loss.what;
    case Cause::none:
      break;
  }
  broken_contract("a cause", __FILE__, __LINE__);
}

}  // namespace

std::string loss_name(const Loss& loss, bool several) {
  return (several ? "their " : "its ") + property(loss, several);
}

std::string loss_figures(const Loss& loss, std::string_view time_unit) {
  const double own = loss.figures.at(0);
  if (loss.cause == Cause::host_wires) return fmt::format("a phit takes {:.3g} times as long", own);
  const std::string unit = loss.unit.empty() ? "" : " " + loss.unit;
  if (loss.figures.size() == 1) return rounded_text(own) + unit;
  const double other = loss.figures.at(1);
  switch (loss.cause) {
    case Cause::routers:
      return fmt::format("{} cycles and {} {} a hop", rounded_text(own), rounded_text(other), time_unit);
    case Cause::longest_wire:
      return fmt::format("{} against {} {}", rounded_text(own), rounded_text(other), time_unit);
    case Cause::cycles_of_wires:
      return fmt::format("{} a hop against {}", count_text(own, "cycle"), count_text(other, "cycle"));
    case Cause::time_of_wires:
      return fmt::format("{0} {2} a hop against {1} {2}", rounded_text(own), rounded_text(other), time_unit);
    case Cause::channels:
      return fmt::format("{}, {} cycles of message", count_text(own, "bit"), rounded_text(other));
    case Cause::host_channels:
      return fmt::format("{} against {} wires", rounded_text(own), rounded_text(other));
    default:
      break;
  }
  const std::string by = loss.made_by.empty() ? "" : ", by " + loss_name(loss.made_by[0], false);
  return fmt::format("{} against {}{}{}", rounded_text(own), rounded_text(other), unit, by);
}

}  // namespace cutline
