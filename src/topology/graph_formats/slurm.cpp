// SPDX-License-Identifier: Apache-2.0
#include "base/document.hpp"
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr std::string_view kSlurmYamlHint =
    "`- topology: t` has `tree: {switches: [...]}` with switch, nodes and children, or `block: {blocks: [...]}`";
constexpr std::string_view kSlurmHint =
    "a line is `SwitchName=s1 Nodes=n[0-3]`, `SwitchName=s3 Switches=s[1-2]` or `BlockName=b1 Nodes=n[0-3]`";

constexpr std::string_view kSlurmBlanks = " \t\r";
constexpr std::size_t kLongestHost = 64;
constexpr std::uint64_t kMostHostsOfAWord = 65536;                   // as in Slurm
constexpr std::uint64_t kMostHostsOfAFile = std::uint64_t{1} << 22;  // one name may stand on many lines

/// A text of a file in Slurm's format: a line without its comment, joined with those that a backslash at its end
/// continues, or a value of YAML.
struct SlurmLine {
  struct Piece {
    std::size_t offset = 0;  ///< in `text`
    std::size_t at = 0;      ///< in the file
  };
  std::string text;
  std::vector<Piece> pieces;

  /// The place in the file of a place in the text.
  std::size_t at(std::size_t offset) const {
    const auto after = std::upper_bound(pieces.begin(), pieces.end(), offset,
                                        [](std::size_t of, const Piece& piece) { return of < piece.offset; });
    return (after - 1)->at + offset - (after - 1)->offset;
  }
};

/// The network of a file in Slurm's format: compute nodes, and switches or blocks with lists of what is below them.
class SlurmNetwork : protected FormatReader {
 protected:
  SlurmNetwork(const GraphText& file, const GraphReading& reading, std::string_view hint)
      : FormatReader(file, reading, hint) {}

  enum class Kind : std::uint8_t { host, named_switch, stated_switch };
  /// The node of a switch or block that the file states under this name.
  std::uint32_t state(std::string_view name, std::size_t offset) {
    if (name.size() > kLongestHost || name.find_first_of("[],") != std::string_view::npos)
      fail(offset, "a switch or block has one name of up to 64 letters, without brackets and commas");
    return node_of(name, offset, Kind::stated_switch);
  }

  /// Reads a list such as `a[1-2,07-12]x[0-3],b` and links each of its names to the parent.
  void read_below(std::string_view list, std::size_t offset, std::uint32_t parent, Kind kind) {
    std::size_t at = 0;
    do {
      const std::size_t begin = at;
      const std::vector<std::string> names = read_names(list, at, offset);
      hosts_ += names.size();
      if (hosts_ > kMostHostsOfAFile)
        throw_limit_error(fmt::format("'{}' names more than 2^22 nodes and switches, the limit", file_.path));
      for (const std::string& name : names)
        builder_.add_link(line_.at(offset + begin), parent, node_of(name, offset + begin, kind));
    } while (at++ < list.size());
  }

  GraphFile finish() {
    for (std::uint32_t node = 0; node < kinds_.size(); ++node) {
      if (kinds_[node] == Kind::named_switch)
        FormatReader::fail(
            at_[node], fmt::format("the file has no line of the switch {}", quoted_name(builder_.graph.names[node])),
            "`Switches` names switches that have a `SwitchName` line of their own");
      builder_.set_terminals(node, kinds_[node] == Kind::host ? 1 : 0);
    }
    const std::size_t dropped = keep_first_links(builder_.graph, false).dropped;
    if (dropped > 0) builder_.note(fmt::format("{} links are stated again: each is one link", dropped));
    if (has_blocks_)
      builder_.note(
          "blocks say which nodes are close, not how they are linked: each is a star of its nodes about "
          "a switch of its name, and no links join the blocks");
    return builder_.finish();
  }

  [[noreturn]] void fail(std::size_t offset, std::string message) const {
    FormatReader::fail(line_.at(offset), std::move(message));
  }

  SlurmLine line_;  ///< the text whose places the offsets count
  bool has_blocks_ = false;

 private:
  /// Numbers in a host name.
  struct Range {
    std::uint64_t first = 0, last = 0;
    std::size_t digits = 1;  ///< the least, by zeros before the number
  };

  std::uint32_t node_of(std::string_view name, std::size_t offset, Kind kind) {
    const auto [node, is_new] = builder_.add_node(name);
    if (is_new) {
      kinds_.push_back(kind);
      at_.push_back(line_.at(offset));
      return node;
    }
    if ((kinds_[node] == Kind::host) != (kind == Kind::host))
      fail(offset, fmt::format("{} is a compute node and a switch or block", quoted_name(name)));
    if (kind != Kind::stated_switch) return node;
    if (kinds_[node] == Kind::stated_switch)
      fail(offset, fmt::format("the switch or block {} has a line already", quoted_name(name)));
    kinds_[node] = kind;
    return node;
  }

