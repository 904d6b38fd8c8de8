// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "cutline/base/document.hpp"
#include "cutline/base/letters.hpp"
#include "topology/graph_yaml.hpp"
#include "topology/slurm_network.hpp"

namespace cutline {

namespace {

constexpr std::string_view kSlurmYamlHint =
    "`- topology: t` has `tree: {switches: [...]}` with switch, nodes and children, or `block: {blocks: [...]}`";
constexpr std::string_view kSlurmHint =
    "a line is `SwitchName=s1 Nodes=n[0-3]`, `SwitchName=s3 Switches=s[1-2]` or `BlockName=b1 Nodes=n[0-3]`";

bool is_slurm_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

class SlurmReader {
 public:
  SlurmReader(const GraphText& file, const GraphReading& reading)
      : file_(file), network_(file, reading, kSlurmHint), line_(network_.line) {}

  GraphFile read() {
    while (next_line()) read_line();
    return network_.finish();
  }

 private:
  struct Setting {
    std::string_view key, value;
    std::size_t key_offset = 0, value_offset = 0;
  };

  [[noreturn]] void fail(std::size_t offset, std::string message) const { network_.fail(offset, std::move(message)); }

  /// Goes to the next line that is not empty; false at the end of the file.
  bool next_line() {
    line_.text.clear();
    line_.pieces.clear();
    bool goes_on = true;
    while (next_ < file_.text.size() && (goes_on || line_.text.empty())) {
      const std::size_t end = std::min(file_.text.find('\n', next_), file_.text.size());
      std::string_view text = std::string_view(file_.text).substr(next_, end - next_);
      text = text.substr(0, text.find('#'));
      while (!text.empty() && is_slurm_blank(text.back())) text.remove_suffix(1);
      goes_on = text.ends_with('\\');
      if (goes_on) text.remove_suffix(1);
      line_.pieces.push_back({line_.text.size(), next_});
      line_.text += text;
      next_ = end + 1;
    }
    return !line_.text.empty();
  }

  /// Reads `key=value` or `key="value"` from a place of the line on, which it moves past; nothing at the line's end.
  std::optional<Setting> next_setting(std::size_t& offset) const {
    const std::string_view text = line_.text;
    const auto skip_blanks = [&] {
      while (offset < text.size() && is_slurm_blank(text[offset])) ++offset;
    };
    skip_blanks();
    if (offset == text.size()) return std::nullopt;
    Setting setting{.key_offset = offset};
    while (offset < text.size() && text[offset] != '=' && !is_slurm_blank(text[offset])) ++offset;
    setting.key = text.substr(setting.key_offset, offset - setting.key_offset);
    skip_blanks();
    if (offset == text.size() || text[offset] != '=' || setting.key.empty())
      fail(setting.key_offset, fmt::format("{} is no `key=value`", quoted_name(setting.key)));
    ++offset;
    skip_blanks();
    const bool quoted = offset < text.size() && text[offset] == '"';
    if (quoted) ++offset;
    setting.value_offset = offset;
    while (offset < text.size() && (quoted ? text[offset] != '"' : !is_slurm_blank(text[offset]))) ++offset;
    setting.value = text.substr(setting.value_offset, offset - setting.value_offset);
    if (quoted && offset++ == text.size()) fail(setting.value_offset, "this text has no closing \"");
    if (setting.value.empty()) fail(setting.key_offset, fmt::format("{} has no value", quoted_name(setting.key)));
    return setting;
  }

  void read_line() {
    std::optional<Setting> name, nodes, switches, level;
    bool is_block = false, is_sizes = false;
    for (std::size_t offset = 0; const auto setting = next_setting(offset);) {
      const auto is = [&](std::string_view key) { return same_but_case(setting->key, key); };
      std::optional<Setting>* const place = is("SwitchName") || is("BlockName") ? &name
                                            : is("Nodes")                       ? &nodes
                                            : is("Switches")                    ? &switches
                                            : is("Level")                       ? &level
                                                                                : nullptr;
      if (place == nullptr && !is("LinkSpeed") && !is("BlockSizes"))
        fail(setting->key_offset, fmt::format("{} is no key of this file", quoted_name(setting->key)));
      if (place == nullptr) {
        is_sizes = is("BlockSizes");
        network_.ignore(is_sizes ? "BlockSizes" : "LinkSpeed");
        continue;
      }
      if (place->has_value()) fail(setting->key_offset, fmt::format("{} stands twice", quoted_name(setting->key)));
      *place = setting;
      is_block = is_block || is("BlockName");
    }
    if (!name && is_sizes && !nodes && !switches) return;
    if (!name) fail(0, "this line names no switch and no block");
    network_.has_blocks = network_.has_blocks || is_block;
    const std::uint32_t parent = network_.state(name->value, name->value_offset);
    // Above level 0, `scontrol show topology` prints the nodes of all switches below.
    if (nodes && (!level || level->value == "0")) read_below(*nodes, parent, SlurmNetwork::Below::hosts);
    if (switches) read_below(*switches, parent, SlurmNetwork::Below::switches);
  }

  void read_below(const Setting& list, std::uint32_t parent, SlurmNetwork::Below kind) {
    network_.read_below(list.value, list.value_offset, parent, kind);
  }

