// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/output/export/exports.hpp"

/// What several exports are written with.
namespace cutline {

/// The header of an export, a line each after `sign` and a blank.
std::string commented_header(const Export& target, const ExportNetwork& network, std::string_view sign);

/// "32 bits", "1 bit".
std::string bits_text(double bits);

/// The name without folders of a file that the target's own files name: it begins with a letter and has letters,
/// digits, - . and _ alone, as every reader takes them. Throws an input error for others.
std::string plain_file_name(std::string_view target, const std::string& path);
/// The same without its extension, for files beside it.
std::string plain_file_stem(std::string_view target, const std::string& path);

/// Flits that the buffer of a virtual channel holds: as the spec gives them, else the largest of kDepthFlits, one
/// packet and the `loop` of cycles in which a credit comes back. Adds a note where the spec's are too few.
std::uint64_t buffer_flits(ExportNetwork& network, std::uint64_t loop);

/// Adds a note where a link has one cost for both of its ways and they differ.
void note_mean_costs(ExportNetwork& network);

/// The cheapest ways of an export; of equally cheap ones the fastest.
class CheapestWays {
 public:
  /// Channels are sorted by their ends, and kept by reference.
  CheapestWays(const ExportNetwork& network, const std::vector<ExportChannel>& channels);
  struct Way {
    double cost = 0;
    Time delay;  ///< of the wires and of the routers entered; infinite where no way leads there
  };
  /// To every node from one. Cost: O(channels log nodes).
  std::vector<Way> from(std::uint64_t source) const;

 private:
  const std::vector<ExportChannel>& channels_;
  std::vector<Way> steps_;          ///< of each channel alone
  std::vector<std::size_t> first_;  ///< of each node's channels, and one past the last
};

}  // namespace cutline
