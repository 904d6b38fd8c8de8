// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spec/reader.hpp"

namespace cutline {

/// One point of a sweep: the tree of the candidate with the values of this point, and the same values as text for its
/// name.
struct SweepPoint {
  YamlId tree = 0;
  std::vector<std::pair<std::string, std::string>> values;  ///< dotted name, value
};

/// The memory that the candidates of a spec take as they are read, which sets how many there may be: one that a sweep
/// makes takes some 12 kB, and each of its values more.
class DesignMemory {
 public:
  /// Throws a limit error, at `mark`, if so many further candidates, each of so many values, would take too much.
  void expect_room(const Reader& reader, Mark mark, double candidates, double values) const;
  void spend(const Reader& reader, Mark mark, double candidates, double values);

 private:
  double candidates_ = 0, bytes_ = 0;
};

/// All points of the candidate's sweep; one point if it has no sweep. The first name of the sweep changes slowest.
std::vector<SweepPoint> sweep_points(Reader& reader, YamlId candidate, DesignMemory& memory);

/// A value as text on one line, for names: "[a,b]".
std::string swept_value(const Reader& reader, YamlId id);

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
