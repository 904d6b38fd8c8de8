// SPDX-License-Identifier: Apache-2.0
#include "base/letters.hpp"
#include "base/named.hpp"

namespace cutline {
namespace {

template <class T>
const T& get(const Parameters& parameters, std::string_view name) {
  const auto found = parameters.values().find(name);
  CUTLINE_EXPECT(found != parameters.values().end());
  const T* value = std::get_if<T>(&found->second);
  CUTLINE_EXPECT(value != nullptr);
  return *value;
}

std::string to_text(const Value& value) {
  struct Visitor {
    std::string operator()(std::monostate) const { return "none"; }
    std::string operator()(std::int64_t number) const { return fmt::format("{}", number); }
    std::string operator()(double number) const { return fmt::format("{}", number); }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(const IntegerList& list) const { return fmt::format("[{}]", join(list, ", ")); }
    std::string operator()(const IntegerTable& table) const { return fmt::format("{} rows", table.size()); }
  };
  return std::visit(Visitor{}, value);
}

template <class T>
bool holds(const Value& value) {
  return std::holds_alternative<T>(value);
}

bool is_finite(const Value& value) {
  const double* number = std::get_if<double>(&value);
  return number != nullptr && std::isfinite(*number);
}

/// What the value of a kind of field is, in words, and whether a value is one.
struct ValueOfKind {
  std::string_view words;
  bool (*is)(const Value& value);
};
constexpr ValueOfKind kValuesOfKinds[] = {  // by FieldKind
    {"a whole number", holds<std::int64_t>},
    {"a number", [](const Value& value) { return holds<std::int64_t>(value) || is_finite(value); }},
    {"a text", holds<std::string>},
    {"the name or number of a node", holds<std::string>},
    {"the path of a file", holds<std::string>},
    {"a word", holds<std::string>},
    {"a list of whole numbers", holds<IntegerList>},
    {"a list of lists of whole numbers", holds<IntegerTable>},
    {"a time", is_finite}};

class Completion {
 public:
  explicit Completion(std::string_view owner) : owner_(owner) {}

  void unknown(std::string_view name, const std::vector<Field>& fields) {
    const std::vector<std::string_view> names = names_of(fields);
    const std::string takes = names.empty() ? "it takes none" : fmt::format("it takes: {}", join(names, ", "));
    const std::string_view near = nearest(name, names);
    add(name, fmt::format("{} has no parameter '{}'", owner_, name),
        near.empty() ? takes : fmt::format("did you mean '{}'? {}", near, takes));
  }

  /// Checks a value. Returns the value that must replace it, if any.
  std::optional<Value> check(const Field& field, const Value& value) {
    std::optional<Value> replacement = convert(field, value);
    const Value& now = replacement ? *replacement : value;
    const ValueOfKind& kind = kValuesOfKinds[static_cast<std::size_t>(field.kind)];
    if (!kind.is(now)) {
      add(field.name, fmt::format("{}: '{}' must be {}, not {}", owner_, field.name, kind.words, to_text(value)),
          std::string(field.help));
    } else if (field.kind == FieldKind::choice) {
      check_choice(field, std::get<std::string>(now));
    } else {
      check_range(field, now);
    }
    return replacement;
  }

  void missing(const Field& field) {
    add(field.name, fmt::format("{} needs the parameter '{}'", owner_, field.name), std::string(field.help));
  }

  void finish() {
    if (!diagnostics_.empty()) throw Error(ExitCode::bad_input, std::move(diagnostics_));
  }

 private:
  /// Converts a value to the type of its field: times are reals, whole numbers are integers, and a single integer
  /// becomes a list if the field allows it. Returns nothing if the value stays as it is.
  static std::optional<Value> convert(const Field& field, const Value& value) {
    if (field.kind == FieldKind::time) {
      if (const auto* whole = std::get_if<std::int64_t>(&value)) return Value(static_cast<double>(*whole));
    } else if (field.kind == FieldKind::node) {
      if (const auto* whole = std::get_if<std::int64_t>(&value)) return Value(std::to_string(*whole));
    } else if (field.kind == FieldKind::integer_list && field.single) {
      if (const auto* whole = std::get_if<std::int64_t>(&value)) return Value(IntegerList{*whole});
    } else if (field.kind == FieldKind::number && is_finite(value)) {
      const double number = std::get<double>(value);
      if (number == std::floor(number) && std::abs(number) < 0x1p53) return Value(static_cast<std::int64_t>(number));
    }
    return std::nullopt;
  }

  void check_choice(const Field& field, const std::string& word) {
    if (std::find(field.choices.begin(), field.choices.end(), word) != field.choices.end()) return;
    const std::string one_of = fmt::format("one of: {}", join(field.choices, ", "));
    const std::string_view near = nearest(word, field.choices);
    add(field.name, fmt::format("{}: '{}' is '{}', which is no choice", owner_, field.name, word),
        near.empty() ? one_of : fmt::format("did you mean '{}'? {}", near, one_of));
  }

