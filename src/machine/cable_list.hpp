// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/callbacks.hpp"
#include "machine/installed.hpp"

namespace cutline::machine {

/// One end of a cable. Ports of a device count from 1: those to its terminals, then those of its links in their order.
struct CableEnd {
  std::uint32_t device = 0;
  bool terminal = false;  ///< the end is that terminal of the device which its port counts
  std::uint32_t port = 0;
  Port place;
};

/// A cable of the machine: from a device to its terminal, or between the devices of a link.
struct ListedCable {
  CableEnd a, b;
  std::uint16_t line = 0;  ///< of the bill
  std::uint64_t link = 0;  ///< its number; meaningless for cables to terminals
};

/// Calls visit for every cable: of each device those to its terminals, then those of all links in their order. Traces
/// of boards are no cables, and have no ports. Cost: O(cables).
void for_each_cable(const Equipment& equipment, const Installed& machine, FunctionRef<void(const ListedCable&)> visit);

/// "01-05U17-3": row, rack of the row and unit of an end, counted from 1, and its port; a terminal's is 1.
std::string end_label(const Hall& hall, const CableEnd& end);

}  // namespace cutline::machine
