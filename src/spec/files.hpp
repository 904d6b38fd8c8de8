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

/// Calls visit for every line of whole numbers of a file; blanks or commas between them, # begins a comment. Throws
/// input errors with file, line and column where a line does not hold `least` to `most` numbers (at most 3).
void for_each_row(const std::string& path, std::size_t least, std::size_t most,
                  FunctionRef<void(const NumberRow&)> visit);

}  // namespace cutline
