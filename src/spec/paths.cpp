// SPDX-License-Identifier: Apache-2.0
#include "spec/paths.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cutline/base/parameters.hpp"

namespace cutline {
namespace {

/// Sets one value below a node. It copies every node on the way, because aliases may share it.
class Setter {
 public:
  Setter(Reader& reader, const std::vector<PathStep>& path, YamlId value, Mark mark)
      : reader_(reader), path_(path), value_(value), mark_(mark) {}

  std::optional<YamlId> below(YamlId id, std::size_t step) {
    if (step == path_.size()) return value_;
    return path_[step].item ? in_list(id, step) : in_map(id, step);
  }

 private:
  Mark mark_of(std::size_t step) const { return {mark_.source, mark_.offset + path_[step].offset}; }

  std::optional<YamlId> fail(std::size_t step, std::string message, std::string hint = {}) {
    reader_.report(mark_of(step), std::move(message), std::move(hint));
    return std::nullopt;
  }

  std::optional<YamlId> in_map(YamlId id, std::size_t step) {
    const std::string& key = path_[step].name;
    const YamlKind kind = reader_[id].kind;
    if (kind != YamlKind::map && kind != YamlKind::null) {
      return fail(step, fmt::format("'{}' is no key here: there is {}", key, in_words(reader_[id])),
                  kind == YamlKind::list ? "choose an item: name[0], or name[NAME]" : "");
    }
    YamlNode copy = reader_[id];
    copy.kind = YamlKind::map;
    const auto found =
        std::find_if(copy.entries.begin(), copy.entries.end(), [&](const YamlEntry& e) { return e.key == key; });
    const bool known = found != copy.entries.end();
    const std::optional<YamlId> value = below(known ? found->value : empty(step), step + 1);
    if (!value) return std::nullopt;
    if (known) {
      found->value = *value;
    } else {
      copy.entries.push_back({key, mark_of(step), *value});
    }
    return add(std::move(copy));
  }

  std::optional<YamlId> in_list(YamlId id, std::size_t step) {
    const std::string& name = path_[step].name;
    if (reader_[id].kind != YamlKind::list)
      return fail(step, fmt::format("'[{}]' needs a list, not {}", name, in_words(reader_[id])));
    YamlNode copy = reader_[id];
    const std::optional<std::size_t> item = find_item(copy, name);
    if (!item) return fail(step, fmt::format("no item is called '{}'", name), items_hint(copy, name));
    const std::optional<YamlId> value = below(copy.items[*item], step + 1);
    if (!value) return std::nullopt;
    copy.items[*item] = *value;
    return add(std::move(copy));
  }

  std::optional<std::size_t> find_item(const YamlNode& list, const std::string& name) const {
    const std::vector<std::string> names = item_names(list);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    const std::optional<Number> number = parse_number(name);
    const bool counts = number && number->whole && *number->whole >= 0;
    const auto index = counts ? static_cast<std::size_t>(*number->whole) : list.items.size();
    return index < list.items.size() ? std::optional<std::size_t>(index) : std::nullopt;
  }

  std::vector<std::string> item_names(const YamlNode& list) const {
    std::vector<std::string> names;
    for (const YamlId item : list.items) {
      const auto name = reader_[item].kind == YamlKind::map ? find_value(reader_.document, item, "name") : std::nullopt;
      names.push_back(name ? reader_[*name].text : std::string());
    }
    return names;
  }

  std::string items_hint(const YamlNode& list, const std::string& name) const {
    const std::vector<std::string> names = item_names(list);
    std::vector<std::string_view> known;
    for (const std::string& known_name : names) {
      if (!known_name.empty()) known.push_back(known_name);
    }
    if (list.items.empty()) return "the list is empty";
    return did_you_mean(name, known, fmt::format("the items are numbered 0 to {}", list.items.size() - 1));
  }

  YamlId empty(std::size_t step) {
    YamlNode nothing;
    nothing.mark = mark_of(step);
    return add_node(reader_.document, std::move(nothing));
  }

  YamlId add(YamlNode node) {
    measure_node(reader_.document, node);
    return add_node(reader_.document, std::move(node));
  }

  Reader& reader_;
  const std::vector<PathStep>& path_;
  YamlId value_;
  Mark mark_;
};

}  // namespace

std::vector<PathStep> parse_path(std::string_view text) {
  std::vector<PathStep> steps;
  std::size_t at = 0;
  bool key_is_due = true;
  while (at < text.size()) {
    const auto offset = static_cast<std::uint32_t>(at);
    if (text[at] == '[' && !key_is_due) {
      const std::size_t close = text.find(']', at);
      if (close == std::string_view::npos || close == at + 1) return {};
      steps.push_back({std::string(text.substr(at + 1, close - at - 1)), true, offset});
      at = close + 1;
    } else if (key_is_due) {
      const std::size_t end = std::min(text.find_first_of(".[]", at), text.size());
      if (end == at) return {};
      steps.push_back({std::string(text.substr(at, end - at)), false, offset});
      at = end;
      key_is_due = false;
    } else if (text[at] == '.') {
      ++at;
      key_is_due = true;
    } else {
      return {};
    }
  }
  return key_is_due ? std::vector<PathStep>{} : steps;
}

YamlId with_value(Reader& reader, YamlId root, const std::vector<PathStep>& path, YamlId value, Mark mark) {
  return Setter(reader, path, value, mark).below(root, 0).value_or(root);
}

}  // namespace cutline
