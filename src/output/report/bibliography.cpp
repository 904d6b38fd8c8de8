// SPDX-License-Identifier: Apache-2.0
#include "output/report/bibliography.hpp"

#include <algorithm>

#include "output/report/assets.hpp"

namespace cutline::report {

namespace {

/// The entries of lines "- [key] text"; a line that begins with a blank continues an entry.
std::vector<BibliographyEntry> read_entries(std::string_view rest) {
  std::vector<BibliographyEntry> entries;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const std::size_t end = line.find("] ");
    if (line.substr(0, 3) == "- [" && end != std::string_view::npos) {
      entries.push_back({std::string(line.substr(3, end - 3)), std::string(line.substr(end + 2))});
    } else if (line.substr(0, 2) == "  " && !entries.empty()) {
      entries.back().text += line.substr(1);
    }
  }
  return entries;
}

}  // namespace

std::vector<BibliographyEntry> bibliography_entries(std::string_view text) {
  static const std::vector<BibliographyEntry> entries = read_entries(kSources);
  std::vector<BibliographyEntry> found;
  for (const BibliographyEntry& entry : entries) {
    if (text.find(entry.key) != std::string_view::npos) found.push_back(entry);
  }
  return found;
}

}  // namespace cutline::report
