// SPDX-License-Identifier: Apache-2.0
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr std::string_view kCsvHint =
    "the first line names the columns: `source,target`, and attributes such as `width`";

/// What lies between the columns that the first line of the table names.
char csv_separator(std::string_view text) {
  std::string_view line;
  while ((line.empty() || line[0] == '#') && !text.empty()) {
    line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  const std::size_t first = line.find_first_of(",;\t");
  return first == std::string_view::npos ? ',' : line[first];
}

/// Reads the next line, its fields without the blanks that come before and after them.
bool next_row(CsvLines& lines, std::vector<CsvField>& fields) {
  if (!lines.next(fields)) return false;
  for (CsvField& field : fields) {
    if (field.quoted) continue;
    const std::size_t blanks = std::min(field.text.find_first_not_of(" \t"), field.text.size());
    field.text.erase(0, blanks);
    field.at += blanks;
  }
  return true;
}

/// The columns of a table that hold the ends of its links, and whether these are directed: Gephi's `Type`, our
/// `one_way`.
struct CsvColumns {
  std::optional<std::size_t> source, target, type;

  explicit CsvColumns(const std::vector<CsvField>& names) {
    const auto find = [&](std::string_view name) -> std::optional<std::size_t> {
      const auto is_it = [&](const CsvField& field) { return lower_case(field.text) == name; };
      const auto found = std::ranges::find_if(names, is_it);
      return found == names.end() ? std::nullopt : std::optional<std::size_t>(found - names.begin());
    };
    constexpr std::pair<std::string_view, std::string_view> kEnds[] = {
        {"source", "target"}, {"from", "to"}, {"src", "dst"}};
    for (const auto& [from, to] : kEnds) {
      if (source && target) break;
      source = find(from);
      target = find(to);
    }
    type = find("type");
    if (!type) type = find("one_way");
  }
  bool are_ends() const { return source && target; }
  bool is_end(std::size_t column) const { return column == source || column == target; }
};

class CsvGraphReader : FormatReader {
 public:
  CsvGraphReader(const GraphText& file, const GraphReading& reading)
      : FormatReader(file, reading, kCsvHint),
        counted_(reading.counted),
        lines_(file, std::string(kCsvHint), csv_separator(file.text)),
        links_(file) {}

  GraphFile read() {
    std::vector<CsvField> names, fields;
    if (!next_row(lines_, names)) lines_.fail(0, "the file has no first line of columns");
    const CsvColumns columns(names);
    if (!columns.are_ends()) lines_.fail(names[0].at, "no columns hold the ends of links");
    std::vector<std::size_t> said;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (builder_.reads_of_links(names[i].text)) {
        said.push_back(i);
      } else if (!columns.is_end(i) && !names[i].text.empty()) {
        ignored_.push_back(i);
      }
    }
    while (next_row(lines_, fields)) {
      if (fields.size() != names.size())
        lines_.fail(fields[0].at,
                    fmt::format("this line has {} fields, and the first one {}", fields.size(), names.size()));
      const CsvField &source = fields[*columns.source], &target = fields[*columns.target];
      for (const CsvField& end : {source, target}) {
        if (end.text.empty()) lines_.fail(end.at, "this end of the link has no name");
      }
      if (columns.type) take_direction(fields[*columns.type]);
      for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string& text = fields[i].text;
        if (columns.is_end(i) || i == columns.type || text.empty() || names[i].text.empty()) continue;
        builder_.keep(AttributeOf::links, links_.size(), names[i].text, text, kind_by_looks(text));
      }
      LinkSays says;
      for (const std::size_t i : said) {
        if (!fields[i].text.empty()) builder_.take(says, names[i].text, fields[i].at, fields[i].text);
      }
      links_.add(source.at, source.text, target.text, says);
    }
    for (const std::size_t i : ignored_) {
      if (!(i == columns.type && directed_)) builder_.ignore(names[i].text, AttributeOf::links);
    }
    builder_.graph.directed = directed_.value_or(false);
    join_links();
    return builder_.finish();
  }

 private:
  void take_direction(const CsvField& type) {
    const std::string says = lower_case(type.text);
    const bool directed = says == "directed" || says == "1";
    if (!directed && says != "undirected" && says != "0") return;
    if (directed_.value_or(directed) != directed)
      fail(type.at, "this link is directed and others are not, or the other way round",
           "a table has links of one type");
    directed_ = directed;
  }

  /// If all names are numbers, the nodes stand in their order. Numbers that stand in no link are no nodes, unless the
  /// user counts the nodes.
  void join_links() {
    const NodeNames& names = links_.ends();
    std::vector<std::uint64_t> numbers;
    for (std::uint32_t i = 0; i < names.size(); ++i) {
      if (const auto number = node_number(names[i])) numbers.push_back(*number);
    }
    if (numbers.size() < names.size()) {
      for (std::uint32_t i = 0; i < names.size(); ++i) builder_.add_node(names[i]);
    } else if (!numbers.empty()) {
      std::ranges::sort(numbers);
      if (counted_ || numbers.back() + 1 == numbers.size()) {
        builder_.graph.states_nodes = false;
        builder_.graph.nodes = numbers.back() + 1;
        return links_.join(builder_, [](std::string_view name) { return node_number(name); });
      }
      for (const std::uint64_t number : numbers) builder_.add_node(std::to_string(number));
    }
    links_.join(builder_, [&](std::string_view name) { return builder_.graph.names.find(name); });
  }

  bool counted_;
  CsvLines lines_;
  LateLinks links_;
  std::vector<std::size_t> ignored_;  ///< columns that are not read
  std::optional<bool> directed_;      ///< what the links' types say
};

bool begins_as_csv(std::string_view text) {
  constexpr std::size_t kFirst = 4096;
  const GraphText file{"", std::string(text.substr(0, kFirst))};
  CsvLines lines(file, "", csv_separator(file.text));
  std::vector<CsvField> names;
  try {
    return next_row(lines, names) && CsvColumns(names).are_ends();
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

GraphFormat csv_graph_format() {
  return {.name = "csv",
          .summary = "a table of links: columns source and target, from and to, or src and dst; others are attributes",
          .source = "Gephi, pandas and others",
          .endings = {".csv", ".tsv"},
          .has_attributes = true,
          .begins = begins_as_csv,
          .read = read_by<CsvGraphReader>};
}

}  // namespace cutline
