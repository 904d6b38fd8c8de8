// SPDX-License-Identifier: Apache-2.0
#include "output/export/geometry/drawing.hpp"

namespace cutline::exporting {

namespace {

enum OasisRecord : unsigned {
  start = 1,
  end = 2,
  cell_name = 3,
  cell = 13,
  placement = 17,
  text = 19,
  rectangle = 20,
  polygon = 21,
  property = 28,
};

constexpr std::string_view kMagic = "%SEMI-OASIS\r\n";
constexpr std::size_t kEndBytes = 256;
constexpr int kTables = 6;

/// Types of repetitions.
enum Repetition : unsigned {
  row = 2,
  column = 3,
  row_list = 5,
  column_list = 7,
  equal_steps = 9,
  step_list = 11,
};

/// The basic data of OASIS, appended to a string of bytes.
class OasisBytes {
 public:
  void byte(unsigned value) { out_.push_back(static_cast<char>(value & 0xff)); }
  /// Seven bits per byte, the lowest bits first; the highest bit of a byte says that more follow.
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) byte(static_cast<unsigned>(value & 0x7f) | 0x80);
    byte(static_cast<unsigned>(value));
  }
  /// The lowest bit is the sign.
  void signed_number(std::int64_t value) {
    number(static_cast<std::uint64_t>(std::abs(value)) << 1 | (value < 0 ? 1 : 0));
  }
  void text(std::string_view value) {
    number(value.size());
    out_ += value;
  }
  /// 10^exponent.
  void power_of_ten(int exponent) {
    constexpr unsigned kPower = 0, kReciprocal = 2;
    std::uint64_t power = 1;
    for (int i = 0; i < std::abs(exponent); ++i) power *= 10;
    byte(exponent < 0 ? kReciprocal : kPower);
    number(power);
  }
  /// The repetition of a shape or a cell at several places, beginning at the first. A row or a column at equal steps is
  /// written as such; other rows, columns and places are a list of steps, in multiples of their greatest common
  /// divisor. The places must be sorted by y, then x.
  void repetition(const std::vector<DrawnPoint>& at) {
    std::vector<DrawnPoint> steps;
    std::int64_t grid = 0;
    for (std::size_t i = 1; i < at.size(); ++i) {
      const DrawnPoint& by = steps.emplace_back(DrawnPoint{at[i].x - at[i - 1].x, at[i].y - at[i - 1].y});
      grid = std::gcd(std::gcd(grid, by.x), by.y);
    }
    const auto all = [&](auto holds) { return std::ranges::all_of(steps, holds); };
    const bool equal = all([&](const DrawnPoint& by) { return by == steps.front(); });
    const bool in_row = all([](const DrawnPoint& by) { return by.y == 0; });
    const bool in_column = all([](const DrawnPoint& by) { return by.x == 0; });
    const Repetition type = in_row      ? equal ? row : row_list
                            : in_column ? equal ? column : column_list
                            : equal     ? equal_steps
                                        : step_list;
    byte(type);
    number(at.size() - 2);
    if (equal) steps.resize(1);
    if (!equal) {
      number(static_cast<std::uint64_t>(grid));
      for (DrawnPoint& by : steps) by = {by.x / grid, by.y / grid};
    }
    for (const DrawnPoint& by : steps) {
      if (in_row || in_column) {
        number(static_cast<std::uint64_t>(in_row ? by.x : by.y));
      } else {
        step(by);
      }
    }
  }
  /// A step with two parts, of any direction.
  void step(const DrawnPoint& by) {
    constexpr std::uint64_t kTwoParts = 1, kWest = 2;
    number(static_cast<std::uint64_t>(std::abs(by.x)) << 2 | (by.x < 0 ? kWest : 0) | kTwoParts);
    signed_number(by.y);
  }

  std::size_t size() const { return out_.size(); }
  void pad(std::size_t bytes) { out_.append(bytes, '\0'); }
  void raw(std::string_view bytes) { out_ += bytes; }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

/// The fields of a record. The bits of its second byte say which fields follow; a field with the same value as in the
/// record before is left out. All values are forgotten at the beginning of a cell.
class Fields {
 public:
  explicit Fields(unsigned bits) : bits_(bits) {}
  void add(unsigned bit, std::optional<std::int64_t>& last, std::int64_t value, bool is_signed = false) {
    if (last == value) return;
    last = value;
    bits_ |= bit;
    if (is_signed) {
      fields_.signed_number(value);
    } else {
      fields_.number(static_cast<std::uint64_t>(value));
    }
  }
  /// Adds one place or several. The bit of y is next below that of x, and the bit of a repetition next below that.
  void places(unsigned x_bit, std::optional<std::int64_t>& x, std::optional<std::int64_t>& y,
              const std::vector<DrawnPoint>& at) {
    add(x_bit, x, at.front().x, true);
    add(x_bit >> 1, y, at.front().y, true);
    if (at.size() == 1) return;
    bits_ |= x_bit >> 2;
    fields_.repetition(at);
  }
  /// Adds the steps from corner to corner of a polygon, which begins at its place and closes by itself.
  void steps(unsigned bit, const std::vector<DrawnPoint>& corners) {
    constexpr std::uint64_t kAnySteps = 4;
    bits_ |= bit;
    fields_.number(kAnySteps);
    fields_.number(corners.size() - 1);
    for (std::size_t i = 1; i < corners.size(); ++i)
      fields_.step({corners[i].x - corners[i - 1].x, corners[i].y - corners[i - 1].y});
  }
  void text(const std::string& value) { fields_.text(value); }
  void put(OasisRecord record, OasisBytes& out) {
    out.byte(record);
    out.byte(bits_);
    out.raw(fields_.take());
  }

