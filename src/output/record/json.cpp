// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/record/json.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace cutline {

namespace {

/// By character: whether JSON writes it as it is.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (int c = ' '; c < 0x7f; ++c) plain[static_cast<std::size_t>(c)] = c != '"' && c != '\\';
  return plain;
}();

/// Whether JSON writes a text as it is. Most texts of a record are keys, and asking this is much faster than escaping.
bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return kPlain[static_cast<unsigned char>(c)]; });
}

/// Appends a value to a text piece by piece. The JSON library formats real numbers and escapes texts. Its function for
/// numbers is called by itself: by way of dump() each number takes five times as long.
class Writer {
 public:
  Writer(std::string& text, int indent) : out(text), indent_(indent) {}

  void operator()(std::monostate) { out += "null"; }
  void operator()(bool truth) { out += truth ? "true" : "false"; }
  void operator()(std::int64_t number) { append(fmt::format_int(number)); }
  void operator()(std::uint64_t number) { append(fmt::format_int(number)); }
  void operator()(double number) {
    if (!std::isfinite(number)) return (*this)(std::monostate());
    std::array<char, 64> digits{};
    out.append(digits.data(), nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), number));
  }
  void operator()(const std::string& text) {
    if (is_plain(text)) {
      (out += '"') += text;
      out += '"';
      return;
    }
    out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  void operator()(const Data::List& list) {
    between('[', ']', list, [&](const Data& value) { value.visit(*this); });
  }
  void operator()(const Data::Map& map) {
    between('{', '}', map, [&](const Data::Entry& entry) {
      (*this)(entry.first);
      out += indent_ < 0 ? ":" : ": ";
      entry.second.visit(*this);
    });
  }

  std::string& out;

 private:
  void append(const fmt::format_int& number) { out.append(number.data(), number.size()); }
  template <class Entries, class Write>
  void between(char open, char close, const Entries& entries, const Write& write) {
    out += open;
    depth_ += indent_;
    for (const auto& entry : entries) {
      if (&entry != &entries.front()) out += ',';
      new_line();
      write(entry);
    }
    depth_ -= indent_;
    if (!entries.empty()) new_line();
    out += close;
  }
  void new_line() {
    if (indent_ >= 0) out += '\n' + std::string(static_cast<std::size_t>(depth_), ' ');
  }

  int indent_;
  int depth_ = 0;
};

Data data_of(const nlohmann::ordered_json& json) {
  using Type = nlohmann::ordered_json::value_t;
  switch (json.type()) {
    case Type::boolean:
      return json.get<bool>();
    case Type::number_integer:
      return json.get<std::int64_t>();
    case Type::number_unsigned:
      return json.get<std::uint64_t>();
    case Type::number_float:
      return json.get<double>();
    case Type::string:
      return json.get<std::string>();
    case Type::array:
      return each_of(json, data_of);
    case Type::object: {
      Data::Map map;
      for (const auto& [key, each] : json.items()) map.emplace_back(key, data_of(each));
      return map;
    }
    default:
      return {};
  }
}

struct CellOf {
  TableCell operator()(std::monostate) const { return {}; }
  TableCell operator()(bool truth) const { return truth ? "yes" : "no"; }
  TableCell operator()(std::int64_t number) const { return number; }
  /// A table holds a number above 2^62 as text.
  TableCell operator()(std::uint64_t number) const {
    if (number > std::uint64_t{1} << 62) return std::to_string(number);
    return static_cast<std::int64_t>(number);
  }
  TableCell operator()(double number) const { return number; }
  TableCell operator()(const std::string& text) const { return text; }
  template <class Structure>
  TableCell operator()(const Structure& list) const {
    return to_json(list);
  }
};

}  // namespace

TableCell cell_of(const Data& value) { return value.visit(CellOf{}); }

std::string to_json(const Data& value, int indent) {
  std::string text;
  append_json(text, value, indent);
  return text;
}

void append_json(std::string& text, const Data& value, int indent) {
  Writer writer(text, indent);
  value.visit(writer);
}

std::string to_json_lines(const Data& list) {
  return sum_over<std::string>(list.list(), [&](const Data& each) { return to_json(each) + '\n'; });
}

std::optional<Data> json_of_user(std::string_view text) {
  bool too_deep = false;
  const auto keep = [&](int depth, nlohmann::ordered_json::parse_event_t, nlohmann::ordered_json&) {
    too_deep = too_deep || depth > kDeepestJson;
    return !too_deep;
  };
  const nlohmann::ordered_json value = nlohmann::ordered_json::parse(text, keep, false);
  if (too_deep || value.is_discarded()) return std::nullopt;
  return data_of(value);
}

}  // namespace cutline
