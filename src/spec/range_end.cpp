// SPDX-License-Identifier: Apache-2.0
#include "spec/range_end.hpp"

#include <fmt/core.h>

namespace cutline {

namespace {

/// One end may be 1 bit, and the other 8 bits.
std::string plural(std::string_view unit) {
  for (const std::string_view one : {"bit", "byte", "wire", "link", "pin", "cycle"}) {
    if (unit == one) return std::string(one) + "s";
  }
  return std::string(unit == "pitch" ? "pitches" : unit);
}

}  // namespace

std::optional<QuantityEnd> read_end(Reader& reader, YamlId id, std::string_view what) {
  const auto text = read_text(reader, id, what);
  if (!text) return std::nullopt;
  const CutQuantity cut = cut_quantity(*text);
  const auto number = parse_number(cut.number);
  if (!number) {
    reader.report(id, fmt::format("'{}' must be a number with the unit of the key", what),
                  "for example `from: 16 bits`, `from: 64`");
    return std::nullopt;
  }
  return QuantityEnd{number->real, number->whole.has_value(), plural(cut.unit)};
}

bool counts_things(std::string_view unit) {
  return unit.empty() || unit == "bits" || unit == "bytes" || unit == "wires" || unit == "pins";
}

}  // namespace cutline
