// SPDX-License-Identifier: Apache-2.0

// Records as columns of NumPy, for DataFrames.
#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "cutline/base/parallel.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/study/quantities.hpp"
#include "python/study.hpp"

namespace cutline::python {

namespace {

using Leaves = std::vector<std::pair<std::string, Data>>;

/// The entries of a record that are one number, truth or text, by their dotted keys.
void add_leaves(const std::string& prefix, Data::Map& map, Leaves& out) {
  for (auto& [key, value] : map) {
    const std::string path = prefix.empty() ? key : prefix + '.' + key;
    if (value.is_map()) {
      add_leaves(path, value.map(), out);
    } else if (!value.is_list()) {
      out.emplace_back(path, std::move(value));
    }
  }
}

struct Column {
  std::string key;
  std::vector<Data> values;  ///< one for each row; null where a record has none
};

std::vector<Column> columns_of(std::vector<Leaves> rows) {
  std::vector<Column> columns;
  std::unordered_map<std::string, std::size_t> column_of;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::size_t next = 0;  // records are alike, so that the next key is mostly that of the next column
    for (auto& [key, value] : rows[row]) {
      if (next >= columns.size() || columns[next].key != key) {
        const auto [known, is_new] = column_of.emplace(key, columns.size());
        if (is_new) columns.push_back({key, std::vector<Data>(rows.size())});
        next = known->second;
      }
      columns[next++].values[row] = std::move(value);
    }
    Leaves().swap(rows[row]);
  }
  // A map that is null as a whole in some records has its keys in others.
  std::erase_if(columns, [&](const Column& column) {
    const bool is_empty = std::ranges::all_of(column.values, [](const Data& value) { return value.is_null(); });
    const std::string below = column.key + '.';
    return is_empty && std::ranges::any_of(columns, [&](const Column& other) { return other.key.starts_with(below); });
  });
  return columns;
}

template <class Number, class Read>
py::array_t<Number> numbers(const std::vector<Data>& values, const Read& read) {
  py::array_t<Number> array(static_cast<py::ssize_t>(values.size()));
  std::transform(values.begin(), values.end(), array.mutable_data(), read);
  return array;
}

/// Whole numbers as int64, numbers some of which are real or missing as float64 with NaN, truths as bool; else a list
/// of objects, in which equal texts are one object.
py::object array_of(const std::vector<Data>& values) {
  const auto all = [&](auto is) { return std::ranges::all_of(values, is); };
  if (all([](const Data& v) { return v.is_whole(); }))
    return numbers<std::int64_t>(values, [](const Data& v) { return static_cast<std::int64_t>(v.number()); });
  if (all([](const Data& v) { return v.is_number() || v.is_null(); }) &&
      !all([](const Data& v) { return v.is_null(); }))
    return numbers<double>(
        values, [](const Data& v) { return v.is_null() ? std::numeric_limits<double>::quiet_NaN() : v.number(); });
  if (all([](const Data& v) { return v.is_truth(); }))
    return numbers<bool>(values, [](const Data& v) { return v.truth(); });
  std::unordered_map<std::string, py::object> texts;
  py::list list(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i].is_text()) {
      list[i] = to_python(values[i]);
      continue;
    }
    py::object& text = texts[values[i].text()];
    if (!text) text = py::str(values[i].text());
    list[i] = text;
  }
  return list;
}

}  // namespace

py::dict Answer::columns(bool with_ranks) const {
  const std::vector<Column> columns = found_without_lock([&](Watch&) {
    const std::vector<Ranking> rankings = with_ranks ? rank(study(), candidates) : std::vector<Ranking>{};
    const std::size_t delays = study().delays.size();
    std::vector<Leaves> rows(candidates.size() * delays);
    parallel_for(candidates.size(), [&](std::size_t c) {
      for (std::size_t d = 0; d < delays; ++d) {
        Data all = record(study(), candidates[c], d, rankings.empty() ? nullptr : &rankings[d], c);
        add_leaves("", all.map(), rows[c * delays + d]);
      }
    });
    return columns_of(std::move(rows));
  });
  py::dict out;
  for (const Column& column : columns) out[py::str(column.key)] = array_of(column.values);
  return out;
}

py::dict units_of(bool unit_technology) {
  py::dict units;
  for (const Quantity& quantity : quantities()) {
    const std::string_view sign = unit_text(quantity.unit, unit_technology).sign;
    if (quantity.value != nullptr && !sign.empty()) units[py::str(quantity.key)] = py::str(std::string(sign));
  }
  return units;
}

}  // namespace cutline::python