  const GraphText& file_;
  SlurmNetwork network_;
  SlurmLine& line_;
  std::size_t next_ = 0;
};

/// Slurm's topology.yaml: a list of topologies, of which the cluster's default is read, else the first.
class SlurmYamlReader {
 public:
  SlurmYamlReader(const GraphText& file, const GraphReading& reading)
      : file_(file), network_(file, reading, kSlurmYamlHint), document_(yaml_of(file, kSlurmYamlHint)) {}

  GraphFile read() {
    const YamlId chosen = chosen_topology();
    const auto tree = find_value(document_, chosen, "tree"), block = find_value(document_, chosen, "block");
    if (tree.has_value() == block.has_value()) fail(chosen, "this topology is neither a tree nor of blocks");
    if (tree) {
      for (const YamlId each : entries(*tree, "switches")) read_switch(each, "switch");
    } else {
      network_.has_blocks = true;
      if (find_value(document_, *block, "block_sizes")) network_.ignore("block_sizes");
      for (const YamlId each : entries(*block, "blocks")) read_switch(each, "block");
    }
    return network_.finish();
  }

 private:
  [[noreturn]] void fail(YamlId id, std::string message) const {
    file_.fail(document_[id].mark.offset, std::move(message), std::string(kSlurmYamlHint));
  }

  std::vector<YamlId> entries(YamlId map, std::string_view key) const {
    const auto list = find_value(document_, map, key);
    if (!list || document_[*list].kind != YamlKind::list) fail(list.value_or(map), fmt::format("no list of {}", key));
    return document_[*list].items;
  }

  YamlId chosen_topology() {
    const YamlNode& root = document_[document_.root];
    if (root.kind != YamlKind::list || root.items.empty()) fail(document_.root, "the file is no list of topologies");
    YamlId chosen = root.items.front();
    for (auto item = root.items.rbegin(); item != root.items.rend(); ++item) {
      const auto is_default = find_value(document_, *item, "cluster_default");
      if (is_default && document_[*is_default].text == "true") chosen = *item;
    }
    const auto name = find_value(document_, chosen, "topology");
    if (!name || document_[*name].kind != YamlKind::scalar) fail(chosen, "this topology has no name");
    if (root.items.size() > 1)
      network_.note(
          fmt::format("the file has {} topologies: {} is read", root.items.size(), quoted_name(document_[*name].text)));
    return chosen;
  }

  /// Makes a value of the file the text whose places count.
  std::string_view set_text(YamlId value) {
    const YamlNode& node = document_[value];
    if (node.kind != YamlKind::scalar || node.text.empty()) fail(value, "here a name or a list of hosts is due");
    network_.line = {node.text, {{0, node.mark.offset + (node.quoted ? 1 : 0)}}};
    return network_.line.text;
  }

  void read_switch(YamlId entry, std::string_view kind) {
    for (const YamlEntry& each : document_[entry].entries) {
      if (each.key != kind && each.key != "nodes" && each.key != "children")
        fail(each.value, fmt::format("{} is no key of a {}", quoted_name(each.key), kind));
    }
    const auto name = find_value(document_, entry, kind);
    if (!name) fail(entry, fmt::format("here `{}` is due", kind));
    const std::uint32_t parent = network_.state(set_text(*name), 0);
    using Below = SlurmNetwork::Below;
    for (const auto& [key, below] : {std::pair("nodes", Below::hosts), std::pair("children", Below::switches)}) {
      if (const auto list = find_value(document_, entry, key)) network_.read_below(set_text(*list), 0, parent, below);
    }
  }

  const GraphText& file_;
  SlurmNetwork network_;
  const Document document_;
};

bool begins_with_slurm_key(std::string_view text) {
  const std::string_view line = first_line(text);
  const std::size_t end = std::min(line.find_first_of(" \t="), line.size());
  const std::string_view key = line.substr(0, end);
  const std::size_t equals = line.find_first_not_of(" \t", end);
  return equals != std::string_view::npos && line[equals] == '=' &&
         (same_but_case(key, "SwitchName") || same_but_case(key, "BlockName") || same_but_case(key, "BlockSizes"));
}

/// Whether a text begins as a list of topologies, perhaps after the mark of a document.
bool begins_as_slurm_yaml(std::string_view text) {
  std::string_view line = first_line(text);
  if (line.starts_with("---")) line = first_line(text.substr(text.find("---") + 3));
  return line.starts_with("- topology:");
}

}  // namespace

GraphFormat slurm_graph_format() {
  return {
      .name = "slurm",
      .summary = "Slurm's topology.conf and topology.yaml: switches with lists of nodes or switches; a block is a star",
      .source = "Slurm 25.11, topology.conf(5), topology.yaml(5)",
      .endings = {".conf", ".yaml", ".yml"},
      .begins = [](std::string_view text) { return begins_with_slurm_key(text) || begins_as_slurm_yaml(text); },
      .read =
          [](const GraphText& file, const GraphReading& reading) {
            const bool is_yaml = first_line(file.text).starts_with('-');
            return is_yaml ? SlurmYamlReader(file, reading).read() : SlurmReader(file, reading).read();
          }};
}

}  // namespace cutline
