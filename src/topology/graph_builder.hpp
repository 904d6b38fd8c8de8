// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/topology/graph_file.hpp"
#include "cutline/topology/graph_text.hpp"
#include "topology/kept_attributes.hpp"
#include "topology/link_figures.hpp"

namespace cutline {

/// What an attribute of a node means to Cutline.
enum class GraphAttribute : std::uint8_t { none, x, y, z, kind, terminals, x_mm, y_mm, tile_width_mm, tile_height_mm };

/// What keep_first_links() found.
struct RepeatedLinks {
  struct Unlike {
    LocalLink link;
    std::uint32_t width = 1, other = 1;  ///< equal if the links differ in their figures or their class
  };
  std::size_t dropped = 0;
  std::optional<Unlike> unlike;  ///< two links of a pair with different widths, figures or classes
};
/// Keeps the first of all links with the same nodes; of one-way links, with the same direction too. Cost: O(links log
/// links).
RepeatedLinks keep_first_links(GraphFile& graph, bool one_way);

/// An attribute of a node or of a link, to be kept for exports.
struct ReadAttribute {
  std::string key, text;
  AttributeKind kind = AttributeKind::text;
};

/// Builds a graph while a reader of any format reads its file. Checks the limits.
class GraphBuilder {
 public:
  /// Keeps references to both arguments.
  GraphBuilder(const GraphText& file, const GraphReading& reading)
      : file_(file), reading_(reading), kept_(file.text), figures_(file, reading) {}

  /// The graph so far; readers without names set its number of nodes themselves.
  GraphFile graph;

  /// The node of the name, and whether it is new.
  std::pair<std::uint32_t, bool> add_node(std::string_view name);
  /// The nodes of many names, as add_node() gives them one by one, in less time.
  void add_nodes(std::span<const std::string_view> names, std::span<std::uint32_t> nodes);
  /// Adds a link; `at` is its place in the text. Without a width it has that of one channel. A link from a node to
  /// itself is left out with a note, or is an input error, as the reading says. Returns whether the link is added.
  bool add_link(std::size_t at, std::uint64_t a, std::uint64_t b, const LinkSays& says = {});

  bool two_way() const { return reading_.two_way; }
  std::string_view width_name() const { return reading_.width.empty() ? "width" : reading_.width; }
  GraphAttribute node_attribute(std::string_view name) const;
  /// Whether something is read from this attribute of links.
  bool reads_of_links(std::string_view name) const { return is_width(name) || figures_.reads(name); }
  /// Takes what an attribute says of a link: its width, or what the user reads from it; `at` is its place in the text.
  /// Returns false if nothing is read from it. Throws an input error if the value does not serve.
  bool take(LinkSays& link, std::string_view attribute, std::size_t at, std::string_view value);
  /// The same without the width, for formats that have their own unit of it.
  bool take_figures(LinkSays& link, std::string_view attribute, std::size_t at, std::string_view value) {
    return figures_.take(link, attribute, at, value, graph);
  }
  /// Whether the attribute of a link is its width.
  bool is_width(std::string_view attribute) const;
  /// Sets what an attribute says about a node; `at` is its place in the text. If a coordinate is not a whole number,
  /// the positions of the file are not used. An unknown kind is ignored.
  void set(std::uint32_t node, GraphAttribute meaning, std::size_t at, std::string_view value);
  /// Sets the size of the grid along an axis if the attribute of the graph is called `columns`, `rows` or `planes`;
  /// what is no whole number from 1 to 2^26 is ignored.
  void set_grid(std::string_view name, std::string_view value);
  /// Sets how many terminals a node has; a node with none is a switch.
  void set_terminals(std::uint32_t node, std::uint64_t count);
  /// The width that an attribute gives; `at` is its place in the text. Throws an input error if it is not a number
  /// above 0 and up to 2^20.
  double width(std::size_t at, std::string_view value) const;
  /// Keeps an attribute of a node or of a link for exports, whether it is understood or not. Links have the numbers
  /// that they have in `graph.links`, or that pick_links() then takes.
  void keep(AttributeOf of, std::uint64_t item, std::string_view key, std::string_view text, AttributeKind kind) {
    kept_.keep(graph.attributes, of, item, key, text, kind);
  }
  /// Keeps all attributes that were read before their node or link had its number.
  void keep_all(AttributeOf of, std::uint64_t item, const std::vector<ReadAttribute>& all) {
    for (const ReadAttribute& each : all) keep(of, item, each.key, each.text, each.kind);
  }
  void note(std::string text) { graph.notes.push_back(std::move(text)); }
  /// Link i takes the attributes that were kept for the number from[i].
  void pick_links(const std::vector<std::uint32_t>& from);
  /// Remembers an attribute of nodes or of links that is not read, for a note and for hints.
  void ignore(std::string_view attribute, AttributeOf of);

  /// Checks the widths, the places and the terminals, and adds the notes.
  GraphFile finish();

 private:
  static constexpr std::size_t kMostIgnored = 20;  ///< attributes that a note names
  /// Marks a node for which the file gives no number of terminals.
  static constexpr std::uint32_t kUnsaid = ~std::uint32_t{0};

  /// What notes call the graph's source.
  std::string_view word() const { return file_.is_file ? "file" : "graph"; }
  void check_names(std::uint32_t from);
  void set_router(std::uint32_t node, GraphAttribute axis, std::size_t at, std::string_view value);
  void set_place(std::uint32_t node, GraphAttribute axis, std::string_view value);
  void set_tile(std::uint32_t node, GraphAttribute what, std::size_t at, std::string_view value);
  void finish_places();
  void finish_tiles();
  void finish_terminals();
  void finish_widths();
  void scale_widths();
  void finish_attributes();
  void note_numbers();

  const GraphText& file_;
  const GraphReading& reading_;
  KeptAttributes kept_;
  LinkFigures figures_;
  bool kinds_are_known_ = true, widths_are_whole_ = true;
  std::vector<std::uint8_t> axes_given_;  ///< of each node, a bit an axis
  bool places_are_whole_ = true;
  std::vector<std::uint8_t> tiles_given_;                      ///< of each node, a bit for each of place and size
  std::vector<std::uint32_t> terminals_;                       ///< of each node; kUnsaid if the file does not say
  std::array<std::set<std::string, std::less<>>, 2> ignored_;  ///< of nodes, of links
  std::vector<double> real_widths_;  ///< of all links, from the first width on that is no whole number; else empty
  std::uint64_t self_links_ = 0;
  std::uint64_t with_width_ = 0, without_width_ = 0;  ///< number of links
  std::size_t without_width_at_ = 0;                  ///< the first of the latter
};

/// What the readers of all formats begin with. Keeps references to its arguments.
class FormatReader {
 protected:
  FormatReader(const GraphText& file, const GraphReading& reading, std::string_view hint)
      : file_(file), builder_(file, reading), hint_(hint) {}
  /// Throws an input error at a place of the text, with the format's hint or another one.
  [[noreturn]] void fail(std::size_t at, std::string message) const { fail(at, std::move(message), hint_); }
  [[noreturn]] void fail(std::size_t at, std::string message, std::string_view hint) const {
    file_.fail(at, std::move(message), std::string(hint));
  }

  const GraphText& file_;
  GraphBuilder builder_;

 private:
  std::string_view hint_;
};

/// What the row of a format calls.
template <class Reader>
GraphFile read_by(const GraphText& file, const GraphReading& reading) {
  return Reader(file, reading).read();
}

}  // namespace cutline
