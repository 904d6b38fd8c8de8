// SPDX-License-Identifier: Apache-2.0
#include "spec/reader.hpp"

#include <cmath>
#include <filesystem>

#include "base/files.hpp"
#include "base/utf8.hpp"

namespace cutline {

namespace {

std::string clipped(std::string_view text) {
  constexpr std::size_t kShown = 60;
  if (text.size() <= kShown) return std::string(text);
  return std::string(first_bytes(text, kShown)) + "...";
}

bool expect_scalar(Reader& reader, YamlId id, std::string_view what, std::string_view wanted) {
  if (reader[id].kind == YamlKind::scalar) return true;
  reader.report(id, fmt::format("'{}' must be {}, not {}", what, wanted, in_words(reader[id])));
  return false;
}

const UnitText* find_unit(std::string_view name) { return find_named(units(), name); }

std::optional<std::string> without_steering(Reader& reader, YamlId id, std::string_view what, std::string text) {
  const std::optional<std::string> steering = steering_character(text);
  if (!steering) return text;
  reader.report(id, fmt::format("'{}' holds the control character {}", what, *steering),
                *steering == "U+000A" ? "it is one line" : "leave it out");
  return std::nullopt;
}

/// Reads one quantity, which must be above 0, from `text`, the part of an option's whole text that begins at byte
/// `offset`.
double read_option(const std::string& option, const std::string& whole, std::size_t offset, const std::string& text,
                   Measured measured) {
  Document document;
  add_source(document, whole, option);
  const Mark mark{0, static_cast<std::uint32_t>(offset)};
  const YamlId id = add_node(document, {.kind = YamlKind::scalar, .mark = mark, .text = text});
  Reader reader{document, {}, true};
  const std::string_view what = std::string_view(option).substr(option.find_first_not_of('-'));
  const auto quantity = read_quantity(reader, id, what, {measured});
  if (quantity && quantity->value <= 0) reader.report(id, fmt::format("'{}' must be more than 0", what));
  if (!document.diagnostics.empty()) throw Error(ExitCode::bad_input, document.diagnostics);
  return quantity->value;
}

}  // namespace

void Reader::report(Mark mark, std::string message, std::string hint) {
  if (is_full()) return;
  document.diagnostics.push_back({std::move(message), std::move(hint), place_of(document, mark)});
}

void Reader::take(const Error& error, YamlId id) {
  for (Diagnostic diagnostic : error.diagnostics()) {
    if (is_full()) return;
    if (!diagnostic.place.known()) diagnostic.place = place(id);
    if (diagnostic.hint.empty() && diagnostic.message.ends_with(" does not exist"))
      diagnostic.hint = "a path counts from the folder of the spec that names it";
    document.diagnostics.push_back(std::move(diagnostic));
    if (error.code() == ExitCode::file_trouble) ++document.file_troubles;
  }
}

bool Reader::tries(YamlId id, FunctionRef<void()> work) {
  try {
    work();
    return true;
  } catch (const Error& error) {
    take(error, id);
    return false;
  }
}

std::string in_words(const YamlNode& node) {
  switch (node.kind) {
    case YamlKind::null:
      return "nothing";
    case YamlKind::list:
      return "a list";
    case YamlKind::map:
      return "a map";
    case YamlKind::scalar:
      return node.quoted ? fmt::format("the text '{}'", clipped(node.text)) : fmt::format("'{}'", clipped(node.text));
  }
  broken_contract("a kind of node", __FILE__, __LINE__);
}

std::optional<std::string> read_text(Reader& reader, YamlId id, std::string_view what) {
  if (!expect_scalar(reader, id, what, "a text")) return std::nullopt;
  return without_steering(reader, id, what, reader[id].text);
}

std::optional<std::string> read_prose(Reader& reader, YamlId id, std::string_view what) {
  if (!expect_scalar(reader, id, what, "a text")) return std::nullopt;
  std::string text = reader[id].text;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  text.resize(text.find_last_not_of(' ') + 1);
  return without_steering(reader, id, what, std::move(text));
}

std::optional<bool> read_flag(Reader& reader, YamlId id, std::string_view what) {
  const YamlNode& node = reader[id];
  if (node.kind == YamlKind::scalar && !node.quoted && node.text == "true") return true;
  if (node.kind == YamlKind::scalar && !node.quoted && node.text == "false") return false;
  reader.report(id, fmt::format("'{}' must be true or false, not {}", what, in_words(node)));
  return std::nullopt;
}

std::optional<Number> read_number(Reader& reader, YamlId id, std::string_view what) {
  if (!expect_scalar(reader, id, what, "a number")) return std::nullopt;
  const YamlNode& node = reader[id];
  const std::optional<Number> number = parse_number(node.text);
  if (number && !node.quoted) return number;
  reader.report(id, fmt::format("'{}' must be a number, not {}", what, in_words(node)),
                number ? "remove the quotes" : word_hint(node.text));
  return std::nullopt;
}

std::optional<double> read_real(Reader& reader, YamlId id, std::string_view what, double min, double max) {
  const std::optional<Number> number = read_number(reader, id, what);
  if (!number) return std::nullopt;
  if (number->real >= min && number->real <= max) return number->real;
  const bool low = number->real < min;
  reader.report(
      id, fmt::format("'{}' is {}, must be at {} {}", what, reader[id].text, low ? "least" : "most", low ? min : max));
  return std::nullopt;
}

std::optional<std::int64_t> read_whole(Reader& reader, YamlId id, std::string_view what, std::int64_t min,
                                       std::int64_t max) {
  const std::optional<Number> number = read_number(reader, id, what);
  if (!number) return std::nullopt;
  if (number->whole && *number->whole >= min && *number->whole <= max) return number->whole;
  if (!number->whole && number->real == std::floor(number->real)) {
    reader.report(id, fmt::format("'{}' is {}, must be at {} {}", what, clipped(reader[id].text),
                                  number->real < 0 ? "least" : "most", number->real < 0 ? min : max));
  } else if (!number->whole) {
    reader.report(id, fmt::format("'{}' must be a whole number, not {}", what, in_words(reader[id])));
  } else {
    const bool low = *number->whole < min;
    reader.report(
        id, fmt::format("'{}' is {}, must be at {} {}", what, *number->whole, low ? "least" : "most", low ? min : max));
  }
  return std::nullopt;
}

std::optional<std::size_t> read_choice(Reader& reader, YamlId id, std::string_view what,
                                       const std::vector<std::string_view>& choices) {
  if (!expect_scalar(reader, id, what, "a word")) return std::nullopt;
  const std::string& word = reader[id].text;
  const auto found = std::find(choices.begin(), choices.end(), word);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  const std::string_view near = nearest(word, choices);
  const std::string meant = near.empty() ? std::string() : fmt::format("did you mean '{}'? ", near);
  reader.report(id, fmt::format("'{}' cannot be {}", what, in_words(reader[id])),
                fmt::format("{}it is one of: {}", meant, join(choices, ", ")));
  return std::nullopt;
}

std::optional<QuantityText> read_quantity(Reader& reader, YamlId id, std::string_view what,
                                          const std::vector<Measured>& allowed, double min) {
  const bool scalar = reader[id].kind == YamlKind::scalar;
  if (!scalar) expect_scalar(reader, id, what, fmt::format("a quantity in {}", units_in_words(allowed)));
  if (!scalar) return std::nullopt;
  const std::string text = reader[id].text;
  const CutQuantity cut = cut_quantity(text);
  const std::optional<Number> number = parse_number(cut.number);
  if (!number) {
    std::string hint = number_hint(cut.number.empty() ? std::string_view(text) : cut.number);
    if (hint.empty()) hint = fmt::format("it is a number and a unit: {}", units_in_words(allowed));
    reader.report(id, fmt::format("'{}' must be a quantity, not {}", what, in_words(reader[id])), hint);
    return std::nullopt;
  }
  if (cut.unit.empty()) {
    reader.report(id, fmt::format("'{}' has no unit", what),
                  fmt::format("write `{}`; the units are {}", example_of(reader, id, allowed, cut.number),
                              units_in_words(allowed)));
    return std::nullopt;
  }
  if (number->real < min) {
    reader.report(id, fmt::format("'{}' is {}, must be at least {}", what, cut.number, min));
    return std::nullopt;
  }
  const UnitText* unit = find_unit(cut.unit);
  if (!allows(allowed, unit)) {
    const std::string_view problem = unit == nullptr ? "is no unit" : "is not its unit";
    reader.report(
        id, fmt::format("'{}' is given in '{}', which {}", what, clipped(cut.unit), problem),
        unit == nullptr ? unit_hint(cut.unit, allowed) : fmt::format("the units are {}", units_in_words(allowed)));
    return std::nullopt;
  }
  if (unit->name == "tau" && !reader.unit_technology) {
    reader.report(id, fmt::format("'{}' is given in tau, which only the technology `unit` has", what),
                  "give it in ps, ns, us, ms or s");
    return std::nullopt;
  }
  const double value = number->real * unit->times / unit->divided_by;
  if (std::isfinite(value)) return QuantityText{value, unit->measured};
  reader.report(id, fmt::format("'{}' is too large", what));
  return std::nullopt;
}

std::string resolve_path(const Reader& reader, const std::string& path) {
  const std::filesystem::path given(path);
  if (given.is_absolute() || reader.folder.empty()) return path;
  return (std::filesystem::path(reader.folder) / given).lexically_normal().string();
}

std::optional<std::string> read_path(Reader& reader, YamlId id, std::string_view what) {
  if (!expect_scalar(reader, id, what, "the path of a file")) return std::nullopt;
  if (reader[id].text.empty()) {
    reader.report(id, fmt::format("'{}' must be the path of a file, not empty", what));
    return std::nullopt;
  }
  const std::string path = resolve_path(reader, reader[id].text);
  return reader.tries(id, [&] { expect_readable(path); }) ? std::optional(path) : std::nullopt;
}

std::vector<YamlId> items_of(Reader& reader, YamlId id, std::string_view what) {
  return read_list(reader, id, what).value_or(std::vector<YamlId>{});
}

std::optional<std::vector<YamlId>> read_list(Reader& reader, YamlId id, std::string_view what) {
  if (reader[id].kind == YamlKind::list) return reader[id].items;
  reader.report(id, fmt::format("'{}' must be a list, not {}", what, in_words(reader[id])));
  return std::nullopt;
}

std::optional<std::vector<YamlId>> read_list(Reader& reader, YamlId id, std::string_view what, const ListSize& size) {
  auto items = read_list(reader, id, what);
  if (!items || (items->size() >= size.least && items->size() <= size.most)) return items;
  reader.report(id, fmt::format(fmt::runtime(size.message), what, items->size()), size.hint);
  return std::nullopt;
}

std::vector<YamlId> read_one_or_list(const Reader& reader, YamlId id) {
  return reader[id].kind == YamlKind::list ? reader[id].items : std::vector<YamlId>{id};
}

std::vector<YamlId> read_one_or_list(Reader& reader, YamlId id, std::string_view what, std::string hint) {
  std::vector<YamlId> items = read_one_or_list(reader, id);
  if (items.empty()) reader.report(id, fmt::format("'{}' is an empty list", what), std::move(hint));
  return items;
}

bool expect_map(Reader& reader, YamlId id, std::string_view what) {
  if (reader[id].kind == YamlKind::map) return true;
  reader.report(id, fmt::format("{} must be a map, not {}", what, in_words(reader[id])),
                "a map is `key: value` on lines of their own, or {key: value, key: value}");
  return false;
}

std::pair<Length, Length> length_range_text(const std::string& option, const std::string& text) {
  constexpr std::string_view kDots = "..";
  const std::size_t dots = text.find(kDots);
  const Length from = nanometres(read_option(option, text, 0, text.substr(0, dots), Measured::length));
  const std::size_t second = dots + kDots.size();
  const bool one = dots == std::string::npos;
  const Length to = one ? from : nanometres(read_option(option, text, second, text.substr(second), Measured::length));
  constexpr double kMostMm = 1e9;
  if (in_mm(to) > kMostMm) throw_input_error(fmt::format("{} {} is longer than 1000 km, the limit", option, text));
  if (to < from)
    throw_input_error(fmt::format("{} {} ends before it begins", option, text), "write the shorter length first");
  return {from, to};
}

Time period_text(const std::string& option, const std::string& text) {
  return nanoseconds(1 / read_option(option, text, 0, text, Measured::frequency));
}

}  // namespace cutline
