// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "output/export/geometry/database_grid.hpp"

namespace cutline::exporting {

/// The basic data of OASIS, appended to a string of bytes.
class OasisBytes {
 public:
  void byte(unsigned value) { out_.push_back(static_cast<char>(value & 0xff)); }
  /// Seven bits per byte, the lowest bits first; the highest bit of a byte says that more follow.
  void number(std::uint64_t value);
  /// The lowest bit is the sign.
  void signed_number(std::int64_t value);
  void text(std::string_view value);
  /// 10^exponent.
  void power_of_ten(int exponent);
  /// The repetition of a shape or a cell at several places, beginning at the first. A row or a column at equal steps is
  /// written as such; other rows, columns and places are a list of steps, in multiples of their greatest common
  /// divisor. The places must be sorted by y, then x.
  void repetition(const std::vector<DrawnPoint>& at);
  /// A step with two parts, of any direction.
  void step(const DrawnPoint& by);

  std::size_t size() const { return out_.size(); }
  void pad(std::size_t bytes) { out_.append(bytes, '\0'); }
  void raw(std::string_view bytes) { out_ += bytes; }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace cutline::exporting
