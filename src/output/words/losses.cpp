// SPDX-License-Identifier: Apache-2.0
#include "output/words/losses.hpp"

#include <fmt/format.h>

#include "cutline/base/error.hpp"
#include "cutline/output/words/words.hpp"
#include "output/text/number.hpp"

namespace cutline::words {

namespace {

std::string count_text(double number, std::string_view what) {
  return fmt::format("{} {}{}", rounded_text(number), what, number == 1 ? "" : "s");
}

/// "4 against 2 tau"; for wires of a mean route "4 ns a hop against 2 ns".
std::string against(const Loss& loss, std::string_view unit, const RankedUnits& units) {
  const std::string shown = units.of(unit, loss.figures);
  const auto text = [&](double figure) { return rounded_text(text::rescaled(figure, unit, shown)); };
  const std::string said = shown.empty() ? "" : " " + shown;
  if (loss.figures.size() == 1) return text(loss.figures[0]) + said;
  if (loss.cause == Cause::time_of_wires)
    return fmt::format("{0}{2} a hop against {1}{2}", text(loss.figures[0]), text(loss.figures[1]), said);
  return fmt::format("{} against {}{}", text(loss.figures[0]), text(loss.figures[1]), said);
}

std::string_view words_of(PartKind part) {
  switch (part) {
    case PartKind::long_wires:
      return "long wires";
    case PartKind::slow_wires:
      return "slow wires";
    case PartKind::many_wires:
      return "many wires";
    case PartKind::far_links:
      return "far links";
    case PartKind::wide_node_pitch:
      return "wide node pitch";
    case PartKind::few_links:
      return "few links a node";
    case PartKind::large_diameter:
      return "large diameter";
    case PartKind::wiring_area:
      return "wiring";
    case PartKind::node_area:
      return "large nodes";
    case PartKind::many_channels:
      return "many channels a node";
    case PartKind::wide_channels:
      return "wide channels";
    case PartKind::wire_energy:
      return "wires";
    case PartKind::router_energy:
      return "routers";
    case PartKind::edge_energy:
      return "edges of packages";
    case PartKind::tile_energy:
      return "tiles";
    case PartKind::slow_cycle:
      return "slow cycle";
    case PartKind::unloaded_latency:
      return "latency without load";
    case PartKind::waits:
      return "waits";
  }
  broken_contract("a part of a measure", __FILE__, __LINE__);
}

/// Words that can follow "its".
struct PartWords {
  std::string operator()(PartKind part) const { return std::string(words_of(part)); }
  std::string operator()(CycleLimit limit) const { return std::string(cycle_limit_text(limit)); }
  std::string operator()(const LinksOfClass& links) const { return "links of " + links.name; }
  std::string operator()(const FullResource& full) const { return full_resource_text(full); }
  std::string operator()(Bottleneck full) const { return std::string(bottleneck_text(full)); }
};

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
      return std::visit(PartWords{}, loss.part);
    case Cause::term:
      return loss.term;
    case Cause::none:
      break;
  }
  broken_contract("a cause", __FILE__, __LINE__);
}

}  // namespace

std::string loss_name(const Loss& loss, bool several) {
  return (several ? "their " : "its ") + property(loss, several);
}

std::string loss_figures(const Loss& loss, std::string_view time_unit, const RankedUnits& units) {
  const double own = loss.figures.at(0);
  const double other = loss.figures.back();
  switch (loss.cause) {
    case Cause::host_wires:
      return fmt::format("a phit takes {:.3g} times as long", own);
    case Cause::routers: {
      const std::string shown = units.of(time_unit, {other});
      return fmt::format("{} cycles and {} {} a hop", rounded_text(own),
                         rounded_text(text::rescaled(other, time_unit, shown)), shown);
    }
    case Cause::longest_wire:
    case Cause::time_of_wires:
      return against(loss, time_unit, units);
    case Cause::cycles_of_wires:
      return fmt::format("{} a hop against {}", count_text(own, "cycle"), count_text(other, "cycle"));
    case Cause::channels:
      return fmt::format("{}, {} cycles of message", count_text(own, "bit"), rounded_text(other));
    case Cause::host_channels:
      return against(loss, "wires", units);
    default:
      return against(loss, loss.unit, units) +
             (loss.made_by.empty() ? "" : ", by " + loss_name(loss.made_by[0], false));
  }
}

}  // namespace cutline::words
