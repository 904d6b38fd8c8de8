// SPDX-License-Identifier: Apache-2.0
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

Data latency_total(const Asked& a) { return a.timing != nullptr ? Data(in_ns(a.timing->latency.total())) : Data(); }

Data cycles(const Asked& a) { return a.timing != nullptr ? Data(a.timing->latency_cycles()) : Data(); }

/// The latency before rounding of widths; if no width was rounded, the latency.
Data before_rounding(const Asked& a) {
  const std::vector<Timing>& unrounded = a.candidate.latency.unrounded;
  return a.delay < unrounded.size() ? Data(in_ns(unrounded[a.delay].latency.total())) : latency_total(a);
}

Quantity latency_row(Quantity row) {
  row.at_loads = true;
  return with_loss(std::move(row), latency_loss);
}

}  // namespace

Quantities latency_quantities() {
  return {
      with_parts({"performance.mean_hops", Unit::hops, "mean hops of a message",
                  [](const Asked& a) {
                    return a.candidate.traffic.mean_hops() ? Data(*a.candidate.traffic.mean_hops()) : Data();
                  },
                  called("mean_hops", "hops", "mean_hops", "hops")},
                 hops_parts),
      {"performance.latency_cycles", Unit::cycles, "zero-load latency in cycles", cycles,
       called("latency_cycles", "latency")},
      latency_row({"performance.latency_ns", Unit::time, "zero-load latency of a mean message", latency_total,
                   called("latency", "latency", "latency_ns", "latency")}),
      {"performance.latency_parts_ns.node", Unit::time, "time in routers", member_of<latency_of, &Latency::node>,
       called("node_latency", "= node", "latency_node_ns")},
      {"performance.latency_parts_ns.wire", Unit::time, "time of a message's head on wires",
       member_of<latency_of, &Latency::wire>, called("wire_latency", "+ wire", "latency_wire_ns")},
      {"performance.latency_parts_ns.message", Unit::time, "time from a message's head to its tail",
       member_of<latency_of, &Latency::message>, called("message_latency", "+ msg", "latency_message_ns")},
      {"performance.latency_before_rounding_ns", Unit::time, "latency if channels could have fractions of a bit",
       before_rounding, called("latency_before_rounding", "unrounded", "latency_before_rounding_ns")},
  };
}

}  // namespace cutline
