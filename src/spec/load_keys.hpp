// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spec/study_keys.hpp"

namespace cutline {

/// A series of loads: `at` lists them, or `from`, `to` and `step` do; `of` or `in` says what they count.
struct LoadSeries {
  std::optional<YamlId> at, from, to, step, of, in;
};
const std::vector<Key<LoadSeries>>& load_series_keys();
/// The loads of a series; what is wrong is reported at `id`.
std::vector<OfferedLoad> loads_of(Reader& reader, YamlId id, const LoadSeries& series);
/// One load, "60 % of capacity"; nothing where it is reported as wrong.
std::optional<OfferedLoad> read_offered_load(Reader& reader, YamlId id);
ValueShape offered_load_shape();

}  // namespace cutline
