// SPDX-License-Identifier: Apache-2.0

// What Python gets to look at: pictures, pages, exports, explanations, tables, columns for DataFrames and parts of
// sweeps.

#include <unordered_map>

#include "cutline/base/parallel.hpp"
#include "cutline/cutline.hpp"
#include "cutline/output/explain/explain.hpp"
#include "cutline/output/report/report.hpp"
#include "cutline/output/tables/measure_tables.hpp"
#include "output/compare/answer.hpp"
#include "output/figure/figures.hpp"
#include "output/record/parts.hpp"
#include "output/tables/search.hpp"
#include "output/text/xml.hpp"
#include "python/study.hpp"

namespace cutline::python {

namespace {

/// Adds the mean of what figures lack to an input error, if no figure has anything to show.
void expect_series(std::vector<Figure>& figures, const std::string& file) {
  std::vector<std::string> reasons;
  for (const Figure& figure : figures) {
    if (figure.series.empty()) reasons.insert(reasons.end(), figure.notes.begin(), figure.notes.end());
  }
  const std::string hint = figures.empty() ? "" : figures.back().hint;
  std::erase_if(figures, [](const Figure& figure) { return figure.series.empty(); });
  if (figures.empty())
    throw_input_error(fmt::format("{} has nothing for this figure: {}", file, join(reasons, "; ")), hint);
}

std::string paragraphs(const std::vector<std::string>& sentences) {
  std::string out;
  for (const std::string& sentence : sentences) out += fmt::format("<p>{}</p>\n", text::xml_escape(sentence));
  return out;
}

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

std::string Answer::plot(const PlotChoice& asked) const {
  return found_without_lock([&](Watch&) {
    const FigureInput input{study(), candidates, asked.delay.empty() ? kEveryDelay : delay_number(asked.delay)};
    const QuantityAxes axes{asked.x, asked.y, asked.group, asked.log.find('x') != std::string::npos,
                            asked.log.find('y') != std::string::npos};
    const bool by_kind = !asked.what.empty();
    if (by_kind && figure_kind(asked.what).of_layouts && !layouts)
      throw_input_error("this figure is made from layouts, and they were not kept", "evaluate with layouts=True");
    std::vector<Figure> figures = by_kind ? figure_kind(asked.what).make(input) : quantity_figures(input, axes);
    expect_series(figures, study().file);
    if (!by_kind) settle_axes(figures, axes);
    return figures_svg(figures, FigurePage{.style = asked.style});
  });
}

std::string Answer::report() const {
  if (!layouts) throw_input_error("a report draws layouts, and they were not kept", "evaluate with layouts=True");
  return found_without_lock([&](Watch& watch) {
    const Ranked all = ranked(*this, watch, true);
    const Comparison comparison = all.comparison();
    return report_html({comparison, all.document, question->source.text, question->source.overrides});
  });
}

std::string Answer::html() const {
  return found_without_lock([&](Watch& watch) {
    const Ranked all = ranked(*this, watch);
    const Comparison comparison{study(), candidates, all.rankings, {}, nullptr, {}};
    std::string page = paragraphs({conditions_text(study())});
    for (std::size_t delay = 0; delay < all.rankings.size(); ++delay) {
      page += html_table(ranking_table(comparison, delay),
                         fmt::format("{}: {}", study().title, study().delays[delay].label));
      page += paragraphs({verdict_text(study(), candidates, all.rankings[delay])});
    }
    return page;
  });
}

std::string CandidateView::html() const {
  return found_without_lock([&](Watch&) {
    std::string page;
    for (const TableSection& section :
         measure_sections(name(), under_every_delay(answer_->study(), candidate(), number_))) {
      if (!section.table.rows.empty()) page += html_table(section.table, section.title);
      page += paragraphs(section.sentences);
    }
    return page;
  });
}

std::string CandidateView::draw(const DrawOptions& options) const {
  expect_layout();
  return found_without_lock([&](Watch&) { return floorplan_svg(answer_->study(), candidate(), options); });
}

Exported CandidateView::exported(const std::string& format, const std::string& delay, const std::string& file) const {
  expect_layout();
  ExportChoice choice;
  choice.delay = delay_number(delay);
  choice.file = file.empty() ? "-" : file;
  return found_without_lock([&](Watch&) {
    expect_possible(find_export(format), choice);
    return export_as(format, answer_->study(), candidate(), choice, answer_->effort);
  });
}

py::tuple CandidateView::explained(const std::string& measure, const std::string& delay) const {
  const std::size_t number = delay_number(delay);
  const Explanation found =
      found_without_lock([&](Watch&) { return explain(answer_->study(), candidate(), number, measure); });
  return py::make_tuple(to_python(explanation_data(found)), explanation_text(found, ReportStyle{}));
}

py::tuple searched(const Question& question) {
  const Source& source = question.source;
  if (!question.study.search)
    throw_input_error(fmt::format("{} has no `search`", question.study.file), "see `cutline list keys search`");
  Data data;
  std::string text, winners;
  without_lock([&](Watch& watch) {
    Effort effort;
    effort.watch = &watch;
    const SearchAnswer answer = search(question.study, effort);
    data = search_data(question.study, answer);
    text = search_text(answer);
    if (answer.found())
      winners = extended_spec(source.overrides.empty() ? source.text : overridden_spec(source.text, source.overrides),
                              search_candidates(answer));
  });
  return py::make_tuple(to_python(data), text, winners);
}

std::string part_lines(const Question& question, std::optional<std::uint64_t> part, std::uint64_t parts) {
  if (part && (*part < 1 || *part > parts || parts > kMostShards))
    throw_input_error(fmt::format("part {} of {} parts", *part, parts),
                      fmt::format("parts are 1 to {}, at most {}", parts, kMostShards));
  return found_without_lock([&](Watch& watch) {
    std::string lines;
    Effort effort;
    effort.watch = &watch;
    const auto texts = [](const Study& study, const Candidate& candidate, std::size_t) {
      return record_texts(study, candidate);
    };
    add_record_lines(question.study, part ? std::optional(Shard{*part, parts}) : std::nullopt, effort, texts,
                     [&](std::string_view line) { lines += line; });
    return lines;
  });
}

std::string merged(const std::vector<std::pair<std::string, std::string>>& parts) {
  if (parts.empty()) throw_input_error("there are no parts to merge");
  return found_without_lock([&](Watch&) {
    std::string lines;
    const auto files = each_of(parts, [](const auto& part) { return PartFile{part.first, part.second}; });
    for (const std::string_view record : merged_records(files)) (lines += record) += '\n';
    return lines;
  });
}

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

py::dict units_of(const Question& question) {
  py::dict units;
  for (const Quantity& quantity : quantities()) {
    const std::string_view sign = unit_text(quantity.unit, question.study).sign;
    if (quantity.value != nullptr && !sign.empty()) units[py::str(quantity.key)] = py::str(std::string(sign));
  }
  return units;
}

}  // namespace cutline::python