  /// Reads one name of a list, up to its comma; all names that it stands for by its brackets.
  std::vector<std::string> read_names(std::string_view list, std::size_t& at, std::size_t offset) const {
    const std::size_t begin = at;
    std::vector<std::string> names = {""};
    std::size_t length = 0;
    for (std::size_t parts = 0; at < list.size() && list[at] != ','; ++parts) {
      if (parts == kLongestHost) fail(offset + at, "a name has more than 64 letters");
      const std::string_view letters = list.substr(at, list.find_first_of(",[]", at) - at);
      for (std::string& name : names) name += letters;
      length += letters.size();
      at += letters.size();
      if (at == list.size() || list[at] == ',') break;
      if (list[at] == ']') fail(offset + at, "this ] closes no [");
      const std::vector<Range> ranges = read_ranges(list, at, offset);
      std::size_t digits = 0;
      for (const Range& range : ranges) digits = std::max({digits, range.digits, std::to_string(range.last).size()});
      length += digits;
      names = with_numbers(names, ranges);
    }
    if (length == 0) fail(offset + begin, "here a name is missing");
    if (length > kLongestHost) fail(offset + begin, "a name has more than 64 letters");
    if (names.size() > kMostHostsOfAWord) fail(offset + begin, "these brackets stand for more than 65536 names");
    return names;
  }

  /// Reads the ranges in a pair of brackets.
  std::vector<Range> read_ranges(std::string_view list, std::size_t& at, std::size_t offset) const {
    std::vector<Range> ranges;
    do {
      ++at;
      ranges.push_back(read_range(list, at, offset));
      if (ranges.size() > kMostHostsOfAWord) fail(offset + at, "these brackets have more than 65536 ranges");
    } while (at < list.size() && list[at] == ',');
    if (at == list.size() || list[at] != ']') fail(offset + at, "here ] is due, or a comma between ranges");
    ++at;
    return ranges;
  }

  Range read_range(std::string_view list, std::size_t& at, std::size_t offset) const {
    Range range;
    const std::size_t begin = at;
    const auto number = [&](std::uint64_t& value) {
      const char* const from = list.data() + at;
      const auto [stop, trouble] = std::from_chars(from, list.data() + list.size(), value);
      if (trouble != std::errc()) fail(offset + at, "here a whole number is due, as in [0-3,07-12]");
      at += static_cast<std::size_t>(stop - from);
    };
    number(range.first);
    range.digits = at - begin;
    range.last = range.first;
    if (at < list.size() && list[at] == '-') {
      ++at;
      number(range.last);
    }
    if (range.last < range.first) fail(offset + begin, "this range ends before it begins");
    if (range.last - range.first >= kMostHostsOfAWord) fail(offset + begin, "this range has more than 65536 numbers");
    return range;
  }

  /// Each name with each number; one more than the most names if they are more.
  static std::vector<std::string> with_numbers(const std::vector<std::string>& names,
                                               const std::vector<Range>& ranges) {
    std::vector<std::string> all;
    for (const std::string& name : names) {
      if (all.size() > kMostHostsOfAWord) break;
      for (const Range& range : ranges) {
        for (std::uint64_t i = 0; i <= range.last - range.first && all.size() <= kMostHostsOfAWord; ++i)
          all.push_back(fmt::format("{}{:0{}}", name, range.first + i, range.digits));
      }
    }
    return all;
  }

  std::vector<Kind> kinds_;      ///< of each node
  std::vector<std::size_t> at_;  ///< where each node is first named
  std::uint64_t hosts_ = 0;      ///< names in all lists
};

class SlurmReader : SlurmNetwork {
 public:
  SlurmReader(const GraphText& file, const GraphReading& reading) : SlurmNetwork(file, reading, kSlurmHint) {}

  GraphFile read() {
    while (next_line()) read_line();
    return finish();
  }

 private:
  struct Setting {
    std::string_view key, value;
    std::size_t key_offset = 0, value_offset = 0;
  };

