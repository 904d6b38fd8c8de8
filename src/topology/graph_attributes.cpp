// SPDX-License-Identifier: Apache-2.0
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

std::string_view without_digits(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
  return text;
}

/// Names that Cutline reads; with the prefix they are read in place of the file's own.
bool is_understood_with_prefix(std::string_view name) {
  constexpr std::string_view kUnderstood[] = {"x", "y", "z", "kind", "terminals", "width"};
  return std::ranges::find(kUnderstood, name) != std::end(kUnderstood);
}

/// The export whose header stands near the begin of a text, `gml` of `Cutline 0.1.0 for gml: mesh`; empty: there is
/// none.
std::string export_that_wrote(std::string_view text) {
  constexpr std::size_t kFirst = 2048;
  constexpr std::string_view kName = "Cutline ", kFor = " for ";
  text = text.substr(0, kFirst);
  for (std::size_t at = text.find(kName); at != text.npos; at = text.find(kName, at + 1)) {
    std::string_view rest = text.substr(at + kName.size());
    const std::string_view version = rest.substr(0, rest.find(' '));
    rest.remove_prefix(version.size());
    if (version.empty() || version[0] < '0' || version[0] > '9' || !rest.starts_with(kFor)) continue;
    rest.remove_prefix(kFor.size());
    return std::string(rest.substr(0, rest.find(':')));
  }
  return {};
}

bool is_of_name(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

}  // namespace

bool is_json_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  std::string_view rest = without_digits(text);
  if (rest.size() == text.size() || (text[0] == '0' && text.size() - rest.size() > 1)) return false;
  if (rest.starts_with('.')) {
    const std::string_view digits = rest.substr(1);
    rest = without_digits(digits);
    if (rest.size() == digits.size()) return false;
  }
  if (rest.starts_with('e') || rest.starts_with('E')) {
    rest.remove_prefix(1);
    if (rest.starts_with('+') || rest.starts_with('-')) rest.remove_prefix(1);
    const std::string_view digits = rest;
    rest = without_digits(digits);
    if (rest.size() == digits.size()) return false;
  }
  return rest.empty();
}

std::string as_json_number(std::string_view text) {
  if (is_json_number(text)) return std::string(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  std::string number = text.starts_with('-') ? "-" : "";
  text.remove_prefix(number.size());
  if (text.starts_with('.')) number += '0';
  const std::size_t digits = text.find_first_not_of("0123456789.");
  number += text.substr(0, digits);
  if (number.ends_with('.')) number += '0';
  if (digits != text.npos) number += text.substr(digits);
  return is_json_number(number) ? number : std::string();
}

AttributeKind kind_by_looks(std::string_view text) {
  if (text == "true" || text == "false") return AttributeKind::truth;
  return is_json_number(text) ? AttributeKind::number : AttributeKind::text;
}

bool AttributeTable::add(std::uint32_t item, std::string_view key, std::string_view text, AttributeKind kind) {
  // Items mostly have their keys in one order: the next key is then the first one looked at.
  std::uint32_t number = last_key_ + 1 < keys_.size() ? last_key_ + 1 : 0;
  if (keys_.empty() || keys_[number] != key) {
    const auto known = keys_.find(key);
    if (!known && keys_.size() == kMostAttributeKeys) return false;
    number = known ? *known : keys_.insert(key).first;
  }
  last_key_ = number;
  const std::uint32_t value = values_.insert(text).first;
  letters_ += key.size() + text.size();
  entries_.push_back({item, value, static_cast<std::uint16_t>(number), kind});
  return true;
}

std::uint64_t AttributeTable::bytes() const {
  constexpr std::uint64_t kBytesOfName = 30;  // as NodeNames says
  return entries_.size() * sizeof(Entry) + values_.size() * kBytesOfName + letters_;
}

void AttributeTable::drop(std::string_view key) {
  const auto number = keys_.find(key);
  if (!number) return;
  entries_.erase(
      std::remove_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key == *number; }),
      entries_.end());
}

void AttributeTable::finish() {
  const auto before = [](const Entry& a, const Entry& b) { return a.item < b.item; };
  if (!std::ranges::is_sorted(entries_, before)) std::ranges::stable_sort(entries_, before);
  // Of the values of a key the last one counts, at the place of the first.
  std::vector<std::size_t> at(keys_.size());  // one more than the last entry of each key
  std::size_t kept = 0, first = 0;
  for (const Entry entry : entries_) {
    if (kept > first && entries_[kept - 1].item != entry.item) first = kept;
    std::size_t& seen = at[entry.key];
    if (seen > first && seen <= kept) {
      entries_[seen - 1] = entry;
    } else {
      entries_[kept++] = entry;
      seen = kept;
    }
  }
  entries_.resize(kept);
}

std::pair<std::size_t, std::size_t> AttributeTable::range(std::uint32_t item) const {
  const auto before = [](const Entry& entry, std::uint32_t number) { return entry.item < number; };
  const auto first = std::lower_bound(entries_.begin(), entries_.end(), item, before);
  auto last = first;
  while (last != entries_.end() && last->item == item) ++last;
  return {static_cast<std::size_t>(first - entries_.begin()), static_cast<std::size_t>(last - entries_.begin())};
}

void AttributeTable::pick(const std::vector<std::uint32_t>& from) {
  if (entries_.empty()) return;
  std::vector<Entry> picked;
  for (std::uint32_t item = 0; item < from.size(); ++item) {
    const auto [first, last] = range(from[item]);
    for (std::size_t i = first; i < last; ++i) {
      picked.push_back(entries_[i]);
      picked.back().item = item;
    }
  }
  entries_ = std::move(picked);
}

