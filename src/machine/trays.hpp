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

}  // namespace cutline::machine