  /// Goes to the next line that is not empty; false at the end of the file.
  bool next_line() {
    line_.text.clear();
    line_.pieces.clear();
    bool goes_on = true;
    while (next_ < file_.text.size() && (goes_on || line_.text.empty())) {
      const std::size_t end = std::min(file_.text.find('\n', next_), file_.text.size());
      std::string_view text = std::string_view(file_.text).substr(next_, end - next_);
      text = text.substr(0, text.find('#'));
      text = text.substr(0, text.find_last_not_of(kSlurmBlanks) + 1);
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
    const auto skip_blanks = [&] { offset = std::min(text.find_first_not_of(kSlurmBlanks, offset), text.size()); };
    skip_blanks();
    if (offset == text.size()) return std::nullopt;
    Setting setting{.key_offset = offset};
    offset = std::min(text.find_first_of("= \t\r", offset), text.size());
    setting.key = text.substr(setting.key_offset, offset - setting.key_offset);
    skip_blanks();
    if (offset == text.size() || text[offset] != '=' || setting.key.empty())
      fail(setting.key_offset, fmt::format("{} is no `key=value`", quoted_name(setting.key)));
    ++offset;
    skip_blanks();
    const bool quoted = offset < text.size() && text[offset] == '"';
    if (quoted) ++offset;
    setting.value_offset = offset;
    offset = std::min(text.find_first_of(quoted ? "\"" : kSlurmBlanks, offset), text.size());
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
      if (place == nullptr) {
        is_sizes = is("BlockSizes");
        if (!is_sizes && !is("LinkSpeed"))
          fail(setting->key_offset, fmt::format("{} is no key of this file", quoted_name(setting->key)));
        builder_.ignore(is_sizes ? "BlockSizes" : "LinkSpeed", AttributeOf::links);
        continue;
      }
      if (place->has_value()) fail(setting->key_offset, fmt::format("{} stands twice", quoted_name(setting->key)));
      *place = setting;
      is_block = is_block || is("BlockName");
    }
    if (!name && is_sizes && !nodes && !switches) return;
    if (!name) fail(0, "this line names no switch and no block");
    has_blocks_ = has_blocks_ || is_block;
    const std::uint32_t parent = state(name->value, name->value_offset);
    // Above level 0, `scontrol show topology` prints the nodes of all switches below.
    if (nodes && (!level || level->value == "0")) read_below(nodes->value, nodes->value_offset, parent, Kind::host);
    if (switches) read_below(switches->value, switches->value_offset, parent, Kind::named_switch);
  }

  std::size_t next_ = 0;
};

/// Slurm's topology.yaml: a list of topologies, of which the cluster's default is read, else the first.
class SlurmYamlReader : SlurmNetwork {
 public:
  SlurmYamlReader(const GraphText& file, const GraphReading& reading)
      : SlurmNetwork(file, reading, kSlurmYamlHint), document_(yaml_of(file, kSlurmYamlHint)) {}

  GraphFile read() {
    const YamlId chosen = chosen_topology();
    const auto tree = find_value(document_, chosen, "tree"), block = find_value(document_, chosen, "block");
    if (tree.has_value() == block.has_value()) fail(chosen, "this topology is neither a tree nor of blocks");
    if (tree) {
      for (const YamlId each : entries(*tree, "switches")) read_switch(each, "switch");
    } else {
      has_blocks_ = true;
      if (find_value(document_, *block, "block_sizes")) builder_.ignore("block_sizes", AttributeOf::links);
      for (const YamlId each : entries(*block, "blocks")) read_switch(each, "block");
    }
    return finish();
  }

 private:
  [[noreturn]] void fail(YamlId id, std::string message) const {
    FormatReader::fail(document_[id].mark.offset, std::move(message));
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
      builder_.note(
          fmt::format("the file has {} topologies: {} is read", root.items.size(), quoted_name(document_[*name].text)));
    return chosen;
  }

  /// Makes a value of the file the text whose places count.
  std::string_view set_text(YamlId value) {
    const YamlNode& node = document_[value];
    if (node.kind != YamlKind::scalar || node.text.empty()) fail(value, "here a name or a list of hosts is due");
    line_ = {node.text, {{0, node.mark.offset + (node.quoted ? 1 : 0)}}};
    return line_.text;
  }

  void read_switch(YamlId entry, std::string_view kind) {
    for (const YamlEntry& each : document_[entry].entries) {
      if (each.key != kind && each.key != "nodes" && each.key != "children")
        fail(each.value, fmt::format("{} is no key of a {}", quoted_name(each.key), kind));
    }
    const auto name = find_value(document_, entry, kind);
    if (!name) fail(entry, fmt::format("here `{}` is due", kind));
    const std::uint32_t parent = state(set_text(*name), 0);
    for (const auto& [key, below] : {std::pair("nodes", Kind::host), std::pair("children", Kind::named_switch)}) {
      if (const auto list = find_value(document_, entry, key)) read_below(set_text(*list), 0, parent, below);
    }
  }

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