std::vector<AttributeValue> AttributeTable::of(std::uint32_t item) const {
  const auto [first, last] = range(item);
  std::vector<AttributeValue> all;
  for (std::size_t i = first; i < last; ++i)
    all.push_back({keys_[entries_[i].key], values_[entries_[i].value], entries_[i].kind});
  return all;
}

std::vector<unsigned> AttributeTable::kinds() const {
  std::vector<unsigned> kinds(keys_.size());
  constexpr std::size_t kMostDigits = 18;
  for (const Entry& entry : entries_) {
    kinds[entry.key] |= 1U << static_cast<unsigned>(entry.kind);
    if (entry.kind != AttributeKind::number || (kinds[entry.key] & kRealNumbers) != 0) continue;
    const std::string_view number = values_[entry.value];
    if (number.size() > kMostDigits || number.find_first_of(".eE") != number.npos) kinds[entry.key] |= kRealNumbers;
  }
  return kinds;
}

bool is_own_attribute(std::string_view target, AttributeOf of, std::string_view name) {
  constexpr std::string_view kOfNodes[] = {"kind",      "terminals", "x",    "y",    "z",   "x_pitches",
                                           "y_pitches", "z_pitches", "x_mm", "y_mm", "z_mm"};
  constexpr std::string_view kOfLinks[] = {"class",          "width",     "width_bits", "wires",        "span_pitches",
                                           "length_pitches", "length_mm", "delay_ns",   "delay_cycles", "given_mm"};
  constexpr std::string_view kOfCsv[] = {"from_address", "to_address", "layers",    "registers",
                                         "registers_mm", "load",       "load_back", "energy_pj_per_bit"};
  const auto is_in = [&](const auto& names) { return std::ranges::find(names, name) != std::end(names); };
  const bool is_dot = target == "dot", is_csv = target == "csv";
  if (of == AttributeOf::nodes)
    return is_in(kOfNodes) || (is_dot ? name == "label" || name == "pos" || name == "shape" : name == "address");
  return is_in(kOfLinks) || name == (is_dot || is_csv ? "route_cost" : "weight") || (is_csv && is_in(kOfCsv));
}

bool is_of_grammar(std::string_view name) {
  constexpr std::string_view kOfGrammar[] = {"id",  "label", "source",  "target", "from",         "to",        "src",
                                             "dst", "type",  "one_way", "dir",    "from_address", "to_address"};
  return std::ranges::any_of(kOfGrammar, [&](std::string_view word) { return same_but_case(name, word); });
}

KeptAttributes::KeptAttributes(std::string_view text, GraphAttributes& all)
    : all_(all), target_(export_that_wrote(text)) {
  constexpr std::size_t kMostWithPrefix = 64;  // exports write fewer
  constexpr std::string_view kAround = "\"' \t\r\n,;=:[({";
  const auto is_around = [&](std::size_t at) { return at >= text.size() || kAround.find(text[at]) != text.npos; };
  for (std::size_t at = text.find(kOwnPrefix); at != text.npos; at = text.find(kOwnPrefix, at + 1)) {
    std::string_view name = text.substr(at + kOwnPrefix.size(), 32);
    const auto end = std::ranges::find_if_not(name, is_of_name);
    name = name.substr(0, static_cast<std::size_t>(end - name.begin()));
    const bool is_key = is_around(at - 1) && is_around(at + kOwnPrefix.size() + name.size());
    if (is_key && with_prefix_.size() < kMostWithPrefix && with_prefix_.find(name) == with_prefix_.end())
      with_prefix_.emplace(name);
  }
}

bool KeptAttributes::is_covered(std::string_view name) const {
  return !with_prefix_.empty() && is_understood_with_prefix(name) && with_prefix_.find(name) != with_prefix_.end();
}

std::string_view KeptAttributes::meant(std::string_view name) const {
  if (with_prefix_.empty()) return name;
  if (!name.starts_with(kOwnPrefix)) return is_covered(name) ? std::string_view() : name;
  const std::string_view own = name.substr(kOwnPrefix.size());
  return is_understood_with_prefix(own) ? own : name;
}

bool KeptAttributes::is_own(AttributeOf of, std::string_view key) const {
  if (key.starts_with(kOwnPrefix)) return true;
  return !target_.empty() && is_own_attribute(target_, of, key) && with_prefix_.find(key) == with_prefix_.end();
}

void KeptAttributes::keep(AttributeOf of, std::uint64_t item, std::string_view key, std::string_view text,
                          AttributeKind kind) {
  if (too_many_ || key.empty() || is_own(of, key)) return;
  AttributeTable& table = of == AttributeOf::nodes ? all_.nodes : all_.links;
  // Where a name means something to a format's grammar, exports write it with this prefix.
  if (!target_.empty() && key.starts_with(kFilePrefix) && is_of_grammar(key.substr(kFilePrefix.size())))
    key.remove_prefix(kFilePrefix.size());
  if (!table.add(static_cast<std::uint32_t>(item), key, text, kind)) too_many_keys_ = true;
  if (all_.nodes.bytes() + all_.links.bytes() <= kMostAttributeBytes) return;
  all_ = {};
  too_many_ = true;
}

void KeptAttributes::finish(std::vector<std::string>& notes) {
  all_.nodes.finish();
  all_.links.finish();
  if (too_many_) notes.emplace_back("attributes are not kept for exports: they take more than 512 MiB");
  if (too_many_keys_) notes.emplace_back("attributes past the first 1024 names are not kept for exports");
}

}  // namespace cutline
