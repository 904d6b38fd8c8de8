// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "cutline/base/error.hpp"
#include "output/text/number.hpp"
#include "output/text/table_cells.hpp"

namespace cutline::text {

namespace {

constexpr double kSmallestInFull = 1e-4;

bool shown_in_full(double value, double largest) {
  return value == 0 || (std::abs(value) < largest && std::abs(value) >= kSmallestInFull);
}

/// The number of decimals that shows four digits of the smallest value, but at most eight of the largest.
int decimals_of(const std::vector<double>& values, double largest) {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  bool whole = true;
  for (const double value : values) {
    if (!shown_in_full(value, largest)) continue;
    whole = whole && value == std::floor(value);
    if (value == 0) continue;
    least = std::min(least, std::abs(value));
    most = std::max(most, std::abs(value));
  }
  if (whole || most == 0) return 0;
  const int wanted = 3 - static_cast<int>(std::floor(std::log10(least)));
  const int room = 7 - static_cast<int>(std::floor(std::log10(most)));
  int decimals = std::clamp(std::min(wanted, room), 0, 6);
  const auto as_good = [&](int fewer) {
    const double scale = std::pow(10.0, fewer);
    return std::all_of(values.begin(), values.end(), [&](double value) {
      return !shown_in_full(value, largest) ||
             std::abs(std::round(value * scale) / scale - value) <= 1e-12 * std::abs(value);
    });
  };
  while (decimals > 0 && as_good(decimals - 1)) --decimals;
  return decimals;
}

struct TextCell {
  const ColumnFormat& format;
  std::string operator()(std::monostate) const { return "-"; }
  std::string operator()(std::int64_t value) const {
    if (format.unit != format.given_unit) return (*this)(static_cast<double>(value));
    if (format.decimals > 0 && !format.exact) return (*this)(static_cast<double>(value));
    const bool in_full = format.exact || std::abs(static_cast<double>(value)) < format.largest_in_full;
    return in_full ? with_thousands(value) : scientific_text(static_cast<double>(value));
  }
  std::string operator()(double given) const {
    if (format.exact) return exact_text(given);
    const double value = rescaled(given, format.given_unit, format.unit);
    return shown_in_full(value, format.largest_in_full) ? with_thousands(value, format.decimals)
                                                        : scientific_text(value);
  }
  std::string operator()(const std::string& text) const { return text; }
};

/// The reals of a column, and with `with_integers` its integers too.
std::vector<double> numbers_of(const Table& table, std::size_t column, bool with_integers) {
  std::vector<double> numbers;
  for (const std::vector<TableCell>& row : table.rows) {
    CUTLINE_EXPECT(row.size() == table.columns.size());
    if (const auto* real = std::get_if<double>(&row[column])) numbers.push_back(*real);
    const auto* whole = std::get_if<std::int64_t>(&row[column]);
    if (whole != nullptr && with_integers) numbers.push_back(static_cast<double>(*whole));
  }
  return numbers;
}

/// The unit in which each column is shown. Neighbouring columns of one unit share it.
std::vector<std::string> units_for_people(const Table& table) {
  std::vector<std::string> units;
  const auto same = [](const TableColumn& one, const TableColumn& other) {
    return one.unit == other.unit && one.shown_unit == other.shown_unit && one.exact == other.exact;
  };
  for (std::size_t begin = 0, end = 0; begin < table.columns.size(); begin = end) {
    const TableColumn& first = table.columns[begin];
    std::vector<double> numbers;
    for (; end < table.columns.size() && same(first, table.columns[end]); ++end) {
      const std::vector<double> own = numbers_of(table, end, true);
      numbers.insert(numbers.end(), own.begin(), own.end());
    }
    const std::string fixed = first.exact ? first.unit : first.shown_unit;
    units.resize(end, fixed.empty() ? readable_unit(first.unit, numbers) : fixed);
  }
  return units;
}

/// The number of decimals with which different numbers look different, if nine digits of the largest suffice.
int decimals_apart(const std::vector<double>& values, int decimals) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  const int enough = most > 0 ? 8 - static_cast<int>(std::floor(std::log10(most))) : 0;
  const auto kinds = [&](auto text) {
    std::set<std::string> all;
    for (const double value : values) all.insert(text(value));
    return all.size();
  };
  const std::size_t differ = kinds([](double value) { return scientific_text(value, 9); });
  while (decimals < enough && kinds([&](double value) { return with_thousands(value, decimals); }) < differ) ++decimals;
  return decimals;
}

}  // namespace

std::vector<ColumnFormat> column_formats(const Table& table, double largest_in_full) {
  std::vector<ColumnFormat> formats;
  const std::vector<std::string> units = units_for_people(table);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const TableColumn& column = table.columns[c];
    const double largest = column.tells_apart ? kLargestInFull : largest_in_full;
    std::vector<double> reals;
    for (const double number : numbers_of(table, c, column.unit != units[c]))
      reals.push_back(rescaled(number, column.unit, units[c]));
    int decimals = decimals_of(reals, largest);
    if (column.tells_apart) decimals = decimals_apart(reals, decimals);
    formats.push_back({column.unit, units[c], decimals, column.exact, largest});
  }
  return formats;
}

std::string cell_text(const TableCell& cell, const ColumnFormat& format) { return std::visit(TextCell{format}, cell); }

}  // namespace cutline::text
