// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include <set>

#include "base/letters.hpp"
#include "cutline/detail/topology/given_graph.hpp"
#include "topology/graph_text.hpp"

namespace cutline {

struct Document;

/// Which attributes of a graph file are kept for exports, and what their names mean.
///
/// In a file that an export of Cutline wrote, attributes of Cutline's own names are its own: an export writes them
/// anew. Where the exported graph had such an attribute itself, Cutline's has the prefix kOwnPrefix.
class KeptAttributes {
 public:
  /// Keeps a reference to `all`.
  KeptAttributes(std::string_view text, GraphAttributes& all);

  /// The name by which an attribute is understood: `x` for `cutline_x`; none for `x` where `cutline_x` is in the file.
  std::string_view meant(std::string_view name) const;
  /// Whether the file has an attribute of this name with the prefix, which is understood in place of the name.
  bool is_covered(std::string_view name) const;
  /// Keeps an attribute of a node, or of a link, if it is the file's own.
  void keep(AttributeOf of, std::uint64_t item, std::string_view key, std::string_view text, AttributeKind kind);
  /// Sorts what is kept, and says in a note what is not.
  void finish(std::vector<std::string>& notes);

 private:
  bool is_own(AttributeOf of, std::string_view key) const;

  GraphAttributes& all_;
  std::string target_;                              ///< the export of Cutline that wrote the file; empty: none
  std::set<std::string, std::less<>> with_prefix_;  ///< names that stand with the prefix
  bool too_many_ = false, too_many_keys_ = false;
};

/// What a file says of a link beside its ends.
struct LinkSays {
  std::optional<double> width;
  std::uint32_t given = 0;       ///< its figures, as in GraphFile::given
  std::uint16_t link_class = 0;  ///< as in GraphFile::classes
  bool operator==(const LinkSays&) const = default;
};

/// The units in which a file may give a figure.
std::vector<std::string_view> units_of_figure(LinkFigure figure);

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
      : file_(file), reading_(reading), kept_(file.text, graph.attributes) {}

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
  bool reads_of_links(std::string_view name) const { return is_width(name) || is_figure(name); }
  /// Takes what an attribute says of a link: its width, or what the user reads from it; `at` is its place in the text.
  /// Returns false if nothing is read from it. Throws an input error if the value does not serve.
  bool take(LinkSays& link, std::string_view attribute, std::size_t at, std::string_view value);
  /// The same without the width, for formats that have their own unit of it: lengths, delays, cycles and classes, from
  /// the attributes that the user names. An empty value says nothing.
  bool take_figures(LinkSays& link, std::string_view attribute, std::size_t at, std::string_view value);
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
    kept_.keep(of, item, key, text, kind);
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
  const FigureFrom& from(LinkFigure figure) const { return reading_.figures[static_cast<std::size_t>(figure)]; }
  bool is_figure(std::string_view attribute) const;
  void set_figure(LinkSays& link, LinkFigure figure, std::size_t at, std::string_view value);
  double quantity(LinkFigure figure, std::size_t at, std::string_view value) const;
  void count_figures(const LinkSays& link);
  void check_names(std::uint32_t from);
  void set_router(std::uint32_t node, GraphAttribute axis, std::size_t at, std::string_view value);
  void set_place(std::uint32_t node, GraphAttribute axis, std::string_view value);
  void set_tile(std::uint32_t node, GraphAttribute what, std::size_t at, std::string_view value);
  void finish_places();
  void finish_tiles();
  void finish_terminals();
  void finish_widths();
  void finish_figures();
  void scale_widths();
  void finish_attributes();
  void note_numbers();

  const GraphText& file_;
  const GraphReading& reading_;
  KeptAttributes kept_;
  std::map<GivenLink, std::uint32_t> figure_numbers_;             ///< as in GraphFile::given
  std::array<std::uint64_t, kLinkFigures.size()> with_figure_{};  ///< links that have each figure
  std::uint64_t links_ = 0;                                       ///< added, also where they are dropped again
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

/// The number that a text is, written without a sign or leading zeros; nothing if it is none, or not below 2^26.
std::optional<std::uint64_t> node_number(std::string_view text);

/// The links of a file that may name a node before it states it. Keeps a reference to the file.
class LateLinks {
 public:
  explicit LateLinks(const GraphText& file) : file_(file) {}

  /// Remembers a link; `at` is its place in the text. Checks the limits.
  void add(std::size_t at, std::string_view a, std::string_view b, const LinkSays& says);
  /// The number of the next link, by which the builder keeps its attributes.
  std::uint64_t size() const { return links_.size(); }
  /// The names of the links' ends, each once, in the order of the file.
  const NodeNames& ends() const { return ends_; }
  /// Adds the links to the graph. Throws an input error at the first one whose end is no node.
  void join(GraphBuilder& builder, FunctionRef<std::optional<std::uint64_t>(std::string_view)> node_of) const;

 private:
  struct Link {
    std::size_t at = 0;
    std::uint32_t a = 0, b = 0;  ///< among the ends
    LinkSays says;
  };

  const GraphText& file_;
  NodeNames ends_;
  std::vector<Link> links_;
};

/// An entry of a matrix that is not 0.
struct MatrixEntry {
  std::uint32_t row = 0, column = 0;
  double value = 1;
  bool operator==(const MatrixEntry&) const = default;
};

/// Adds the links that a matrix stands for, with their values as widths. If it equals its transpose, two entries are
/// one link; else an entry is a channel from its row to its column, and the graph is directed. No entry lies on the
/// diagonal. Cost: O(entries log entries).
void add_matrix_links(GraphBuilder& builder, std::vector<MatrixEntry> entries);

/// Adds the links of a file to a graph of one digit: a class for each name of a class, in the order of the names, and
/// their given figures, whose tolerance is `tolerance`. Links without a class are of the class `links`. Cost: O(links
/// log classes). Returns the numbers of the file's links in the order of all classes.
std::vector<std::uint32_t> add_link_classes(GraphFile file, int channels, double tolerance, Topology& graph);

/// What the user says of a graph beside its file, or a program beside its links.
struct GraphUse {
  bool is_file = true;             ///< of the graph, for messages
  std::optional<bool> one_way;     ///< each link is one channel; absent: if the graph is directed
  std::optional<bool> once;        ///< links of the same two nodes are one link, or parallel links; absent: not said
  bool own_concentration = false;  ///< the user gives all nodes as many terminals
  double tolerance = GivenLinks{}.tolerance;
};

/// The network of a graph that was read or given. Throws an input error for a graph with fewer than two nodes or
/// without links.
Topology network_of_graph(GraphFile given, const GraphUse& use);

/// The YAML document of a file. Throws its mistakes; those for which the base knows no hint get this one.
Document yaml_of(const GraphText& file, std::string_view hint);

}  // namespace cutline
