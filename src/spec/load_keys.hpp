// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spec/study_keys.hpp"

namespace cutline {

/// A series of loads. Either `at` lists them, or `from`, `to` and `step` give them; `of` or `in` gives their unit.
struct LoadSeries {
  std::optional<YamlId> at, from, to, step, of, in;
};
const std::vector<Key<LoadSeries>>& load_series_keys();
/// The loads of a series. Mistakes that concern the whole series are reported at `id`.
std::vector<OfferedLoad> loads_of(Reader& reader, YamlId id, const LoadSeries& series);
/// Reads one load, such as "60 % of capacity". Reports a mistake and then returns nothing.
std::optional<OfferedLoad> read_offered_load(Reader& reader, YamlId id);
ValueShape offered_load_shape();

}  // namespace cutline
