// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "base/document.hpp"
#include "base/files.hpp"
#include "base/utf8.hpp"
#include "topology/graph_builder.hpp"

namespace cutline {

#define CUTLINE_GRAPH_FORMAT(name) GraphFormat name##_graph_format();
#include "graph_formats.inc"
#undef CUTLINE_GRAPH_FORMAT

namespace {

struct ChosenFormat {
  const GraphFormat& format;
  std::string why;
};

/// The format that `reading` names, or that the ending of the file's name or its first bytes tell.
ChosenFormat format_of(std::string_view path, std::string_view text, const GraphReading& reading) {
  constexpr std::string_view kPacked = ".gz";
  if (path.ends_with(kPacked)) path.remove_suffix(kPacked.size());
  std::vector<const GraphFormat*> possible;
  for (const GraphFormat& format : graph_formats()) {
    const auto ends = [&](std::string_view ending) { return path.ends_with(ending); };
    if (!reading.format.empty() ? format.name == reading.format : std::ranges::any_of(format.endings, ends))
      possible.push_back(&format);
  }
  CUTLINE_EXPECT(reading.format.empty() || !possible.empty());
  if (!reading.format.empty()) return {*possible.front(), ""};
  if (possible.size() == 1) return {*possible.front(), "by its ending"};
  const bool by_ending = !possible.empty();
  for (const GraphFormat& format : graph_formats()) {
    const bool is_possible = !by_ending || std::ranges::find(possible, &format) != possible.end();
    if (is_possible && format.begins != nullptr && format.begins(text)) return {format, "by how it begins"};
  }
  if (by_ending) {
    // A format that does not say how it begins takes what the others of its ending do not.
    const auto takes_all = [](const GraphFormat* format) { return format->begins == nullptr; };
    const auto rest = std::ranges::find_if(possible, takes_all);
    return {rest != possible.end() ? **rest : *possible.back(), "by its ending"};
  }
  return {graph_formats().front(), "for it begins as no other format does"};
}

/// A file format of other programs that is known but not read, and what to do with its files.
struct ForeignFormat {
  std::string_view ending, mark, message, hint;
};
constexpr ForeignFormat kForeign[] = {
    {".gexf", "<gexf", "this is a GEXF file of Gephi, which is not read",
     "save it as GraphML or GML: in Gephi by File, Export; or networkx.write_graphml(networkx.read_gexf(\"a.gexf\"), "
     "\"a.graphml\")"},
    {".paj", "*vertices", "this is a file of Pajek, which is not read",
     "save it as GraphML or GML: networkx.write_graphml(networkx.read_pajek(\"a.net\"), \"a.graphml\")"}};

void expect_no_foreign(const GraphText& file) {
  constexpr std::size_t kFirst = 4096;
  const std::string begin = lower_case(std::string_view(file.text).substr(0, kFirst));
  for (const ForeignFormat& each : kForeign) {
    const std::size_t at = begin.find(each.mark);
    const bool begins_line = at != std::string::npos && (at == 0 || each.mark[0] == '<' || begin[at - 1] == '\n');
    if (begins_line) file.fail(at, std::string(each.message), std::string(each.hint));
    if (file.path.ends_with(each.ending)) file.fail(0, std::string(each.message), std::string(each.hint));
  }
}

/// Throws an input error at the first byte that is no part of a character. Skips eight letters of ASCII at a time.
void expect_utf8(const GraphText& file) {
  const std::string_view text = file.text;
  for (std::size_t at = 0; at < text.size();) {
    constexpr std::uint64_t kOutsideAscii = 0x8080808080808080U;
    std::uint64_t eight = kOutsideAscii;
    if (at + sizeof eight <= text.size()) std::memcpy(&eight, text.data() + at, sizeof eight);
    if ((eight & kOutsideAscii) == 0) {
      at += sizeof eight;
      continue;
    }
    const Character character = first_character(text.substr(at));
    at += character.bytes.size();
    if (character.code) continue;
    --at;
    const bool wide = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
    file.fail(at,
              fmt::format("the file is not in UTF-8: the byte 0x{:02X} is no part of a character",
                          static_cast<unsigned char>(text[at])),
              fmt::format("save it as UTF-8, as by `iconv -f {} -t UTF-8`", wide ? "UTF-16" : "LATIN1"));
  }
}

}  // namespace

const std::vector<GraphFormat>& graph_formats() {
  static const std::vector<GraphFormat> all = {
#define CUTLINE_GRAPH_FORMAT(name) name##_graph_format(),
#include "graph_formats.inc"
#undef CUTLINE_GRAPH_FORMAT
  };
  return all;
}

GraphFile read_graph_file(const std::string& path, const GraphReading& reading) {
  GraphText file{path, read_text_file(path, kMaxGraphBytes)};
  // Some programs for spreadsheets end lines with a carriage return alone.
  if (file.text.find('\n') == std::string::npos) std::ranges::replace(file.text, '\r', '\n');
  expect_utf8(file);
  if (reading.format.empty()) expect_no_foreign(file);
  const ChosenFormat chosen = format_of(path, file.text, reading);
  const GraphFormat& format = chosen.format;
  const auto expect_attributes = [&](std::string_view attribute, std::string_view key) {
    if (!attribute.empty() && !format.has_attributes)
      throw_input_error(fmt::format("links of the format {} have no attributes with names", format.name),
                        std::string(format.summary), std::string(key));
  };
  expect_attributes(reading.width, "width_from");
  for (const FigureFrom& each : reading.figures) expect_attributes(each.attribute, each.key);
  try {
    return format.read(file, reading);
  } catch (const Error& error) {
    if (chosen.why.empty() || error.code() != ExitCode::bad_input) throw;
    std::vector<Diagnostic> all = error.diagnostics();
    all.back().hint += fmt::format("{}the file was read as {}, {}: `format` says otherwise",
                                   all.back().hint.empty() ? "" : "; ", format.name, chosen.why);
    throw Error(error.code(), std::move(all));
  }
}

Document yaml_of(const GraphText& file, std::string_view hint) {
  std::vector<Diagnostic> mistakes;
  try {
    Document document = parse_document(file.text, file.path);
    if (document.diagnostics.empty()) return document;
    mistakes = document.diagnostics;
  } catch (const Error& error) {
    if (error.code() != ExitCode::bad_input) throw;
    mistakes = error.diagnostics();
  }
  for (Diagnostic& mistake : mistakes) {
    if (mistake.hint.empty()) mistake.hint = hint;
  }
  throw Error(ExitCode::bad_input, std::move(mistakes));
}

}  // namespace cutline