 private:
  unsigned bits_;
  OasisBytes fields_;
};

class OasisWriter {
 public:
  std::string write(const LayoutCells& drawing) {
    constexpr int kMicrometre = 3;  // the power of ten of a micrometre in nanometres
    out_.raw(kMagic);
    out_.byte(start);
    out_.text("1.0");
    out_.power_of_ten(kMicrometre - drawing.grid.exponent);
    out_.number(1);  // the offsets of tables stand in the end record
    header(drawing.header);
    for (const DrawnCell& each : drawing.cells) {
      out_.byte(cell_name);
      out_.text(each.name);
    }
    for (std::size_t i = 0; i < drawing.cells.size(); ++i) {
      const DrawnCell& each = drawing.cells[i];
      out_.byte(cell);
      out_.number(i);
      last_ = {};
      for (const DrawnBoxes& boxes : each.boxes) add(boxes);
      for (const DrawnPolygon& drawn : each.polygons) add(drawn);
      for (const UsedCell& use : each.uses) add(use);
      for (const DrawnText& label : each.texts) add(label);
    }
    finish();
    return out_.take();
  }

 private:
  /// The values that fields keep until a record gives new ones.
  struct Last {
    std::optional<std::int64_t> layer, datatype, width, height, text_layer, text_type, used;
    std::optional<std::int64_t> x = 0, y = 0, text_x = 0, text_y = 0, used_x = 0, used_y = 0;
  };

  void add(const DrawnBoxes& boxes) {
    Fields fields(0);
    fields.add(0x01, last_.layer, boxes.layer.layer);
    fields.add(0x02, last_.datatype, boxes.layer.datatype);
    fields.add(0x40, last_.width, boxes.size.x);
    fields.add(0x20, last_.height, boxes.size.y);
    fields.places(0x10, last_.x, last_.y, boxes.at);
    fields.put(rectangle, out_);
  }
  void add(const DrawnPolygon& drawn) {
    Fields fields(0);
    fields.add(0x01, last_.layer, drawn.layer.layer);
    fields.add(0x02, last_.datatype, drawn.layer.datatype);
    fields.steps(0x20, drawn.corners);
    fields.places(0x10, last_.x, last_.y, {drawn.corners.front()});
    fields.put(polygon, out_);
  }
  void add(const UsedCell& use) {
    constexpr unsigned kByNumber = 0x40;
    Fields fields(kByNumber);
    fields.add(0x80, last_.used, use.cell);
    fields.places(0x20, last_.used_x, last_.used_y, use.at);
    fields.put(placement, out_);
  }
  void add(const DrawnText& each) {
    constexpr unsigned kString = 0x40;
    Fields fields(kString);
    fields.text(each.text);
    fields.add(0x01, last_.text_layer, each.layer.layer);
    fields.add(0x02, last_.text_type, each.layer.datatype);
    fields.places(0x10, last_.text_x, last_.text_y, {each.at});
    fields.put(text, out_);
  }
  /// Writes the header as a property of the file with one value per line.
  void header(const std::vector<std::string>& lines) {
    constexpr unsigned kNamed = 0x04, kManyValues = 0xf0, kBinaryText = 11;
    out_.byte(property);
    out_.byte(kManyValues | kNamed);
    out_.text("CUTLINE");
    out_.number(lines.size());
    for (const std::string& line : lines) {
      out_.number(kBinaryText);
      out_.text(line);
    }
  }
  /// Writes the end record, without tables and check sum, padded to the length that the format prescribes.
  void finish() {
    const std::size_t begin = out_.size();
    out_.byte(end);
    for (int i = 0; i < 2 * kTables; ++i) out_.number(0);
    const std::size_t padding = kEndBytes - (out_.size() - begin) - 3;  // its length takes two bytes, the scheme one
    out_.number(padding);
    out_.pad(padding);
    out_.number(0);
  }

  OasisBytes out_;
  Last last_;
};

std::vector<ExportFile> write_oasis(const Export& target, ExportLayout& from, const ExportChoice& choice) {
  return export_geometry(target, from, choice, [](const LayoutCells& drawing) { return OasisWriter().write(drawing); });
}

}  // namespace

Export oasis_export() {
  return geometry_row("oasis", "the same as OASIS: equal shapes once, with all their places", "SEMI P39, OASIS", ".oas",
                      write_oasis);
}

}  // namespace cutline::exporting
