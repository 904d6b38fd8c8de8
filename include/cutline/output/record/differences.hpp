// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cutline/base/data.hpp"
#include "cutline/output/text/table.hpp"

namespace cutline {

/// One key of one record that is not what it was.
struct Difference {
  std::string candidate;
  std::string delay;
  std::string key;
  std::string before;  ///< "absent" where there was none
  std::string after;
  std::optional<double> relative;  ///< (after - before) / |before|; absent where that says nothing
};

struct Differences {
  std::vector<Difference> beyond;  ///< the tolerance, in the order of the older document, then what is new
  std::size_t records = 0;         ///< found in both
  std::size_t compared = 0;        ///< keys compared
};

/// Compares two result documents, or lists of them, record by record (title, candidate and delay model) and key by key.
/// Numbers may differ by `tolerance` times the older one; anything else must be equal. Sources, notes and the version
/// are not compared. Throws an input error where `before` is no result document.
Differences compare_results(const Data& before, const Data& after, double tolerance);

Table differences_table(const Differences& differences);

}  // namespace cutline
