// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/measure/measures.hpp"
#include "layout/bands.hpp"

namespace cutline::drawing {

/// A point of the floorplan in unit cells; the centre of cell (i, j) is (i, j). Half cells occur, as in the middle of a
/// band.
struct CellPoint {
  double x = 0, y = 0;
  bool operator==(const CellPoint&) const = default;
};

/// At most six points, kept in place.
struct CellPoints {
  std::array<CellPoint, 6> at{};
  std::size_t count = 0;
  void add(CellPoint point);
  const CellPoint* begin() const { return at.data(); }
  const CellPoint* end() const { return at.data() + count; }
};

/// One mark of the drawing: a wire, or a band: `wires` neighbouring wires of a link, drawn as one line along their
/// middle. A mark lies in one plane, except for its post.
struct DrawnWire {
  Cell a, b;
  LinkPlace place;  ///< of its link
  std::uint16_t link_class = 0;
  std::uint32_t wire = 0;  ///< number of the first wire within its link
  std::uint32_t wires = 1;
  std::uint8_t pair = 0;  ///< layer pair of its first part
  std::uint32_t plane = 0;
  std::optional<Post> post;  ///< of a band: the post of its first wire
  CellPoints line;           ///< empty if the wire is a post alone
  CellPoints vias;
  std::vector<std::array<CellPoint, 2>> taps;  ///< from a terminal between the ends to the wire

  std::uint32_t span() const;
  double cells(double CellPoint::*axis) const;  ///< along an axis, in cells
  std::uint32_t planes() const { return post ? post->z1 - post->z0 : 0; }
};

/// The data of an SVG path: a move, then straight lines; the taps follow in the same way. dot_data() has a line of
/// length zero at each point.
std::string path_data(const DrawnWire& wire);
std::string dot_data(const CellPoints& points);

/// Wires first .. first + count - 1 of a link as one band; they must lie side by side. A straight link is that of
/// `line`.
DrawnWire drawn_band(const Layout& layout, const LinkPlace& link, std::uint32_t line, std::uint32_t first,
                     std::uint32_t count = 1);
/// One wire.
DrawnWire wire_at(const Layout& layout, const WirePlace& place);

inline constexpr std::uint32_t kWholeBand = ~std::uint32_t{0};
/// Adds the straight links of one line, or the bent links; a mark has at most `most` wires.
void add_line_marks(const Layout& layout, Axis axis, std::uint32_t line, std::uint32_t most,
                    std::vector<DrawnWire>& marks);
void add_joint_marks(const Layout& layout, std::uint32_t most, std::vector<DrawnWire>& marks);

}  // namespace cutline::drawing
