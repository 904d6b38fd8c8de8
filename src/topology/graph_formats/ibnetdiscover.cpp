// SPDX-License-Identifier: Apache-2.0
#include <tuple>

#include "base/named.hpp"
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr std::string_view kFabricHint =
    "a node is `Switch 36 \"S-0002\" # \"name\"` or `Ca 2 \"H-0001\"`; below it a port is `[1] \"H-0001\"[2]`";
constexpr std::uint64_t kMostPorts = 255;

/// A node of a fabric, as the line says that begins its ports.
struct FabricNode {
  std::string_view description;  ///< its name if it has none
  std::uint64_t ports = 0;
  bool is_host = false;
  bool is_stated = false;  ///< false: only named by a port
  std::size_t at = 0;
};

struct FabricPort {
  std::uint32_t node = 0;
  std::uint32_t number = 0;
  auto operator<=>(const FabricPort&) const = default;
};

/// A cable, from its lower port to its higher one.
struct FabricCable {
  FabricPort a, b;
  std::size_t at = 0;
  double rate = 0;  ///< Gb/s; 0: the file does not say
};

/// What a lane carries, in Gb/s of data behind its code; a cable of `4xHDR` has four of them.
struct LaneRate {
  std::string_view name;
  double gbit_per_s;
};
constexpr LaneRate kLaneRates[] = {{"SDR", 2},  {"DDR", 4},  {"QDR", 8},   {"FDR10", 10}, {"FDR", 13.64},
                                   {"EDR", 25}, {"HDR", 50}, {"NDR", 100}, {"XDR", 200}};
constexpr std::string_view kRateAttribute = "rate";

/// The rate at the end of a port's comment, such as 4xHDR; 0 if there is none.
double cable_rate(std::string_view line) {
  const std::size_t end = line.find_last_not_of(" \t");
  if (end == std::string_view::npos) return 0;
  line = line.substr(0, end + 1);
  const std::string_view word = line.substr(line.find_last_of(" \t") + 1);
  std::uint32_t lanes = 0;
  const auto [stop, trouble] = std::from_chars(word.data(), word.data() + word.size(), lanes);
  const std::string_view speed = word.substr(static_cast<std::size_t>(stop - word.data()));
  constexpr std::uint32_t kMostLanes = 12;
  if (trouble != std::errc() || lanes < 1 || lanes > kMostLanes || !speed.starts_with('x')) return 0;
  const LaneRate* found = find_named(kLaneRates, speed.substr(1));
  return found == nullptr ? 0 : lanes * found->gbit_per_s;
}

/// The kinds of nodes, and which are hosts.
constexpr std::array<std::pair<std::string_view, bool>, 4> kFabricKinds = {
    {{"Switch", false}, {"Ca", true}, {"Hca", true}, {"Rt", false}}};

/// What stands in the first pair of quotes of a text; empty if there is none.
std::string_view in_quotes(std::string_view text) {
  const std::size_t begin = text.find('"');
  const std::size_t end = begin == std::string_view::npos ? begin : text.find('"', begin + 1);
  return end == std::string_view::npos ? std::string_view() : text.substr(begin + 1, end - begin - 1);
}

/// The kind of a node that a line begins; null if it begins none.
const std::pair<std::string_view, bool>* fabric_kind(std::string_view line) {
  for (const auto& kind : kFabricKinds) {
    if (!line.starts_with(kind.first)) continue;
    const std::size_t number = line.find_first_not_of(" \t", kind.first.size());
    if (number == std::string_view::npos || number == kind.first.size()) continue;
    if (line[number] >= '0' && line[number] <= '9') return &kind;
  }
  return nullptr;
}

class FabricReader : FormatReader {
 public:
  FabricReader(const GraphText& file, const GraphReading& reading) : FormatReader(file, reading, kFabricHint) {}

  GraphFile read() {
    for (std::size_t next = 0; next < file_.text.size();) {
      const std::size_t end = std::min(file_.text.find('\n', next), file_.text.size());
      std::string_view line = std::string_view(file_.text).substr(next, end - next);
      if (line.ends_with('\r')) line.remove_suffix(1);
      const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
      read_line(line.substr(first), next + first);
      next = end + 1;
    }
    if (nodes_.empty()) fail(0, "the file states no node");
    keep_each_cable_once();
    add_nodes();
    for (const FabricCable& cable : cables_) {
      if (!is_left_out(cable.a.node) && !is_left_out(cable.b.node)) add_cable(cable);
    }
    note_rates();
    if (has_rates_ && builder_.width_name() != kRateAttribute)
      builder_.ignore("widths and speeds of cables", AttributeOf::links);
    return builder_.finish();
  }

