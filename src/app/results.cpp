// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "app/command.hpp"
#include "base/utf8.hpp"
#include "cutline/output/record/json.hpp"

namespace cutline::app {

namespace {

bool variable_is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

bool dumb_terminal() {
  const char* terminal = std::getenv("TERM");
  return terminal == nullptr || std::strcmp(terminal, "dumb") == 0;
}

/// The columns of the terminal, limited to 60 to 250; absent if the result does not go to a terminal.
std::optional<std::size_t> terminal_columns(const Options& options) {
  if (!is_read_at_terminal(options)) return std::nullopt;
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return std::clamp<std::size_t>(size.ws_col, 60, 250);
}

/// The tables of all candidates below each other, with a column of names.
Table joined_table(const std::vector<NamedForms>& all) {
  Table joined;
  for (const NamedForms& each : all) {
    Table table = each.forms.table();
    if (joined.columns.empty()) {
      joined.columns = table.columns;
      joined.columns.insert(joined.columns.begin(), {"candidate", "candidate", "", true, true});
    } else if (joined.columns.size() != table.columns.size() + 1) {
      throw_input_error("the candidates' tables have different columns", "name one candidate with -c");
    }
    for (std::vector<TableCell>& row : table.rows) {
      row.insert(row.begin(), each.candidate);
      joined.rows.push_back(std::move(row));
    }
  }
  return joined;
}

/// The maps of all candidates in one list, each with the name of its candidate.
Data joined_data(const std::vector<NamedForms>& all, bool lines) {
  Data::List joined;
  for (const auto& [candidate, forms] : all) {
    const auto add = [&, &name = candidate](const Data& answer) {
      Data::Map map = answer.map();
      if (answer.find("candidate") == nullptr) map.insert(map.begin(), {"candidate", name});
      joined.emplace_back(std::move(map));
    };
    const Data answer = lines && forms.lines ? forms.lines() : forms.data ? forms.data() : table_data(forms.table());
    if (answer.is_map()) {
      add(answer);
    } else {
      for (const Data& each : answer.list()) add(each);
    }
  }
  return joined;
}

}  // namespace

ReportStyle report_style(const Options& options) {
  ReportStyle style;
  if (options.width > 0) style.width = options.width;
  if (options.output != "-") return style;
  if (options.width == 0) style.width = terminal_columns(options).value_or(style.width);
  style.colour =
      options.colour == Colour::always || (options.colour == Colour::automatic && is_read_at_terminal(options) &&
                                           !variable_is_set("NO_COLOR") && !dumb_terminal());
  return style;
}

void deliver(const Options& options, text::FileWriter& files, std::string_view data) {
  if (options.output != "-") return files.write(options.output, data);
  std::string shown;
  if (is_read_at_terminal(options)) data = shown = terminal_text(data);
  const bool written = std::fwrite(data.data(), 1, data.size(), stdout) == data.size() && std::fflush(stdout) == 0;
  if (!written) throw_file_error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

void deliver_pieces(const Options& options, text::FileWriter& files, const text::TextPieces& pieces) {
  if (options.output != "-") return files.write_pieces(options.output, pieces);
  std::string data;
  pieces([&](std::string_view piece) { data += piece; });
  deliver(options, files, data);
}

void say(std::string_view text) { fmt::print(stderr, "{}\n", terminal_text(text)); }

bool is_read_at_terminal(const Options& options) { return options.output == "-" && ::isatty(STDOUT_FILENO) == 1; }

void expect_no_terminal(const Options& options, std::string_view result, std::string_view example) {
  if (is_read_at_terminal(options))
    throw_input_error(fmt::format("{} would fill the terminal", result), fmt::format("name a file: -o {}", example));
}

void suggest(std::string_view text) {
  if (::isatty(STDERR_FILENO) == 1) say(text);
}

std::string rendered(const Options& options, const Forms& forms) {
  const auto data = [&] { return forms.data ? forms.data() : table_data(forms.table()); };
  switch (options.format) {
    case Format::json:
      return to_json(data(), forms.indent) + '\n';
    case Format::jsonl: {
      const Data lines = forms.lines ? forms.lines() : data();
      return lines.is_list() ? to_json_lines(lines) : to_json(lines) + '\n';
    }
    case Format::csv:
      return csv_table(forms.table());
    case Format::markdown:
      return forms.sections ? sections_markdown(forms.sections()) : markdown_table(forms.table());
    case Format::latex:
      return forms.sections ? sections_latex(forms.sections()) : latex_table(forms.table());
    case Format::table:
      break;
  }
  if (forms.text) return forms.text();
  const ReportStyle style = report_style(options);
  return forms.sections ? sections_text(forms.sections(), style) : text_table(forms.table(), style);
}

std::string rendered_each(const Options& options, const std::vector<NamedForms>& all) {
  if (all.size() == 1) return rendered(options, all.front().forms);
  if (options.format == Format::csv) return csv_table(joined_table(all));
  const bool lines = options.format == Format::jsonl;
  if (lines || options.format == Format::json) {
    const Data list = joined_data(all, lines);
    return lines ? to_json_lines(list) : to_json(list, all.front().forms.indent) + '\n';
  }
  std::string out;
  for (const NamedForms& each : all) out += (out.empty() ? "" : "\n") + rendered(options, each.forms);
  return out;
}

}  // namespace cutline::app
