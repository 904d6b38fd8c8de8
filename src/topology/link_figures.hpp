// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "cutline/topology/graph_file.hpp"
#include "cutline/topology/graph_text.hpp"

namespace cutline {

/// What a file says of a link beside its ends.
struct LinkSays {
  std::optional<double> width;
  std::uint32_t given = 0;       ///< its figures, as in GraphFile::given
  std::uint16_t link_class = 0;  ///< as in GraphFile::classes
  bool operator==(const LinkSays&) const = default;
};

/// The units in which a file may give a figure.
std::vector<std::string_view> units_of_figure(LinkFigure figure);

/// Reads lengths, delays, cycles and classes of links from the attributes that the user names. Every format gives them
/// here, so all read them in one way.
class LinkFigures {
 public:
  /// Keeps references to both arguments.
  LinkFigures(const GraphText& file, const GraphReading& reading);

  /// Whether a figure is read from the attribute.
  bool reads(std::string_view attribute) const;
  /// Takes what an attribute says of a link; `at` is its place in the text. Returns whether some figure is read from
  /// it; an empty value says nothing. Throws an input error if the value is not what the figure needs.
  bool take(LinkSays& link, std::string_view attribute, std::size_t at, std::string_view value, GraphFile& graph);
  /// Counts a link, for finish().
  void count(const LinkSays& link, const GraphFile& graph);
  /// Notes the links without a figure. If no link has a figure that the user asks for, throws an input error, whose
  /// hint names the attributes that links have: those of `others`.
  void finish(GraphFile& graph, const std::set<std::string, std::less<>>& others) const;

 private:
  void set(LinkSays& link, LinkFigure figure, std::size_t at, std::string_view value, GraphFile& graph);
  double quantity(LinkFigure figure, std::size_t at, std::string_view value) const;
  const FigureFrom& from(LinkFigure figure) const { return reading_.figures[static_cast<std::size_t>(figure)]; }

  const GraphText& file_;
  const GraphReading& reading_;
  std::map<GivenLink, std::uint32_t> numbers_;  ///< of figures, as in GraphFile::given
  bool asked_ = false;                          ///< for any figure
  std::uint64_t links_ = 0;
  std::array<std::uint64_t, kLinkFigures.size()> with_{};  ///< links that have each figure
};

}  // namespace cutline
