// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "cutline/base/files.hpp"
#include "cutline/base/function_ref.hpp"

namespace cutline {

struct NumberRow {
  std::array<std::int64_t, 3> numbers{};
  std::size_t count = 0;
};

/// Calls visit for every line of a file that holds numbers. Blanks or commas separate the whole numbers; # begins a
/// comment. Throws an input error with file, line and column if a line does not hold `least` to `most` numbers; `most`
/// is at most 3.
void for_each_row(const std::string& path, std::size_t least, std::size_t most,
                  FunctionRef<void(const NumberRow&)> visit);

}  // namespace cutline
