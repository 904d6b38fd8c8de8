// SPDX-License-Identifier: Apache-2.0
#include "output/export/geometry/drawing.hpp"

namespace cutline::exporting {

namespace {

/// The type of a record in the upper byte, and the type of its data in the lower byte.
enum class GdsRecord : std::uint16_t {
  header = 0x0002,
  bgnlib = 0x0102,
  libname = 0x0206,
  units = 0x0305,
  endlib = 0x0400,
  bgnstr = 0x0502,
  strname = 0x0606,
  endstr = 0x0700,
  boundary = 0x0800,
  sref = 0x0a00,
  aref = 0x0b00,
  text = 0x0c00,
  layer = 0x0d02,
  datatype = 0x0e02,
  xy = 0x1003,
  endel = 0x1100,
  sname = 0x1206,
  colrow = 0x1302,
  texttype = 0x1602,
  string = 0x1906,
  propattr = 0x2b02,
  propvalue = 0x2c06,
};

constexpr int kVersion = 600;
constexpr std::size_t kMostInArray = 32767;
constexpr std::size_t kMostOfProperty = 126;
constexpr std::size_t kMostOfText = 512;
constexpr DrawnLayer kHeaderLayer = {0, 1};

class GdsWriter {
 public:
  std::string write(const LayoutCells& drawing) {
    shorts(GdsRecord::header, {kVersion});
    times(GdsRecord::bgnlib);
    text(GdsRecord::libname, "CUTLINE");
    record(GdsRecord::units, 16);
    real(drawing.grid.unit_nm() * 1e-3);
    real(drawing.grid.unit_nm() * 1e-9);
    for (const DrawnCell& cell : drawing.cells) {
      times(GdsRecord::bgnstr);
      text(GdsRecord::strname, cell.name);
      if (&cell == &drawing.top()) header(drawing.header);
      for (const DrawnBoxes& boxes : cell.boxes) {
        for (const DrawnPoint& at : boxes.at) box(boxes, at);
      }
      for (const DrawnPolygon& each : cell.polygons) polygon(each);
      for (const UsedCell& use : cell.uses) uses(drawing.cells[use.cell].name, use.at);
      for (const DrawnText& each : cell.texts) {
        label(each.layer, each.at, each.text);
        record(GdsRecord::endel, 0);
      }
      record(GdsRecord::endstr, 0);
    }
    record(GdsRecord::endlib, 0);
    return std::move(out_);
  }

