// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/// Small readers of GDSII and OASIS. They return every rectangle and text of the top cell, through all cells that it
/// uses. They know the records that layouts need and throw at any other.
namespace geometry {

struct Point {
  std::int64_t x = 0, y = 0;
  auto operator<=>(const Point&) const = default;
};
using LayerNumber = std::pair<int, int>;  // layer, datatype

struct Box {
  LayerNumber layer;
  Point from, to;
  auto operator<=>(const Box&) const = default;
};
struct Text {
  LayerNumber layer;
  Point at;
  std::string text;
  auto operator<=>(const Text&) const = default;
};

struct Polygon {
  LayerNumber layer;
  std::vector<Point> corners;
  auto operator<=>(const Polygon&) const = default;
};

struct Cell {
  std::vector<Box> boxes;
  std::vector<Polygon> polygons;
  std::vector<Text> texts;
  std::vector<std::pair<std::string, Point>> uses;
};

struct Library {
  double unit_nm = 0;
  std::vector<std::string> order;
  std::map<std::string, Cell> cells;
  std::vector<std::string> header;

  /// Cells that no cell uses.
  std::vector<std::string> tops() const {
    std::map<std::string, bool> used;
    for (const auto& [name, cell] : cells) {
      for (const auto& use : cell.uses) used[use.first] = true;
    }
    std::vector<std::string> result;
    for (const std::string& name : order) {
      if (!used[name]) result.push_back(name);
    }
    return result;
  }
  Cell flat() const {
    Cell all;
    add(cells.at(tops().at(0)), {0, 0}, all);
    return all;
  }

 private:
  void add(const Cell& cell, const Point& by, Cell& into) const {
    const auto moved = [&](const Point& p) { return Point{p.x + by.x, p.y + by.y}; };
    for (const Box& box : cell.boxes) into.boxes.push_back({box.layer, moved(box.from), moved(box.to)});
    for (const Polygon& polygon : cell.polygons) {
      into.polygons.push_back(polygon);
      for (Point& corner : into.polygons.back().corners) corner = moved(corner);
    }
    for (const Text& text : cell.texts) into.texts.push_back({text.layer, moved(text.at), text.text});
    for (const auto& [name, at] : cell.uses) add(cells.at(name), moved(at), into);
  }
};

inline void expect(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

class Bytes {
 public:
  explicit Bytes(const std::string& data) : data_(data) {}
  bool at_end() const { return at_ == data_.size(); }
  std::size_t place() const { return at_; }
  int byte() {
    expect(at_ < data_.size(), "the file ends too early");
    return static_cast<unsigned char>(data_[at_++]);
  }
  std::string raw(std::size_t bytes) {
    expect(bytes <= data_.size() - at_, "the file ends too early");
    at_ += bytes;
    return data_.substr(at_ - bytes, bytes);
  }
  // A number of GDSII, highest byte first.
  std::int64_t big(int bytes) {
    std::uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) value = value << 8 | static_cast<std::uint64_t>(byte());
    const int shift = 64 - 8 * bytes;
    return static_cast<std::int64_t>(value << shift) >> shift;
  }
  // A number of OASIS.
  std::int64_t number() {
    std::uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const int next = byte();
      value |= static_cast<std::uint64_t>(next & 127) << shift;
      if (next < 128) return static_cast<std::int64_t>(value);
    }
  }
  std::int64_t signed_number() {
    const std::int64_t value = number();
    return value % 2 == 1 ? -(value / 2) : value / 2;
  }
  std::string text() { return raw(static_cast<std::size_t>(number())); }
  /// A step of OASIS: a direction and a length along it, or two parts.
  Point step() {
    const std::int64_t value = number();
    if (value % 2 == 1) return {value / 2 % 2 == 1 ? -(value / 4) : value / 4, signed_number()};
    constexpr int kX[] = {1, 0, -1, 0, 1, -1, -1, 1}, kY[] = {0, 1, 0, -1, 1, 1, -1, -1};
    return {kX[value / 2 % 8] * (value / 16), kY[value / 2 % 8] * (value / 16)};
  }

 private:
  const std::string& data_;
  std::size_t at_ = 0;
};

/// One record of GDSII.
struct GdsRecord {
  int type = 0;
  std::vector<std::int64_t> numbers;
  std::string text;
  std::vector<double> reals;
};

