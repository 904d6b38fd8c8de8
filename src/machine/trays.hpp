// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "machine/installed.hpp"

namespace cutline::machine {

/// Counts the cables over each place of the trays. A cable runs along the row of the rack with the lower number, then
/// across the rows in the column of the other.
class TrayCounter {
 public:
  explicit TrayCounter(const Hall& hall);
  void add(std::uint32_t rack_a, std::uint32_t rack_b, std::uint32_t cables, double mm2);

  /// Cables behind each rack of each row, row by row; the last of a row is 0.
  std::vector<std::uint64_t> along() const;
  /// Cables behind each row in each column, row by row; those of the last row are 0.
  std::vector<std::uint64_t> across() const;
  FullestTray fullest_along() const;
  FullestTray fullest_across() const;

 private:
  /// Steps where cables begin and end, from which sums give counts.
  struct Steps {
    std::vector<std::int64_t> cables;
    std::vector<double> mm2;
  };
  template <class T>
  std::vector<T> summed(const std::vector<T>& steps, bool rows) const;
  FullestTray fullest(const Steps& steps, bool rows) const;

  const Hall& hall_;
  Steps along_, across_;
};

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