  void check_range(const Field& field, const Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
      in_range(field, static_cast<double>(*whole), to_text(value));
    } else if (const auto* number = std::get_if<double>(&value)) {
      in_range(field, *number, to_text(value));
    } else if (const auto* list = std::get_if<IntegerList>(&value)) {
      const auto fails = [&](std::int64_t item) { return outside(field, static_cast<double>(item)); };
      const auto found = std::find_if(list->begin(), list->end(), fails);
      if (found != list->end()) in_range(field, static_cast<double>(*found), fmt::format("{}", *found));
    }
  }

  static bool outside(const Field& field, double number) { return !(number >= field.min && number <= field.max); }

  void in_range(const Field& field, double number, const std::string& text) {
    if (!outside(field, number)) return;
    const bool low = number < field.min;
    const double bound = low ? field.min : field.max;
    const bool whole = bound == std::floor(bound) && std::abs(bound) < 0x1p63;
    const std::string bound_text =
        whole ? fmt::format("{}", static_cast<std::int64_t>(bound)) : fmt::format("{}", bound);
    add(field.name,
        fmt::format("{}: '{}' is {}, must be at {} {}", owner_, field.name, text, low ? "least" : "most", bound_text),
        std::string(field.help));
  }

  void add(std::string_view parameter, std::string message, std::string hint) {
    diagnostics_.push_back({std::move(message), std::move(hint), {}, std::string(parameter)});
  }

  std::string_view owner_;
  std::vector<Diagnostic> diagnostics_;
};

/// The least number of insertions, deletions, substitutions and swaps of neighbouring letters that turn one word into
/// the other; case does not matter.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = last;
    last = row;
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = is_same_letter(a[i - 1], b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && is_same_letter(a[i - 1], b[j - 2]) && is_same_letter(a[i - 2], b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

Parameters::Parameters() = default;
Parameters::Parameters(const Parameters&) = default;
Parameters::Parameters(Parameters&&) noexcept = default;
Parameters& Parameters::operator=(const Parameters&) = default;
Parameters& Parameters::operator=(Parameters&&) noexcept = default;
Parameters::~Parameters() = default;
Parameters::Parameters(std::initializer_list<std::pair<const std::string, Value>> values) : values_(values) {}
bool Parameters::operator==(const Parameters&) const = default;

bool Parameters::has(std::string_view name) const { return values_.find(name) != values_.end(); }

void Parameters::set(std::string_view name, Value value) {
  values_.insert_or_assign(std::string(name), std::move(value));
}

std::int64_t Parameters::integer(std::string_view name) const { return get<std::int64_t>(*this, name); }

double Parameters::number(std::string_view name) const {
  const auto found = values_.find(name);
  CUTLINE_EXPECT(found != values_.end());
  if (const auto* whole = std::get_if<std::int64_t>(&found->second)) return static_cast<double>(*whole);
  return get<double>(*this, name);
}

const std::string& Parameters::text(std::string_view name) const { return get<std::string>(*this, name); }

const IntegerList& Parameters::list(std::string_view name) const { return get<IntegerList>(*this, name); }

const IntegerTable& Parameters::table(std::string_view name) const { return get<IntegerTable>(*this, name); }

std::string to_string(const Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters.values()) {
    if (std::holds_alternative<std::monostate>(value)) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, to_text(value));
  }
  return text;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known, std::string otherwise) {
  const std::string_view near = nearest(word, known);
  return near.empty() ? std::move(otherwise) : fmt::format("did you mean '{}'?", near);
}

void complete(Parameters& parameters, const std::vector<Field>& fields, std::string_view owner) {
  Completion completion(owner);
  const auto field_of = [&](std::string_view name) { return std::ranges::find(fields, name, &Field::name); };
  std::vector<std::pair<std::string, Value>> replacements;
  for (const auto& [name, given] : parameters.values()) {
    const auto field = field_of(name);
    if (field == fields.end()) {
      completion.unknown(name, fields);
    } else if (std::optional<Value> replacement = completion.check(*field, given)) {
      replacements.emplace_back(name, *std::move(replacement));
    }
  }
  for (auto& [name, value] : replacements) parameters.set(name, std::move(value));
  for (const Field& field : fields) {
    if (parameters.has(field.name)) continue;
    if (field.required) completion.missing(field);
    if (!std::holds_alternative<std::monostate>(field.default_value)) parameters.set(field.name, field.default_value);
  }
  completion.finish();
}

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
  constexpr std::size_t kLongestWord = 64;
  if (word.empty() || word.size() > kLongestWord) return {};
  std::string_view best;
  std::size_t best_distance = std::min(word.size() - 1, 1 + (word.size() - 1) / 4) + 1;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > 2 * kLongestWord) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  if (!best.empty() || word.size() < 3) return best;
  for (const std::string_view candidate : candidates) {
    if (candidate.starts_with(word)) return candidate;
  }
  return {};
}

}  // namespace cutline
