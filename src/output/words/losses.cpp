// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cutline/base/error.hpp"
#include "cutline/output/words/words.hpp"
#include "output/text/number.hpp"
#include "output/words/phrases.hpp"

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

constexpr KindRow<PartKind> kParts[] = {{PartKind::long_wires, "long wires"},
                                        {PartKind::slow_wires, "slow wires"},
                                        {PartKind::many_wires, "many wires"},
                                        {PartKind::far_links, "far links"},
                                        {PartKind::wide_node_pitch, "wide node pitch"},
                                        {PartKind::few_links, "few links a node"},
                                        {PartKind::large_diameter, "large diameter"},
                                        {PartKind::wiring_area, "wiring"},
                                        {PartKind::node_area, "large nodes"},
                                        {PartKind::many_channels, "many channels a node"},
                                        {PartKind::wide_channels, "wide channels"},
                                        {PartKind::wire_energy, "wires"},
                                        {PartKind::router_energy, "routers"},
                                        {PartKind::edge_energy, "edges of packages"},
                                        {PartKind::tile_energy, "tiles"},
                                        {PartKind::slow_cycle, "slow cycle"},
                                        {PartKind::unloaded_latency, "latency without load"},
                                        {PartKind::waits, "waits"}};
static_assert(tells_all(kParts, PartKind::waits));

/// Empty where a part or a term has the name.
constexpr KindRow<Cause> kCauses[] = {{Cause::none},
                                      {Cause::hops, "many hops"},
                                      {Cause::routers, "slow routers"},
                                      {Cause::longest_wire, "longest wire"},
                                      {Cause::cycles_of_wires, "long wires"},
                                      {Cause::time_of_wires, "long wires"},
                                      {Cause::channels, "narrow channels"},
                                      {Cause::part},
                                      {Cause::term},
                                      {Cause::host_channels, "narrow channels"},
                                      {Cause::host_steps, "many steps"},
                                      {Cause::host_wires, "long wires"}};
static_assert(tells_all(kCauses, Cause::host_wires));

/// Words that can follow "its".
struct PartWords {
  std::string operator()(PartKind part) const { return std::string(row_of(kParts, part).words); }
  std::string operator()(CycleLimit limit) const { return std::string(cycle_limit_text(limit)); }
  std::string operator()(const LinksOfClass& links) const { return "links of " + links.name; }
  std::string operator()(const FullResource& full) const { return full_resource_text(full); }
  std::string operator()(Bottleneck full) const { return std::string(bottleneck_text(full)); }
};

}  // namespace

std::string loss_name(const Loss& loss, bool several) {
  std::string its = several ? "their " : "its ";
  if (loss.cause == Cause::part) return its + std::visit(PartWords{}, loss.part);
  if (loss.cause == Cause::term) return its + loss.term;
  CUTLINE_EXPECT(loss.cause != Cause::none);
  its += row_of(kCauses, loss.cause).words;
  return loss.cause == Cause::longest_wire && several ? its + 's' : its;
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
