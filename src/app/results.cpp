// SPDX-License-Identifier: Apache-2.0
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "app/command.hpp"
#include "base/files.hpp"
#include "base/letters.hpp"
#include "base/utf8.hpp"
#include "cutline/output/record/json.hpp"
#include "output/svg/canvas.hpp"
#include "simulation/run_program.hpp"

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

constexpr const char* kConverter = "rsvg-convert";
constexpr std::size_t kMostPictureBytes = std::size_t{1} << 30;

/// The ending of a file's name in lower case: "png" for "Plan.PNG".
std::string ending_of(const std::string& file) {
  const std::string ending = lower_case(std::filesystem::path(file).extension().string());
  return ending.empty() ? ending : ending.substr(1);
}

bool is_converted(const std::string& ending) { return ending == "png" || ending == "pdf"; }

/// What the converter makes of pictures; `options` are those of the format.
std::string converted(const WorkFolder& folder, const std::string& format, const std::vector<std::string>& options,
                      const std::vector<std::string>& pictures, const char* hint) {
  const std::string to = folder.path() + "/converted." + format;
  std::vector<std::string> words = {find_program(kConverter), "--format", format, "--unlimited", "--output", to};
  words.insert(words.begin() + 1, options.begin(), options.end());
  words.insert(words.end(), pictures.begin(), pictures.end());
  const ProgramRun run = run_program(words, folder.path(), {}, [] { return true; });
  if (run.end != ProgramEnd::exited || run.code != 0)
    throw_file_error(fmt::format("{} could not make the {}: {}", kConverter, format, run.output), hint);
  return read_bounded_file(to, kMostPictureBytes);
}

std::string converted_picture(std::string_view svg, const std::string& ending, std::string_view style) {
  const WorkFolder folder("");
  const std::string from = folder.path() + "/picture.svg";
  write_file(from, std::string(svg));
  std::vector<std::string> options;
  if (ending == "png")
    options = {"--dpi-x",
               "300",
               "--dpi-y",
               "300",
               "--background-color",
               std::string(svg::colour_for(svg::picture_style(style), "page"))};
  return converted(folder, ending, options, {from}, "write the .svg, which has no limit of size");
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
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  std::vector<std::string> gathered(1);  // in blocks: one text of all would be copied whenever it grows
  pieces([&](std::string_view piece) {
    if (gathered.back().size() + piece.size() > kBlock) gathered.emplace_back().reserve(std::max(kBlock, piece.size()));
    gathered.back() += piece;
  });
  for (const std::string& block : gathered) deliver(options, files, block);
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
  return join(each_of(all, [&](const NamedForms& each) { return rendered(options, each.forms); }), "\n");
}

std::string joined_pdf(const std::vector<std::string>& pages) {
  const WorkFolder folder("");
  std::vector<std::string> files;
  for (std::size_t i = 0; i < pages.size(); ++i)
    write_file(files.emplace_back(fmt::format("{}/{}.svg", folder.path(), i)), pages[i]);
  return converted(folder, "pdf", {}, files, "write the .html");
}

std::string printed_page(std::string_view html) {
  const WorkFolder folder("");
  const std::string from = folder.path() + "/page.html", to = folder.path() + "/page.pdf";
  write_file(from, std::string(html));
  // The page loads nothing and has one script, its own. A browser refuses its sandbox to root.
  std::vector<std::string> words = {find_browser(),
                                    "--headless",
                                    "--disable-gpu",
                                    "--no-pdf-header-footer",
                                    "--user-data-dir=" + folder.below("profile"),
                                    "--print-to-pdf=" + to,
                                    "file://" + from};
  if (::geteuid() == 0) words.insert(words.begin() + 1, "--no-sandbox");
  const ProgramRun run = run_program(words, folder.path(), {}, [] { return true; });
  if (run.end != ProgramEnd::exited || run.code != 0 || !std::filesystem::exists(to))
    throw_file_error(fmt::format("{} could not print the page", words.front()), "write the .html, and print it");
  return read_bounded_file(to, kMostPictureBytes);
}

std::string find_browser() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}) {
    if (std::string path = find_program(name); !path.empty()) return path;
  }
  return {};
}

bool can_convert() { return !find_program(kConverter).empty(); }

bool is_picture(const std::string& file) {
  const std::string ending = ending_of(file);
  return ending == "svg" || is_converted(ending);
}

void expect_picture_file(const Options& options) {
  expect_no_terminal(options, "a picture", options.command->name + ".svg");
  const std::string ending = ending_of(options.output);
  if (!ending.empty() && !is_picture(options.output)) {
    throw_input_error(fmt::format("{} writes .svg, .pdf and .png, not .{}", options.command->name, ending),
                      "name a file that ends so");
  }
  if (is_converted(ending) && find_program(kConverter).empty()) {
    throw_file_error(fmt::format("{}, which makes .{} files, is not here", kConverter, ending),
                     "install librsvg2-bin, or write the .svg");
  }
}

void deliver_picture(const Options& options, text::FileWriter& files, std::string_view svg) {
  const std::string ending = ending_of(options.output);
  if (!is_converted(ending)) return deliver(options, files, svg);
  deliver(options, files, converted_picture(svg, ending, options.page.style));
}

}  // namespace cutline::app
