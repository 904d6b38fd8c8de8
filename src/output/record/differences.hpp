// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "cutline/output/text/table.hpp"

namespace cutline {

/// One key of one record whose value has changed.
struct Difference {
  std::string candidate;
  std::string delay;
  std::string key;
  std::string before;  ///< the old value, "absent" where there was none
  std::string after;
  std::optional<double> relative;  ///< (after - before) / |before|; absent where that is undefined
};

struct Differences {
  std::vector<Difference> beyond;  ///< beyond the tolerance, in the older document's order; new keys last
  std::size_t records = 0;         ///< found in both
  std::size_t compared = 0;        ///< keys compared
};

/// Compares two result documents, or lists of them, record by record (title, candidate and delay model) and key by key.
/// Numbers may differ by `tolerance` times the older one; anything else must be equal. Sources, notes and the version
/// are not compared. Throws an input error where `before` is no result document.
Differences compare_results(const Data& before, const Data& after, double tolerance);

Table differences_table(const Differences& differences);

/// A value with all its digits: a text as it is, anything but texts and reals as JSON.
std::string value_in_full(const Data& value);

}  // namespace cutline
