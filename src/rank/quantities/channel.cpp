// SPDX-License-Identifier: Apache-2.0
#include "evaluate/network.hpp"
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

Data width(const UnderDelay& a) {
  return a.candidate.channel.has_width() ? whole_or_real(a.candidate.channel.width_bits) : Data();
}

/// The wires of a link, or a bound of them over all links. The links of an ideal candidate are all alike, and may have
/// a fraction of a wire.
template <auto bound>
Data wires_per_link(const UnderDelay& a) {
  const Candidate& c = a.candidate;
  if (c.ideal() && !c.laid_out() && c.channel.has_width())
    return whole_or_real(c.ideal()->channels_per_link * c.channel.wires);
  return member_of<measures_of, bound>(a);
}

Data budget(const UnderDelay& a) {
  return a.candidate.channel.budget() ? whole_or_real(a.candidate.channel.budget()->budget) : Data();
}

Data used_fraction(const UnderDelay& a) {
  const Channel& channel = a.candidate.channel;
  const BudgetShare* held = channel.budget();
  if (held == nullptr || !channel.has_width() || held->budget <= 0) return {};
  return held->used / held->budget;
}

bool holds(const UnderDelay& a) { return a.study.hold.resource != Resource::none; }
bool holds_area(const UnderDelay& a) { return a.study.hold.resource == Resource::area; }
bool holds_width(const UnderDelay& a) { return a.study.hold.resource == Resource::width; }
bool rounds_down(const UnderDelay& a) { return holds(a) && a.candidate.design->rounding() == Rounding::down; }

/// The number of channels that share the held resource: its used amount over the wires of one channel.
Data sharing_channels(const UnderDelay& a) {
  const BudgetShare* share = a.candidate.channel.budget();
  return share != nullptr && a.candidate.channel.wires > 0 ? Data(share->used / a.candidate.channel.wires) : Data();
}

/// Null unless the study holds an area.
const UseBetween* held_between(const UnderDelay& a) {
  const auto* held = std::get_if<AreaBudget>(&a.candidate.channel.share);
  return held != nullptr ? &held->between : nullptr;
}

Data between_bits(const UnderDelay& a) { return held_between(a) != nullptr ? Data(held_between(a)->bits) : Data(); }

/// A side of the layout, if channels have the largest whole width within the budget or, by `use`, one bit more.
template <auto use, auto side>
Data between(const UnderDelay& a) {
  const UseBetween* held = held_between(a);
  return held != nullptr ? Data((*held).*use.*side) : Data();
}

constexpr Symbol kBits = {"W", "channel.width_bits", "bits of a channel, one direction of a link"};
constexpr Symbol kBefore = {"W_0", "channel.width_before_rounding", "width before rounding"};
constexpr Symbol kBudget = {"B", "held.budget", "budget of what is held equal"};
constexpr Symbol kMultiple = {"m", [](const UnderDelay& a) { return Data(a.candidate.design->channel.multiple); },
                              "widths are multiples of this many bits"};
constexpr Symbol kShared = {"n", sharing_channels, "channels that share it, each counted by its width"};
constexpr Symbol kResource = {"held equal", "held.resource", ""};
constexpr Symbol kUsed = {"used", "held.used_fraction", "fraction of the budget that is used"};

Quantities width_rows() {
  return {
      derived({"channel.width_bits", Unit::bits, "bits of a channel, one direction of a link", width,
               called("width", "width", "width_bits")},
              {when(rounds_down, {"W = floor(W_0 / m) * m, W_0 from the budget B",
                                  "the spec: hold and channel; never more than the budget",
                                  {kBits, kBefore, kMultiple, kBudget, kResource, kUsed}}),
               when(holds,
                    {"W = W_0, from the budget B", "[Dally 1987, eq. 7]", {kBits, kBefore, kBudget, kResource, kUsed}}),
               {"W = the candidate's own width", "the spec: channel", {kBits, kBefore}}}),
      derived({"channel.width_before_rounding", Unit::bits, "width that the budget allows, fractions included",
               [](const UnderDelay& a) { return Data(a.candidate.channel.width_before_rounding); },
               called("width_before_rounding", "exact width", "width_before_rounding")},
              {when(holds_area,
                    {"B = (X + (W_0 - w) * (X_1 - X)) * (Y + (W_0 - w) * (Y_1 - Y))",
                     "derived: tracks and terminals grow with the width, so sides are linear unless a node box begins "
                     "to grow",
                     {kBudget,
                      kBefore,
                      {"w", between_bits, "a whole number of bits, the largest of 1 and more within the budget"},
                      {"X", between<&UseBetween::lower, &ResourceUse::first>,
                       "width of the layout with channels of w bits, in mm or wire pitches"},
                      {"Y", between<&UseBetween::lower, &ResourceUse::second>, "its height"},
                      {"X_1", between<&UseBetween::next, &ResourceUse::first>, "its width with w + 1 bits"},
                      {"Y_1", between<&UseBetween::next, &ResourceUse::second>, "its height with w + 1 bits"},
                      kResource}}),
               when(holds_width, {"W_0 = B", "the spec: hold", {kBefore, kBudget, kResource}}),
               when(holds, {"W_0 = (B / n - control) / b",
                            "derived: wires of a channel = W * wires per bit + control wires",
                            {kBefore, kBudget, kShared, kResource, symbols::wires_per_bit, symbols::control}}),
               {"W_0 = the candidate's own width", "the spec: channel", {kBefore}}}),
  };
}

Quantities link_and_budget_rows() {
  return {
      {"channel.wires_per_link.min", Unit::wires, "wires of the link that has fewest",
       wires_per_link<&Measures::wires_per_link_min>},
      {"channel.wires_per_link.max", Unit::wires, "wires of the link that has most",
       wires_per_link<&Measures::wires_per_link_max>},
      {"held.resource", Unit::none, "what is held equal for all candidates",
       [](const UnderDelay& a) { return Data(resource_name(a.study.hold.resource)); }},
      {"held.budget", Unit::none, "how much of it each candidate may take", budget},
      {"held.used_fraction", Unit::none, "how much of its budget the candidate uses", used_fraction},
  };
}

}  // namespace

Data facts::wires_per_channel(const UnderDelay& a) { return a.candidate.channel.wires; }
Data facts::wires_per_bit(const UnderDelay& a) {
  return wires_of_bit(technology_of(a.study, *a.candidate.design), *a.candidate.design);
}
Data facts::control_wires(const UnderDelay& a) {
  return a.candidate.design->channel.control_wires.value_or(technology_of(a.study, *a.candidate.design).control_wires);
}

Quantities channel_quantities() { return joined({width_rows(), link_and_budget_rows()}); }

}  // namespace cutline