 private:
  /// A cable is as wide as its rate if the user asks for that.
  void add_cable(const FabricCable& cable) {
    const bool is_wide = cable.rate > 0 && builder_.width_name() == kRateAttribute;
    builder_.add_link(cable.at, number_[cable.a.node], number_[cable.b.node],
                      {.width = is_wide ? std::optional<double>(cable.rate) : std::nullopt});
  }

  void note_rates() {
    if (builder_.width_name() == kRateAttribute) return;
    double least = 0, most = 0;  // Gb/s, of the cables whose rate the file says
    for (const FabricCable& cable : cables_) {
      if (cable.rate == 0) continue;
      least = least == 0 ? cable.rate : std::min(least, cable.rate);
      most = std::max(most, cable.rate);
    }
    if (least == most) return;
    builder_.note(fmt::format(
        "cables carry from {:.4g} to {:.4g} Gb/s and count alike: `width_from: rate` makes links as wide as "
        "their rates",
        least, most));
  }

  void read_line(std::string_view line, std::size_t at) {
    if (line.empty()) return;
    if (line.front() == '[' && open_) return read_port(line, at);
    if (line.front() == '[') fail(at, "this port stands below no node");
    if (line.front() == '@') fail(at, "names of ports, which ibsim has, are not read: name the node and its port");
    if (line.starts_with("include") && line.find('"') != std::string_view::npos)
      fail(at, "another file is included, and is not read: put the files into one");
    if (const auto* kind = fabric_kind(line)) read_node(*kind, line, at);
  }

  std::uint32_t node_of(std::string_view id, std::size_t at) {
    const auto [node, is_new] = ids_.insert(id);
    if (is_new) nodes_.push_back({.at = at});
    if (nodes_.size() > kMaxGraphNodes) fail(at, "the fabric has more than 2^26 nodes");
    return node;
  }

  std::uint64_t whole(std::string_view text, std::size_t& offset, std::size_t at) const {
    std::uint64_t value = 0;
    const char* const begin = text.data() + offset;
    const auto [stop, trouble] = std::from_chars(begin, text.data() + text.size(), value);
    if (trouble != std::errc() || value < 1 || value > kMostPorts)
      fail(at + offset, fmt::format("here a number from 1 to {} is due", kMostPorts));
    offset += static_cast<std::size_t>(stop - begin);
    return value;
  }

  void read_node(const std::pair<std::string_view, bool>& kind, std::string_view line, std::size_t at) {
    std::size_t offset = line.find_first_not_of(" \t", kind.first.size());
    const std::uint64_t ports = whole(line, offset, at);
    const std::string_view id = in_quotes(line.substr(offset));
    if (id.empty()) fail(at + offset, "here the name of the node is due, in quotes");
    open_ = node_of(id, at);
    FabricNode& node = nodes_[*open_];
    if (node.is_stated) fail(at, fmt::format("the node {} is stated twice", quoted_name(id)));
    const std::size_t after_id = line.find('"', line.find('"', offset) + 1) + 1;
    const std::string_view description = description_of(line.substr(std::min(line.find('#', after_id), line.size())));
    node = {description.empty() ? id : description, ports, kind.second, true, at};
  }

  /// The description in the comment of a node's line; old programs write it without quotes, before `base port 0`.
  static std::string_view description_of(std::string_view comment) {
    if (comment.find('"') != std::string_view::npos) return in_quotes(comment);
    for (const std::string_view end : {" base port", " enhanced port", " lid ", " lmc "})
      comment = comment.substr(0, comment.find(end));
    comment.remove_prefix(std::min(comment.find_first_not_of("# \t"), comment.size()));
    return comment.substr(0, comment.find_last_not_of(" \t") + 1);
  }

  /// Reads `[1](guid) "S-0002"[3](guid) # ...`; a port without a cable has no name.
  void read_port(std::string_view line, std::size_t at) {
    std::size_t offset = 1;
    FabricPort here{*open_, static_cast<std::uint32_t>(whole(line, offset, at))};
    if (here.number > nodes_[here.node].ports)
      fail(at, fmt::format("the node has {} ports, and this is port {}", nodes_[here.node].ports, here.number));
    const std::size_t quote = line.find_first_of("\"#", offset);
    if (quote == std::string_view::npos || line[quote] == '#') return;
    const std::string_view id = in_quotes(line.substr(quote));
    if (id.empty()) fail(at + quote, "here the name of a node is due, in quotes");
    FabricPort there{node_of(id, at + quote), 1};
    offset = std::min(line.find_first_not_of(" \t", quote + id.size() + 2), line.size());
    if (offset < line.size() && line[offset] == '[')
      there.number = static_cast<std::uint32_t>(whole(line, ++offset, at));
    const double rate = cable_rate(line.substr(offset));
    has_rates_ = has_rates_ || line.find('=', offset) != std::string_view::npos ||
                 line.find(" lid ", offset) != std::string_view::npos;
    if (there < here) std::swap(here, there);
    cables_.push_back({here, there, at, rate});
  }

