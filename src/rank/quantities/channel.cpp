// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/ideal_network.hpp"
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

Data width(const Asked& a) {
  return a.candidate.channel.has_width() ? whole_or_real(a.candidate.channel.width_bits) : Data();
}

/// The wires of a link, or a bound of them over all links. The links of an ideal candidate are all alike, and may have
/// a fraction of a wire.
template <auto bound>
Data wires_per_link(const Asked& a) {
  const Candidate& c = a.candidate;
  if (c.ideal() && !c.laid_out() && c.channel.has_width())
    return whole_or_real(c.ideal()->channels_per_link * c.channel.wires);
  return member_of<measures_of, bound>(a);
}

Data budget(const Asked& a) {
  return a.candidate.channel.held() ? whole_or_real(a.candidate.channel.held()->budget) : Data();
}

Data used_fraction(const Asked& a) {
  const Channel& channel = a.candidate.channel;
  const HeldShare* held = channel.held();
  if (held == nullptr || !channel.has_width() || held->budget <= 0) return {};
  return held->used / held->budget;
}

}  // namespace

Quantities channel_quantities() {
  return {
      {"channel.width_bits", Unit::bits, "bits of a channel, one direction of a link", width,
       called("width", "width", "width_bits")},
      {"channel.width_before_rounding", Unit::bits, "width that the budget allows, fractions included",
       [](const Asked& a) { return Data(a.candidate.channel.width_before_rounding); },
       called("width_before_rounding", "exact width", "width_before_rounding")},
      {"channel.wires_per_link.min", Unit::wires, "wires of the link that has fewest",
       wires_per_link<&Measures::wires_per_link_min>},
      {"channel.wires_per_link.max", Unit::wires, "wires of the link that has most",
       wires_per_link<&Measures::wires_per_link_max>},
      {"held.resource", Unit::none, "what is held equal for all candidates",
       [](const Asked& a) { return Data(resource_name(a.study.hold.resource)); }},
      {"held.budget", Unit::none, "how much of it each candidate may take", budget},
      {"held.used_fraction", Unit::none, "how much of its budget the candidate uses", used_fraction},
  };
}

}  // namespace cutline
