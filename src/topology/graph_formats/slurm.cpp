// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "cutline/base/error.hpp"
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr std::string_view kSlurmHint =
    "a line is `SwitchName=s1 Nodes=n[0-3]`, `SwitchName=s3 Switches=s[1-2]` or `BlockName=b1 Nodes=n[0-3]`";
constexpr std::size_t kLongestHost = 64;
constexpr std::uint64_t kMostHostsOfAWord = 65536;                   // as in Slurm
constexpr std::uint64_t kMostHostsOfAFile = std::uint64_t{1} << 22;  // one name may stand on many lines

bool is_same_key(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

bool is_slurm_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// A line without its comment, joined with those that a backslash at its end continues.
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

/// A piece of a host name: letters, and a number out of some ranges after them, if there are any.
struct HostPart {
  struct Range {
    std::uint64_t first = 0, last = 0;
    std::size_t digits = 1;  ///< the least, by zeros before the number
  };
  std::string_view letters;
  std::vector<Range> ranges;
};

class SlurmReader {
 public:
  SlurmReader(const GraphText& file, const GraphReading& reading) : file_(file), builder_(file, reading) {}

  GraphFile read() {
    while (next_line()) read_line();
    for (std::uint32_t node = 0; node < kinds_.size(); ++node) {
      if (kinds_[node] == Kind::named_switch)
        file_.fail(at_[node],
                   fmt::format("the file has no line of the switch {}", quoted_name(builder_.graph.names[node])),
                   "`Switches` names switches that have a `SwitchName` line of their own");
      builder_.set_terminals(node, at_[node], kinds_[node] == Kind::host ? 1 : 0);
    }
    const std::size_t dropped = keep_first_links(builder_.graph, false).dropped;
    std::vector<std::string>& notes = builder_.graph.notes;
    if (dropped > 0) notes.push_back(fmt::format("{} links are stated again: each is one link", dropped));
    if (has_blocks_)
      notes.emplace_back(
          "blocks say which nodes are close, not how they are linked: each is a star of its nodes about "
          "a switch of its name, and no links join the blocks");
    return builder_.finish();
  }

 private:
  enum class Kind : std::uint8_t { host, named_switch, stated_switch };

  struct Setting {
    std::string_view key, value;
    std::size_t key_offset = 0, value_offset = 0;
  };

  [[noreturn]] void fail(std::size_t offset, std::string message) const {
    file_.fail(line_.at(offset), std::move(message), std::string(kSlurmHint));
  }

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
      const auto is = [&](std::string_view key) { return is_same_key(setting->key, key); };
      std::optional<Setting>* const place = is("SwitchName") || is("BlockName") ? &name
                                            : is("Nodes")                       ? &nodes
                                            : is("Switches")                    ? &switches
                                            : is("Level")                       ? &level
                                                                                : nullptr;
      if (place == nullptr && !is("LinkSpeed") && !is("BlockSizes"))
        fail(setting->key_offset, fmt::format("{} is no key of this file", quoted_name(setting->key)));
      if (place == nullptr) {
        is_sizes = is("BlockSizes");
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
    if (name->value.size() > kLongestHost || name->value.find_first_of("[],") != std::string_view::npos)
      fail(name->value_offset, "a switch or block has one name of up to 64 letters, without brackets and commas");
    const std::uint32_t parent = node_of(name->value, name->value_offset, Kind::stated_switch);
    // Above level 0, `scontrol show topology` prints the nodes of all switches below.
    if (nodes && (!level || level->value == "0")) read_hosts(*nodes, parent, Kind::host);
    if (switches) read_hosts(*switches, parent, Kind::named_switch);
  }

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

  /// Reads a list such as `a[1-2,07-12]x[0-3],b` and links each of its names to the parent.
  void read_hosts(const Setting& setting, std::uint32_t parent, Kind kind) {
    const std::string_view list = setting.value;
    const std::size_t offset = setting.value_offset;
    std::size_t at = 0;
    do {
      const std::size_t begin = at;
      const std::vector<HostPart> parts = read_host(list, at, offset);
      std::uint64_t hosts = 1;
      std::size_t length = 0;
      for (const HostPart& part : parts) {
        std::uint64_t numbers = part.ranges.empty() ? 1 : 0;
        std::size_t digits = 0;
        for (const HostPart::Range& range : part.ranges) {
          numbers = std::min(numbers + range.last - range.first + 1, kMostHostsOfAWord + 1);
          digits = std::max(digits, std::max(range.digits, std::to_string(range.last).size()));
        }
        hosts = std::min(hosts * numbers, kMostHostsOfAWord + 1);
        length += part.letters.size() + digits;
      }
      if (length == 0) fail(offset + begin, "here a name is missing");
      if (length > kLongestHost) fail(offset + begin, "a name has more than 64 letters");
      if (hosts > kMostHostsOfAWord) fail(offset + begin, "these brackets stand for more than 65536 names");
      hosts_ += hosts;
      if (hosts_ > kMostHostsOfAFile)
        throw_limit_error(fmt::format("'{}' names more than 2^22 nodes and switches, the limit", file_.path));
      std::string name;
      add_hosts(parts, 0, name, offset + begin, parent, kind);
    } while (at++ < list.size());
  }

  /// Reads one name of a list, up to its comma, with its brackets.
  std::vector<HostPart> read_host(std::string_view list, std::size_t& at, std::size_t offset) const {
    std::vector<HostPart> parts;
    while (at < list.size() && list[at] != ',') {
      if (parts.size() == kLongestHost) fail(offset + at, "a name has more than 64 letters");
      HostPart& part = parts.emplace_back();
      const std::size_t end = std::min(list.find_first_of(",[]", at), list.size());
      part.letters = list.substr(at, end - at);
      at = end;
      if (at == list.size() || list[at] == ',') break;
      if (list[at] == ']') fail(offset + at, "this ] closes no [");
      do {
        ++at;
        part.ranges.push_back(read_range(list, at, offset));
        if (part.ranges.size() > kMostHostsOfAWord) fail(offset + at, "these brackets have more than 65536 ranges");
      } while (at < list.size() && list[at] == ',');
      if (at == list.size() || list[at] != ']') fail(offset + at, "here ] is due, or a comma between ranges");
      ++at;
    }
    return parts;
  }

  HostPart::Range read_range(std::string_view list, std::size_t& at, std::size_t offset) const {
    HostPart::Range range;
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

  void add_hosts(const std::vector<HostPart>& parts, std::size_t i, std::string& name, std::size_t offset,
                 std::uint32_t parent, Kind kind) {
    if (i == parts.size()) {
      builder_.add_link(line_.at(offset), parent, node_of(name, offset, kind));
      return;
    }
    const std::size_t length = name.size();
    name += parts[i].letters;
    const std::size_t with_letters = name.size();
    if (parts[i].ranges.empty()) add_hosts(parts, i + 1, name, offset, parent, kind);
    for (const HostPart::Range& range : parts[i].ranges) {
      for (std::uint64_t number = range.first; number - range.first <= range.last - range.first; ++number) {
        name += fmt::format("{:0{}}", number, range.digits);
        add_hosts(parts, i + 1, name, offset, parent, kind);
        name.resize(with_letters);
      }
    }
    name.resize(length);
  }

  const GraphText& file_;
  GraphBuilder builder_;
  SlurmLine line_;
  std::size_t next_ = 0;
  std::vector<Kind> kinds_;      ///< of each node
  std::vector<std::size_t> at_;  ///< where each node is first named
  std::uint64_t hosts_ = 0;      ///< names in all lists
  bool has_blocks_ = false;
};

bool begins_with_slurm_key(std::string_view text) {
  const std::string_view line = first_line(text);
  const std::size_t end = std::min(line.find_first_of(" \t="), line.size());
  const std::string_view key = line.substr(0, end);
  const std::size_t equals = line.find_first_not_of(" \t", end);
  return equals != std::string_view::npos && line[equals] == '=' &&
         (is_same_key(key, "SwitchName") || is_same_key(key, "BlockName") || is_same_key(key, "BlockSizes"));
}

}  // namespace

GraphFormat slurm_graph_format() {
  return {.name = "slurm",
          .summary = "Slurm's topology.conf: switches with lists of nodes or switches; a block is a star of its nodes",
          .source = "Slurm 25.11, topology.conf(5)",
          .endings = {".conf"},
          .begins = begins_with_slurm_key,
          .read = [](const GraphText& file, const GraphReading& reading) { return SlurmReader(file, reading).read(); }};
}

}  // namespace cutline