 private:
  /// Appends an integer, highest byte first.
  void put(std::uint64_t value, int bytes) {
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) out_.push_back(static_cast<char>(value >> shift & 0xff));
  }
  void record(GdsRecord type, std::size_t bytes) {
    put(bytes + 4, 2);
    put(static_cast<std::uint16_t>(type), 2);
  }
  void shorts(GdsRecord type, std::initializer_list<std::int64_t> values) {
    record(type, 2 * values.size());
    for (const std::int64_t value : values) put(static_cast<std::uint64_t>(value), 2);
  }
  void text(GdsRecord type, std::string_view value) {
    record(type, value.size() + value.size() % 2);
    out_ += value;
    if (value.size() % 2 == 1) out_.push_back('\0');
  }
  void points(std::initializer_list<DrawnPoint> values) { list(values); }
  template <class Points>
  void list(const Points& values) {
    record(GdsRecord::xy, 8 * values.size());
    for (const DrawnPoint& value : values) {
      put(static_cast<std::uint64_t>(value.x), 4);
      put(static_cast<std::uint64_t>(value.y), 4);
    }
  }
  /// A real of GDSII: a sign, an exponent to base 16 with 64 added, and 56 bits of a mantissa from 1/16 to 1.
  void real(double value) {
    int exponent = 64;
    for (; value >= 1; value /= 16) ++exponent;
    for (; value < 1.0 / 16; value *= 16) --exponent;
    put(static_cast<std::uint64_t>(exponent) << 56 | static_cast<std::uint64_t>(std::llround(std::ldexp(value, 56))),
        8);
  }
  /// The times of the last change and the last access: fixed, so that every run writes the same bytes.
  void times(GdsRecord type) { shorts(type, {1970, 1, 1, 0, 0, 0, 1970, 1, 1, 0, 0, 0}); }
  /// A closed line of corners, the last of them the first again: up to 8190 fit.
  template <class Points>
  void boundary(const DrawnLayer& layer, const Points& corners) {
    record(GdsRecord::boundary, 0);
    shorts(GdsRecord::layer, {layer.layer});
    shorts(GdsRecord::datatype, {layer.datatype});
    list(corners);
    record(GdsRecord::endel, 0);
  }
  void box(const DrawnBoxes& boxes, const DrawnPoint& at) {
    const DrawnPoint to = {at.x + boxes.size.x, at.y + boxes.size.y};
    boundary(boxes.layer, std::initializer_list<DrawnPoint>{at, {to.x, at.y}, to, {at.x, to.y}, at});
  }
  /// A polygon has up to 4096 corners.
  void polygon(const DrawnPolygon& drawn) {
    std::vector<DrawnPoint> corners = drawn.corners;
    corners.push_back(corners.front());
    boundary(drawn.layer, corners);
  }
  void label(const DrawnLayer& layer, const DrawnPoint& at, std::string_view value) {
    record(GdsRecord::text, 0);
    shorts(GdsRecord::layer, {layer.layer});
    shorts(GdsRecord::texttype, {layer.datatype});
    points({at});
    text(GdsRecord::string, value.substr(0, kMostOfText));
  }
  /// Writes uses at equal steps along x or y as arrays, the others one by one.
  void uses(const std::string& name, const std::vector<DrawnPoint>& at) {
    for (std::size_t first = 0; first < at.size();) {
      std::size_t count = 1;
      DrawnPoint step;
      for (; first + count < at.size() && count < kMostInArray; ++count) {
        const DrawnPoint &before = at[first + count - 1], &next = at[first + count];
        const DrawnPoint to_next = {next.x - before.x, next.y - before.y};
        if (count > 1 ? to_next != step : to_next.x != 0 && to_next.y != 0) break;
        step = to_next;
      }
      const auto steps = static_cast<std::int64_t>(count);
      const bool fits = std::max(at[first].x + steps * step.x, at[first].y + steps * step.y) <= kMostCoordinate;
      if (count > 2 && fits) {
        array(name, at[first], step, count);
      } else {
        count = 1;
        record(GdsRecord::sref, 0);
        text(GdsRecord::sname, name);
        points({at[first]});
        record(GdsRecord::endel, 0);
      }
      first += count;
    }
  }
  /// An array of uses. Its second and third points lie one step past its last column and its last row.
  void array(const std::string& name, const DrawnPoint& from, const DrawnPoint& step, std::size_t count) {
    const auto steps = static_cast<std::int64_t>(count);
    const DrawnPoint past = {from.x + steps * step.x, from.y + steps * step.y};
    record(GdsRecord::aref, 0);
    text(GdsRecord::sname, name);
    if (step.y == 0) {
      shorts(GdsRecord::colrow, {steps, 1});
      points({from, past, from});
    } else {
      shorts(GdsRecord::colrow, {1, steps});
      points({from, from, past});
    }
    record(GdsRecord::endel, 0);
  }
  /// Writes the header as a text at the origin; properties hold the lines that do not fit.
  void header(const std::vector<std::string>& lines) {
    label(kHeaderLayer, {0, 0}, lines.front());
    std::int64_t number = 0;
    for (const std::string& line : lines) {
      for (std::size_t from = 0; from < line.size(); from += kMostOfProperty) {
        shorts(GdsRecord::propattr, {++number});
        text(GdsRecord::propvalue, std::string_view(line).substr(from, kMostOfProperty));
      }
    }
    record(GdsRecord::endel, 0);
  }

  std::string out_;
};

std::vector<ExportFile> write_gds(const Export& target, ExportLayout& from, const ExportChoice& choice) {
  return export_geometry(target, from, choice, [](const LayoutCells& drawing) { return GdsWriter().write(drawing); });
}

}  // namespace

Export gds_export() {
  return geometry_row("gds", "the routed layout as GDSII, a pattern as a cell; layer properties for KLayout",
                      "GDSII Stream Format, release 6.0", ".gds", write_gds);
}

}  // namespace cutline::exporting
