// SPDX-License-Identifier: Apache-2.0
#include "topology/slurm_network.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

constexpr std::size_t kLongestHost = 64;
constexpr std::uint64_t kMostHostsOfAWord = 65536;                   // as in Slurm
constexpr std::uint64_t kMostHostsOfAFile = std::uint64_t{1} << 22;  // one name may stand on many lines

}  // namespace

std::uint32_t SlurmNetwork::state(std::string_view name, std::size_t offset) {
  if (name.size() > kLongestHost || name.find_first_of("[],") != std::string_view::npos)
    fail(offset, "a switch or block has one name of up to 64 letters, without brackets and commas");
  return node_of(name, offset, Kind::stated_switch);
}

std::uint32_t SlurmNetwork::node_of(std::string_view name, std::size_t offset, Kind kind) {
  const auto [node, is_new] = builder_.add_node(name);
  if (is_new) {
    kinds_.push_back(kind);
    at_.push_back(line.at(offset));
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

void SlurmNetwork::read_below(std::string_view list, std::size_t offset, std::uint32_t parent, Below kind) {
  const Kind own = kind == Below::hosts ? Kind::host : Kind::named_switch;
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
    add_hosts(parts, 0, name, offset + begin, parent, own);
  } while (at++ < list.size());
}

/// Reads one name of a list, up to its comma, with its brackets.
std::vector<SlurmNetwork::HostPart> SlurmNetwork::read_host(std::string_view list, std::size_t& at,
                                                            std::size_t offset) const {
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
      read_range(list, at, offset, part);
      if (part.ranges.size() > kMostHostsOfAWord) fail(offset + at, "these brackets have more than 65536 ranges");
    } while (at < list.size() && list[at] == ',');
    if (at == list.size() || list[at] != ']') fail(offset + at, "here ] is due, or a comma between ranges");
    ++at;
  }
  return parts;
}

void SlurmNetwork::read_range(std::string_view list, std::size_t& at, std::size_t offset, HostPart& part) const {
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
  part.ranges.push_back(range);
}

void SlurmNetwork::add_hosts(const std::vector<HostPart>& parts, std::size_t i, std::string& name, std::size_t offset,
                             std::uint32_t parent, Kind kind) {
  if (i == parts.size()) {
    builder_.add_link(line.at(offset), parent, node_of(name, offset, kind));
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

GraphFile SlurmNetwork::finish() {
  for (std::uint32_t node = 0; node < kinds_.size(); ++node) {
    if (kinds_[node] == Kind::named_switch)
      file_.fail(at_[node],
                 fmt::format("the file has no line of the switch {}", quoted_name(builder_.graph.names[node])),
                 "`Switches` names switches that have a `SwitchName` line of their own");
    builder_.set_terminals(node, kinds_[node] == Kind::host ? 1 : 0);
  }
  const std::size_t dropped = keep_first_links(builder_.graph, false).dropped;
  std::vector<std::string>& notes = builder_.graph.notes;
  if (dropped > 0) notes.push_back(fmt::format("{} links are stated again: each is one link", dropped));
  if (has_blocks)
    notes.emplace_back(
        "blocks say which nodes are close, not how they are linked: each is a star of its nodes about "
        "a switch of its name, and no links join the blocks");
  return builder_.finish();
}

}  // namespace cutline
