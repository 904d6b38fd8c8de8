// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace bench {

/// Results for a binary n-cube that is laid out with the lower half of its dimensions along x.
struct FlatCube {
  std::uint64_t links = 0;
  std::uint64_t longest_span = 0;
  std::uint64_t total_span = 0;
  std::vector<std::int64_t> cuts_x;  ///< links over each cut between columns, all rows together
  std::vector<std::int64_t> cuts_y;
  bool operator==(const FlatCube&) const = default;
};

/// The method without patterns: every link of the machine stands in arrays and is measured one by one.
FlatCube measure_flat_cube(unsigned dimensions);

/// The same numbers through the library.
FlatCube measure_cube_by_pattern(unsigned dimensions);

}  // namespace bench
