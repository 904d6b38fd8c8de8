// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "spec/reader.hpp"

namespace cutline {

/// An end of a range of values of any key: a number with the unit of the key. Units that count stand in the plural,
/// whichever is written.
struct QuantityEnd {
  double value = 0;
  bool whole = false;
  std::string unit;
};
std::optional<QuantityEnd> read_end(Reader& reader, YamlId id, std::string_view what);

/// Whether a unit counts things, so that its values are whole numbers.
bool counts_things(std::string_view unit);

}  // namespace cutline
