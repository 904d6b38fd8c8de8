// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "spec/reader.hpp"

namespace cutline {
namespace {

bool is_block(const YamlNode& node) { return node.kind == YamlKind::map || node.kind == YamlKind::list; }

std::string scalar_text(const YamlNode& node) {
  if (node.kind == YamlKind::null) return "null";
  const bool plain = !node.quoted && !node.text.empty() && node.text.find_first_of(",[]{}\n") == std::string::npos;
  return plain ? node.text : json_text(node.text);
}

std::string inline_list(const Document& document, const YamlNode& node) {
  std::string text = "[";
  for (const YamlId item : node.items) text += (text.size() > 1 ? ", " : "") + scalar_text(document[item]);
  return text + "]";
}

void write_node(const Document& document, YamlId id, const std::string& indent, std::string& text);

/// Writes the value after a key or after the dash of an item.
void write_value(const Document& document, YamlId id, const std::string& indent, std::string& text) {
  const YamlNode& node = document[id];
  const auto below = [&](YamlId item) { return is_block(document[item]); };
  if (!is_block(node)) {
    text += " " + scalar_text(node) + "\n";
  } else if (node.kind == YamlKind::list && std::none_of(node.items.begin(), node.items.end(), below)) {
    text += " " + inline_list(document, node) + "\n";
  } else if (node.kind == YamlKind::map && node.entries.empty()) {
    text += " {}\n";
  } else {
    text += "\n";
    write_node(document, id, indent + "  ", text);
  }
}

void write_node(const Document& document, YamlId id, const std::string& indent, std::string& text) {
  const YamlNode& node = document[id];
  for (const YamlEntry& entry : node.entries) {
    YamlNode key;
    key.kind = YamlKind::scalar;
    key.text = entry.key;
    text += indent + scalar_text(key) + ":";
    write_value(document, entry.value, indent, text);
  }
  for (const YamlId item : node.items) {
    text += indent + "-";
    write_value(document, item, indent, text);
  }
}

}  // namespace

std::string yaml_text(const Document& document, YamlId id) {
  std::string text;
  if (is_block(document[id])) {
    write_node(document, id, "", text);
  } else {
    text = scalar_text(document[id]) + "\n";
  }
  return text;
}

}  // namespace cutline
