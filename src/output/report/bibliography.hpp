// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cutline::report {

struct BibliographyEntry {
  std::string key;   ///< "Dally 1990"
  std::string text;  ///< authors, title, where
};

/// The entries of the bibliography whose keys occur in a text: "Dally 1990, eq. 9" names one.
std::vector<BibliographyEntry> bibliography_entries(std::string_view text);

}  // namespace cutline::report
