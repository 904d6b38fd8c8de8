// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/output/export/exports.hpp"

/// Helpers that several exports share.
namespace cutline::exporting {

/// The header of an export: every line begins with `sign` and a blank.
std::string commented_header(const Export& target, const ExportNetwork& network, std::string_view sign);

/// "32 bits", "1 bit".
std::string bits_text(double bits);

/// The name, without folders, of a file that other files of the target refer to. It begins with a letter and has only
/// letters, digits, - . and _, which every reader takes. Throws an input error for other names.
std::string plain_file_name(std::string_view target, const std::string& path);
/// The same without its extension, for files beside it.
std::string plain_file_stem(std::string_view target, const std::string& path);

/// Flits that the buffer of a virtual channel holds: as the spec gives them, else kDepthFlits, or the `loop` of
/// cycles in which a credit comes back if that is more. Adds a note where the spec's are too few.
std::uint64_t buffer_flits(ExportNetwork& network, std::uint64_t loop);

/// The network's routes, which must be known, in lines that begin with a word; those with # are comments.
///   routers N destinations D layers L datelines C
///   layer SOURCE   and for each destination the layer of messages from there; left out with one layer
///   to DESTINATION LAYER   and for each node where such messages go next: `next`, `next/dateline` where it is not 0,
///                  `next*share`, several with commas between; - where none pass. Parallel channels are one.
std::string routes_file(const Export& target, const ExportNetwork& network);
/// The note that there is no such file.
std::string routes_not_written(const std::string& why);

/// Throws an input error where a node that is no interchange or switch has no terminals, for a target whose nodes all
/// send and take messages.
void expect_terminals_everywhere(const Export& target, const ExportNetwork& network);

/// Adds a note where the target gives a link one cost, but the costs of its two directions differ.
void note_mean_costs(ExportNetwork& network);

/// The cheapest ways between nodes of an export; of equally cheap ways the fastest.
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

}  // namespace cutline::exporting
