// SPDX-License-Identifier: Apache-2.0
#include "output/compare/recorded.hpp"

#include <fmt/core.h>

#include <cmath>
#include <set>

#include "cutline/output/record/json.hpp"
#include "output/text/number.hpp"
#include "output/text/table_cells.hpp"

namespace cutline::compare {

namespace {

/// The quantity that a record holds as a number under this name.
const Quantity& quantity_in(const Data& record, const std::string& name) {
  return quantity_by_name(name, [&](const Quantity& row) {
    const Data* value = record.at_path(row.key);
    return value != nullptr && value->is_number();
  });
}

std::optional<double> number_in(const Data& record, const Quantity& quantity) {
  const Data* value = record.at_path(quantity.key);
  return value != nullptr && value->is_number() ? std::optional(value->number()) : std::nullopt;
}

TableCell cell_in(const Data& record, const Quantity& quantity) {
  const Data* value = record.at_path(quantity.key);
  return value == nullptr ? TableCell() : cell_of(*value);
}

}  // namespace

RecordedRanking::RecordedRanking(RecordedView view) : view_(std::move(view)) {}

void RecordedRanking::set_columns(const Data& record) {
  by_ = &quantity_in(record, view_.by);
  const Quantity& area = quantity_in(record, "area");
  other_ = by_ == &area ? &quantity_in(record, "latency") : &area;
  const auto add = [&](const Quantity& quantity) {
    const std::string title(quantity.names.title.empty() ? quantity.names.name : quantity.names.title);
    columns_.push_back({&quantity,
                        {quantity.key, title.empty() ? quantity.key : title,
                         std::string(unit_in_record(record, quantity.unit).heading)}});
  };
  add(*by_);
  if (view_.columns.empty()) add(*other_);
  for (const std::string& name : view_.columns) add(quantity_in(record, name));
  unit_ = std::string(unit_in_record(record, by_->unit).sign);
}

RecordedRanking::OfDelay& RecordedRanking::of(const std::string& label) {
  const auto found = std::ranges::find_if(delays_, [&](const OfDelay& one) { return one.label == label; });
  return found != delays_.end() ? *found : delays_.emplace_back(OfDelay{label, {}});
}

void RecordedRanking::add(const Data& record) {
  const std::string label = record.at_path("delay.model")->text();
  if (!view_.delay.empty() && label != view_.delay) return;
  if (by_ == nullptr) set_columns(record);
  ++records_;
  OfDelay& of = this->of(label);
  const Data* feasible = record.find("feasible");
  if (feasible != nullptr && !feasible->is_null() && !feasible->truth()) {
    ++of.not_feasible;
    return;
  }
  const std::optional<double> value = number_in(record, *by_);
  if (!value) {
    ++of.without;
    return;
  }
  Entry& entry = of.entries.emplace_back(Entry{record.at("name").text(), *value, number_in(record, *other_), {}});
  for (const Column& column : columns_) entry.cells.push_back(cell_in(record, *column.quantity));
}

std::vector<const RecordedRanking::Entry*> RecordedRanking::ordered(const OfDelay& of) const {
  auto order = each_of(of.entries, [](const Entry& entry) { return &entry; });
  const double sign = by_->more_is_better ? -1 : 1;
  std::ranges::stable_sort(order, [&](const Entry* a, const Entry* b) { return sign * a->value < sign * b->value; });
  return order;
}

Table RecordedRanking::table_of(const OfDelay& of) const {
  Table table;
  table.columns = {{"rank", "rank", ""}, {"name", "candidate", "", true, true}};
  for (const Column& column : columns_) table.columns.push_back(column.head);
  table.columns.push_back({"pareto", "front", "", true});
  const std::vector<const Entry*> order = ordered(of);
  // In the order of the first measure, an entry is on the front if its second one is less than that of all before; of
  // those that share the first measure, the least counts.
  std::set<const Entry*> front;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0, end = 0; i < order.size(); i = end) {
    double best = least;
    for (; end < order.size() && order[end]->value == order[i]->value; ++end)
      if (order[end]->other) best = std::min(best, *order[end]->other);
    for (std::size_t j = i; j < end && best < least; ++j)
      if (order[j]->other == best) front.insert(order[j]);
    least = best;
  }
  std::int64_t rank = 0;
  for (std::size_t i = 0; i < order.size() && (view_.top == 0 || i < view_.top); ++i) {
    if (i == 0 || order[i]->value != order[i - 1]->value) rank = static_cast<std::int64_t>(i) + 1;
    std::vector<TableCell>& row = table.rows.emplace_back();
    row.insert(row.end(), {rank, order[i]->name});
    row.insert(row.end(), order[i]->cells.begin(), order[i]->cells.end());
    row.emplace_back(front.count(order[i]) > 0 ? "*" : "");
  }
  table.lead = 2;
  return table;
}

std::string RecordedRanking::verdict(const OfDelay& of) const {
  const std::vector<const Entry*> order = ordered(of);
  const std::string left = fmt::format(
      "{}{}",
      of.not_feasible > 0 ? fmt::format(" {} cannot be built or are over a limit.", text::grouped(of.not_feasible))
                          : "",
      of.without > 0 ? fmt::format(" {} have no number for it.", text::grouped(of.without)) : "");
  if (order.empty()) return "No candidate is ranked." + left;
  const auto value = [&](const Entry& entry) {
    return fmt::format("{}{}{}", text::short_text(entry.value), unit_.empty() ? "" : " ", unit_);
  };
  std::size_t first = 1;
  while (first < order.size() && order[first]->value == order[0]->value) ++first;
  const std::string name(by_->names.name.empty() ? by_->key : by_->names.name);
  std::string text = first == 1 ? fmt::format("{} wins: {} {}", order[0]->name, name, value(*order[0]))
                                : fmt::format("{} and {} share the first place: {} {}", order[0]->name,
                                              text::counted(first - 1, "other"), name, value(*order[0]));
  if (first < order.size() && order[first]->value != 0) {
    const double share = std::abs(1 - order[0]->value / order[first]->value) * 100;
    text += fmt::format(", {} % {} than {} ({})", text::short_text(share, 2), by_->more_is_better ? "more" : "less",
                        order[first]->name, value(*order[first]));
  }
  return fmt::format("{}. {} are ranked.{}", text, text::counted(order.size(), "candidate"), left);
}

std::vector<TableSection> RecordedRanking::sections() const {
  if (delays_.empty())
    throw_input_error("there are no records to rank", view_.delay.empty() ? "" : "leave out --delay, or name another");
  return each_of(delays_, [&](const OfDelay& of) {
    return TableSection{delays_.size() > 1 ? "wire delay " + of.label : "", table_of(of), {verdict(of)}};
  });
}

Table RecordedRanking::table() const {
  Table all;
  for (const OfDelay& of : delays_) {
    Table one = table_of(of);
    if (all.columns.empty()) {
      all.columns = one.columns;
      all.columns.insert(all.columns.begin(), {"delay", "delay", "", true});
    }
    for (std::vector<TableCell>& row : one.rows) {
      row.insert(row.begin(), of.label);
      all.rows.push_back(std::move(row));
    }
  }
  return all;
}

}  // namespace cutline::compare
