// SPDX-License-Identifier: Apache-2.0
#include "topology/kept_attributes.hpp"

#include <algorithm>

namespace cutline {

namespace {

/// Names that Cutline reads; with the prefix they are read in place of the file's own.
bool is_understood_with_prefix(std::string_view name) {
  constexpr std::string_view kUnderstood[] = {"x", "y", "z", "kind", "terminals", "width"};
  return std::find(std::begin(kUnderstood), std::end(kUnderstood), name) != std::end(kUnderstood);
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

KeptAttributes::KeptAttributes(std::string_view text) : target_(export_that_wrote(text)) {
  constexpr std::size_t kMostWithPrefix = 64;  // exports write fewer
  constexpr std::string_view kAround = "\"' \t\r\n,;=:[({";
  const auto is_around = [&](std::size_t at) { return at >= text.size() || kAround.find(text[at]) != text.npos; };
  for (std::size_t at = text.find(kOwnPrefix); at != text.npos; at = text.find(kOwnPrefix, at + 1)) {
    std::string_view name = text.substr(at + kOwnPrefix.size(), 32);
    const auto end = std::find_if_not(name.begin(), name.end(), is_of_name);
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

void KeptAttributes::keep(GraphAttributes& all, AttributeOf of, std::uint64_t item, std::string_view key,
                          std::string_view text, AttributeKind kind) {
  if (too_many_ || key.empty() || is_own(of, key)) return;
  AttributeTable& table = of == AttributeOf::nodes ? all.nodes : all.links;
  // Where a name means something to a format's grammar, exports write it with this prefix.
  if (!target_.empty() && key.starts_with(kFilePrefix) && is_of_grammar(key.substr(kFilePrefix.size())))
    key.remove_prefix(kFilePrefix.size());
  if (!table.add(static_cast<std::uint32_t>(item), key, text, kind)) too_many_keys_ = true;
  if (all.nodes.bytes() + all.links.bytes() <= kMostAttributeBytes) return;
  all = {};
  too_many_ = true;
}

void KeptAttributes::finish(GraphAttributes& all, std::vector<std::string>& notes) const {
  all.nodes.finish();
  all.links.finish();
  if (too_many_) notes.emplace_back("attributes are not kept for exports: they take more than 512 MiB");
  if (too_many_keys_) notes.emplace_back("attributes past the first 1024 names are not kept for exports");
}

}  // namespace cutline