  /// A cable may be stated by one of its nodes or by both. No port has two cables.
  void keep_each_cable_once() {
    std::ranges::sort(cables_, {}, [](const FabricCable& cable) { return std::tuple(cable.a, cable.b, cable.at); });
    const auto same = [](const FabricCable& x, const FabricCable& y) { return x.a == y.a && x.b == y.b; };
    for (std::size_t i = cables_.size(); i-- > 1;) {  // one of the ends may state the rate
      if (same(cables_[i - 1], cables_[i]) && cables_[i - 1].rate == 0) cables_[i - 1].rate = cables_[i].rate;
    }
    cables_.erase(std::unique(cables_.begin(), cables_.end(), same), cables_.end());
    std::vector<std::pair<FabricPort, std::size_t>> ends;
    for (const FabricCable& cable : cables_) {
      ends.emplace_back(cable.a, cable.at);
      if (cable.a != cable.b) ends.emplace_back(cable.b, cable.at);
    }
    std::ranges::sort(ends);
    for (std::size_t i = 1; i < ends.size(); ++i) {
      const FabricPort& port = ends[i].first;
      if (port == ends[i - 1].first)
        fail(ends[i].second, fmt::format("port {} of {} has two cables", port.number, quoted_name(ids_[port.node])));
    }
    std::ranges::sort(cables_, {}, &FabricCable::at);
  }

  /// The engines that switches have for collective operations answer as hosts do, but stand in the switch.
  bool is_left_out(std::uint32_t node) const {
    return nodes_[node].is_host && nodes_[node].description.find("Aggregation Node") != std::string_view::npos;
  }

  void add_nodes() {
    std::set<std::string_view> descriptions;
    bool described = true;
    std::size_t left_out = 0;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      if (!nodes_[node].is_stated)
        fail(nodes_[node].at, fmt::format("the file states no node {}", quoted_name(ids_[node])));
      left_out += is_left_out(node) ? 1 : 0;
      described = described && (is_left_out(node) || descriptions.insert(nodes_[node].description).second);
    }
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      number_.push_back(0);
      if (is_left_out(node)) continue;
      number_[node] = builder_.add_node(described ? nodes_[node].description : ids_[node]).first;
      builder_.set_terminals(number_[node], nodes_[node].is_host ? 1 : 0);
    }
    std::vector<std::string>& notes = builder_.graph.notes;
    if (!described) notes.emplace_back("several nodes have one description: nodes are named by their GUIDs");
    if (left_out > 0)
      notes.push_back(fmt::format("{} aggregation nodes are parts of switches, and left out", left_out));
  }

  NodeNames ids_;  ///< as ports name them
  std::vector<FabricNode> nodes_;
  std::vector<FabricCable> cables_;
  std::vector<std::uint32_t> number_;  ///< of each node in the graph
  std::optional<std::uint32_t> open_;  ///< the node whose ports are read
  bool has_rates_ = false;
};

bool begins_with_fabric_node(std::string_view text) {
  constexpr std::array<std::string_view, 9> kFirst = {"# Topology file: generated",
                                                      "vendid=0x",
                                                      "devid=0x",
                                                      "sysimgguid=0x",
                                                      "switchguid",
                                                      "caguid=0x",
                                                      "hcaguids",
                                                      "Chassis ",
                                                      "Non-Chassis Nodes"};
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const auto begins_line = [&](std::string_view first) { return line.starts_with(first); };
    if (std::ranges::any_of(kFirst, begins_line)) return true;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos || line.front() == '#') continue;
    return fabric_kind(line) != nullptr && line.find('"') != std::string_view::npos;
  }
  return false;
}

}  // namespace

GraphFormat ibnetdiscover_graph_format() {
  return {
      .name = "ibnetdiscover",
      .summary = "an InfiniBand fabric: what ibnetdiscover prints and ibsim reads; a cable is a link, hosts are nodes",
      .source = "infiniband-diags, ibnetdiscover(8); ibsim, net-examples",
      .endings = {".topo", ".ibnet", ".net"},
      .has_attributes = true,
      .begins = begins_with_fabric_node,
      .read = read_by<FabricReader>};
}

}  // namespace cutline