inline GdsRecord gds_record(Bytes& in) {
  GdsRecord record;
  const auto bytes = static_cast<std::size_t>(in.big(2)) - 4;
  record.type = static_cast<int>(in.big(2));
  const int kind = record.type & 255;
  if (kind == 2 || kind == 3) {
    const int size = kind == 2 ? 2 : 4;
    for (std::size_t i = 0; i < bytes / static_cast<std::size_t>(size); ++i) record.numbers.push_back(in.big(size));
  } else if (kind == 5) {
    for (std::size_t i = 0; i < bytes / 8; ++i) {
      const int head = in.byte();
      double value = 0, weight = 1;
      for (int digit = 0; digit < 7; ++digit) value += in.byte() * (weight /= 256);
      for (int exponent = head & 127; exponent > 64; --exponent) value *= 16;
      for (int exponent = head & 127; exponent < 64; ++exponent) value /= 16;
      record.reals.push_back(head > 127 ? -value : value);
    }
  } else {
    record.text = in.raw(bytes);
    while (!record.text.empty() && record.text.back() == '\0') record.text.pop_back();
  }
  return record;
}

/// Reads one element up to its end.
inline void gds_element(int kind, Bytes& in, Cell& cell, Library& library) {
  std::map<int, GdsRecord> all;
  for (GdsRecord record; (record = gds_record(in)).type != 0x1100;) {
    if (record.type == 0x2c06) library.header.push_back(record.text);
    all[record.type] = record;
  }
  std::vector<Point> xy;
  const std::vector<std::int64_t>& numbers = all.at(0x1003).numbers;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) xy.push_back({numbers[i], numbers[i + 1]});
  if (kind == 0x0800 && xy.size() != 5) {
    expect(xy.size() > 5 && xy.front() == xy.back(), "not a polygon");
    xy.pop_back();
    cell.polygons.push_back({{all.at(0x0d02).numbers[0], all.at(0x0e02).numbers[0]}, xy});
  } else if (kind == 0x0800) {
    expect(xy.size() == 5 && xy[0] == xy[4] && xy[0].y == xy[1].y && xy[1].x == xy[2].x && xy[2].y == xy[3].y &&
               xy[3].x == xy[0].x && xy[0].x < xy[2].x && xy[0].y < xy[2].y,
           "not a rectangle");
    cell.boxes.push_back({{all.at(0x0d02).numbers[0], all.at(0x0e02).numbers[0]}, xy[0], xy[2]});
  } else if (kind == 0x0c00) {
    cell.texts.push_back({{all.at(0x0d02).numbers[0], all.at(0x1602).numbers[0]}, xy[0], all.at(0x1906).text});
  } else if (kind == 0x0a00) {
    cell.uses.push_back({all.at(0x1206).text, xy[0]});
  } else {
    expect(kind == 0x0b00, "an element of another kind");
    const std::int64_t columns = all.at(0x1302).numbers[0], rows = all.at(0x1302).numbers[1];
    for (std::int64_t i = 0; i < columns * rows; ++i) {
      const std::int64_t column = i % columns, row = i / columns;
      cell.uses.push_back({all.at(0x1206).text,
                           {xy[0].x + (xy[1].x - xy[0].x) / columns * column + (xy[2].x - xy[0].x) / rows * row,
                            xy[0].y + (xy[1].y - xy[0].y) / columns * column + (xy[2].y - xy[0].y) / rows * row}});
    }
  }
}

inline Library read_gds(const std::string& data) {
  Library library;
  Bytes in(data);
  expect(gds_record(in).type == 0x0002 && gds_record(in).type == 0x0102 && gds_record(in).type == 0x0206, "no header");
  library.unit_nm = gds_record(in).reals.at(1) * 1e9;
  for (GdsRecord record; (record = gds_record(in)).type != 0x0400;) {
    expect(record.type == 0x0502, "not a cell");
    const std::string name = gds_record(in).text;
    expect(library.cells.count(name) == 0, "a cell twice: " + name);
    library.order.push_back(name);
    Cell& cell = library.cells[name];
    for (GdsRecord element; (element = gds_record(in)).type != 0x0700;) gds_element(element.type, in, cell, library);
  }
  expect(in.at_end(), "bytes after the end");
  return library;
}

/// The current values of OASIS's modal fields, by name.
struct Modal {
  std::int64_t layer = -1, datatype = -1, width = -1, height = -1, x = 0, y = 0;
  std::int64_t text_layer = -1, text_type = -1, text_x = 0, text_y = 0, used_x = 0, used_y = 0;
  std::string used;
};

