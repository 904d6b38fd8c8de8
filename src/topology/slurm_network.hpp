// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "topology/graph_builder.hpp"

namespace cutline {

/// A text of a file in Slurm's format: a line without its comment, joined with those that a backslash at its end
/// continues, or a value of YAML.
struct SlurmLine {
  struct Piece {
    std::size_t offset = 0;  ///< in `text`
    std::size_t at = 0;      ///< in the file
  };
  std::string text;
  std::vector<Piece> pieces;

  /// The place in the file of a place in the text.
  std::size_t at(std::size_t offset) const {
    const auto after = std::upper_bound(pieces.begin(), pieces.end(), offset,
                                        [](std::size_t of, const Piece& piece) { return of < piece.offset; });
    return (after - 1)->at + offset - (after - 1)->offset;
  }
};

/// The network of a file in Slurm's format: compute nodes, and switches or blocks with lists of what is below them.
class SlurmNetwork {
 public:
  /// Keeps references. Every error carries the hint.
  SlurmNetwork(const GraphText& file, const GraphReading& reading, std::string_view hint)
      : file_(file), builder_(file, reading), hint_(hint) {}

  SlurmLine line;  ///< the text whose places the offsets below count
  bool has_blocks = false;

  /// The node of a switch or block that the file states under this name.
  std::uint32_t state(std::string_view name, std::size_t offset);
  enum class Below : std::uint8_t { hosts, switches };
  /// Reads a list such as `a[1-2,07-12]x[0-3],b` and links each of its names to the parent.
  void read_below(std::string_view list, std::size_t offset, std::uint32_t parent, Below kind);
  void ignore(std::string_view key) { builder_.ignore(key, AttributeOf::links); }
  void note(std::string text) { builder_.graph.notes.push_back(std::move(text)); }
  [[noreturn]] void fail(std::size_t offset, std::string message) const {
    file_.fail(line.at(offset), std::move(message), std::string(hint_));
  }
  GraphFile finish();

 private:
  enum class Kind : std::uint8_t { host, named_switch, stated_switch };
  /// A piece of a host name: letters, and a number out of some ranges after them, if there are any.
  struct HostPart {
    struct Range {
      std::uint64_t first = 0, last = 0;
      std::size_t digits = 1;  ///< the least, by zeros before the number
    };
    std::string_view letters;
    std::vector<Range> ranges;
  };

  std::uint32_t node_of(std::string_view name, std::size_t offset, Kind kind);
  std::vector<HostPart> read_host(std::string_view list, std::size_t& at, std::size_t offset) const;
  void read_range(std::string_view list, std::size_t& at, std::size_t offset, HostPart& part) const;
  void add_hosts(const std::vector<HostPart>& parts, std::size_t i, std::string& name, std::size_t offset,
                 std::uint32_t parent, Kind kind);

  const GraphText& file_;
  GraphBuilder builder_;
  std::string_view hint_;
  std::vector<Kind> kinds_;      ///< of each node
  std::vector<std::size_t> at_;  ///< where each node is first named
  std::uint64_t hosts_ = 0;      ///< names in all lists
};

}  // namespace cutline
