// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include "base/letters.hpp"
#include "spec/reader.hpp"

namespace cutline {

namespace {

/// The unit in which quantities of a kind are usual below a key: heights of racks in m, pitches of layers in nm. The
/// first row that fits counts; an empty key stands for all others. Kinds without a row have their first unit.
struct UsualUnit {
  std::string_view key;
  Measured measured;
  std::string_view unit;
};
constexpr UsualUnit kUsualUnits[] = {
    {"bump_pitch", Measured::length, "um"},   {"copper", Measured::length, "um"}, {"diameter", Measured::length, "mm"},
    {"bend_radius", Measured::length, "mm"},  {"layers", Measured::length, "nm"}, {"cable", Measured::length, "m"},
    {"longest_cable", Measured::length, "m"}, {"stock", Measured::length, "m"},   {"lengths", Measured::length, "m"},
    {"longest", Measured::length, "m"},       {"machine", Measured::length, "m"}, {"", Measured::length, "mm"},
    {"effort", Measured::time, "s"},          {"", Measured::time, "ns"},         {"", Measured::frequency, "GHz"}};

/// All keys of a spec, made once: a spec may have many mistakes.
const std::vector<SpecKey>& all_keys() {
  static const std::vector<SpecKey> keys = spec_reference();
  return keys;
}

/// The keys on the way from the root of the document to a node, outermost first. A node that several maps share has
/// one of its ways. Empty in large documents, where the search would take long.
std::vector<std::string_view> way_to(const Document& document, YamlId id) {
  constexpr std::size_t kMostNodes = 20'000;
  std::vector<std::string_view> keys;
  if (document.nodes.size() > kMostNodes) return keys;
  for (std::size_t depth = 0; depth < kMaxYamlDepth; ++depth) {
    const YamlId below = id;
    for (YamlId above = 0; above < document.nodes.size() && id == below; ++above) {
      const YamlNode& node = document[above];
      const auto entry = std::ranges::find_if(node.entries, [&](const YamlEntry& each) { return each.value == below; });
      if (entry != node.entries.end()) keys.insert(keys.begin(), entry->key);
      const bool holds = entry != node.entries.end() || std::ranges::find(node.items, below) != node.items.end();
      if (holds) id = above;
    }
    if (id == below) break;
  }
  return keys;
}

/// The unit of the default of the key at the end of a way, if it is one of those allowed.
const UnitText* unit_of_default(const std::vector<std::string_view>& way, const std::vector<Measured>& allowed) {
  std::string path = join(way, ".");
  if (path.starts_with("defaults.")) path.replace(0, std::string_view("defaults").size(), "candidates");
  for (const SpecKey& key : all_keys()) {
    std::string own = key.path;
    for (std::size_t at; (at = own.find("[]")) != std::string::npos;) own.erase(at, 2);
    if (own != path) continue;
    const CutQuantity cut = cut_quantity(key.default_text);
    const UnitText* unit = parse_number(cut.number) ? find_named(units(), cut.unit) : nullptr;
    if (allows(allowed, unit)) return unit;
  }
  return nullptr;
}

/// How messages call a key of this name elsewhere in the spec: at its top, else deeper. For a key of candidates, the
/// name for one candidate and the name for all of them.
std::vector<std::string> keys_called(std::string_view word) {
  constexpr std::string_view kOfCandidate = "candidates[].";
  if (word.empty()) return {};
  const std::string ending = "." + std::string(word);
  const std::vector<SpecKey>& all = all_keys();
  if (std::ranges::any_of(all, [&](const SpecKey& key) { return key.path == word; }))
    return {fmt::format("'{}' of the whole spec", word)};
  for (const SpecKey& key : all) {
    if (!key.path.ends_with(ending)) continue;
    if (!key.path.starts_with(kOfCandidate)) return {fmt::format("'{}'", key.path)};
    const std::string rest = key.path.substr(kOfCandidate.size());
    return {fmt::format("'candidates[NAME].{}'", rest), fmt::format("'defaults.{}'", rest)};
  }
  return {};
}

bool is_key_of_candidates(std::string_view word) {
  const std::string path = "candidates[]." + std::string(word);
  const std::vector<SpecKey>& all = all_keys();
  return std::ranges::any_of(all, [&](const SpecKey& key) { return key.path == path; });
}

}  // namespace

bool allows(const std::vector<Measured>& allowed, const UnitText* unit) {
  return unit != nullptr && std::ranges::find(allowed, unit->measured) != allowed.end();
}

std::string word_hint(std::string_view text) {
  constexpr std::string_view kWords[] = {"zero",  "one",   "two",  "three", "four",   "five",  "six",
                                         "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  const std::string lower = lower_case(text);
  const auto word = std::ranges::find(kWords, lower);
  if (word != std::end(kWords)) return fmt::format("write {}", word - std::begin(kWords));
  const std::string hint = number_hint(text);
  return hint.empty() ? "write it in digits, without a unit, as 4" : hint;
}

std::string example_of(const Reader& reader, YamlId id, const std::vector<Measured>& allowed, std::string_view number) {
  const std::vector<std::string_view> way = way_to(reader.document, id);
  if (const UnitText* unit = unit_of_default(way, allowed)) return fmt::format("{} {}", number, unit->name);
  for (const UsualUnit& usual : kUsualUnits) {
    const bool below = usual.key.empty() || std::ranges::find(way, usual.key) != way.end();
    const bool tau = usual.measured == Measured::time && usual.key.empty() && reader.unit_technology;
    if (below && usual.measured == allowed.front()) return fmt::format("{} {}", number, tau ? "tau" : usual.unit);
  }
  for (const UnitText& unit : units()) {
    if (unit.measured == allowed.front()) return fmt::format("{} {}", number, unit.name);
  }
  return std::string(number);
}

std::string unit_hint(std::string_view given, const std::vector<Measured>& allowed) {
  const auto names = each_with(
      units(), [&](const UnitText& unit) { return allows(allowed, &unit); }, &UnitText::name);
  const auto same = std::ranges::find_if(names, [&](std::string_view name) { return same_but_case(name, given); });
  const std::string_view near = same != names.end() ? *same : nearest(given, names);
  const std::string meant = near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
  return fmt::format("{}the units are {}", meant, units_in_words(allowed));
}

std::string keys_hint(std::string_view word, const std::vector<std::string_view>& known) {
  return did_you_mean(word, known, fmt::format("the keys are: {}", join(known, ", ")));
}

std::string unknown_key_hint(std::string_view word, const std::vector<std::string_view>& known) {
  const bool at_top = std::ranges::find(known, "candidates") != known.end();
  if (at_top && is_key_of_candidates(word)) {
    return word == "name" || word == "sweep" ? "it is a key of a candidate: give it there"
                                             : "it is a key of candidates: give it in a candidate or in `defaults`";
  }
  const std::vector<std::string> deeper = nearest(word, known).empty() ? keys_called(word) : std::vector<std::string>{};
  if (deeper.empty()) return keys_hint(word, known);
  return fmt::format("did you mean {}?", fmt::join(deeper, " or "));
}

}  // namespace cutline