/// The places of a repetition, the first at 0, 0.
inline std::vector<Point> repetition(Bytes& in) {
  const std::int64_t type = in.number();
  expect(type == 2 || type == 3 || type == 5 || type == 7 || type == 9 || type == 11, "a repetition of another type");
  const bool list = type == 5 || type == 7 || type == 11;
  const auto count = static_cast<std::size_t>(in.number()) + 2;
  const std::int64_t grid = list ? in.number() : 1;
  const auto step = [&]() -> Point {
    if (type == 2 || type == 5) return {in.number() * grid, 0};
    if (type == 3 || type == 7) return {0, in.number() * grid};
    const Point by = in.step();
    return {by.x * grid, by.y * grid};
  };
  std::vector<Point> at = {{0, 0}};
  Point by;
  for (std::size_t i = 1; i < count; ++i) {
    if (i == 1 || list) by = step();
    at.push_back({at.back().x + by.x, at.back().y + by.y});
  }
  return at;
}

inline void oasis_record(int record, Bytes& in, Cell& cell, Modal& now, const std::vector<std::string>& names) {
  const int bits = in.byte();
  const auto field = [&](int bit, std::int64_t& value, bool is_signed = false) {
    if ((bits & bit) != 0) value = is_signed ? in.signed_number() : in.number();
  };
  const auto places = [&](int bit) { return (bits & bit) != 0 ? repetition(in) : std::vector<Point>{{0, 0}}; };
  if (record == 20) {
    field(0x01, now.layer);
    field(0x02, now.datatype);
    field(0x40, now.width);
    field(0x20, now.height);
    field(0x10, now.x, true);
    field(0x08, now.y, true);
    for (const Point& at : places(0x04)) {
      const Point from = {now.x + at.x, now.y + at.y};
      cell.boxes.push_back({{now.layer, now.datatype}, from, {from.x + now.width, from.y + now.height}});
    }
  } else if (record == 21) {
    field(0x01, now.layer);
    field(0x02, now.datatype);
    expect((bits & 0x24) == 0x20 && in.number() == 4, "points of another kind");
    std::vector<Point> corners = {{0, 0}};
    for (std::int64_t left = in.number(); left > 0; --left) {
      const Point by = in.step();
      corners.push_back({corners.back().x + by.x, corners.back().y + by.y});
    }
    field(0x10, now.x, true);
    field(0x08, now.y, true);
    for (Point& corner : corners) corner = {corner.x + now.x, corner.y + now.y};
    cell.polygons.push_back({{now.layer, now.datatype}, corners});
  } else if (record == 19) {
    expect((bits & 0x60) == 0x40, "a text by number");
    const std::string text = in.text();
    field(0x01, now.text_layer);
    field(0x02, now.text_type);
    field(0x10, now.text_x, true);
    field(0x08, now.text_y, true);
    cell.texts.push_back({{now.text_layer, now.text_type}, {now.text_x, now.text_y}, text});
  } else {
    expect(record == 17 && (bits & 0x07) == 0, "a record of another type");
    if ((bits & 0x80) != 0) now.used = (bits & 0x40) != 0 ? names.at(static_cast<std::size_t>(in.number())) : in.text();
    field(0x20, now.used_x, true);
    field(0x10, now.used_y, true);
    for (const Point& at : places(0x08)) cell.uses.push_back({now.used, {now.used_x + at.x, now.used_y + at.y}});
  }
}

inline Library read_oasis(const std::string& data) {
  Library library;
  Bytes in(data);
  expect(in.raw(13) == "%SEMI-OASIS\r\n" && in.byte() == 1 && in.text() == "1.0", "no header");
  const int real = in.byte();
  expect(real == 0 || real == 2, "a unit of another kind");
  const auto power = static_cast<double>(in.number());
  library.unit_nm = real == 0 ? 1000 / power : 1000 * power;
  expect(in.number() == 1, "tables at the start");
  Cell* cell = nullptr;
  Modal now;
  for (int record; (record = in.byte()) != 2;) {
    if (record == 3) {
      library.order.push_back(in.text());
    } else if (record == 13) {
      const std::string& name = library.order.at(static_cast<std::size_t>(in.number()));
      expect(library.cells.count(name) == 0, "a cell twice: " + name);
      cell = &library.cells[name];
      now = {};
    } else if (record == 28) {
      expect(in.byte() == 0xf4 && in.text() == "CUTLINE", "another property");
      for (std::int64_t left = in.number(); left > 0; --left) {
        expect(in.number() == 11, "not a text");
        library.header.push_back(in.text());
      }
    } else {
      expect(cell != nullptr, "a shape outside of cells");
      oasis_record(record, in, *cell, now, library.order);
    }
  }
  for (int table = 0; table < 12; ++table) expect(in.number() == 0, "a table");
  in.text();
  expect(in.number() == 0 && in.at_end(), "bytes after the end");
  return library;
}

}  // namespace geometry
