// SPDX-License-Identifier: Apache-2.0
#include "output/export/file_text.hpp"

#include <cmath>
#include <set>

#include "base/utf8.hpp"

namespace cutline::exporting {

namespace {

std::string hops_text(const std::vector<ExportHop>& hops) {
  std::map<std::pair<std::uint64_t, std::uint32_t>, double> shares;
  for (const ExportHop& hop : hops) shares[{hop.to, hop.dateline}] += hop.share;
  std::string out;
  for (const auto& [next, share] : shares) {
    append(out, "{}{}", out.empty() ? "" : ",", next.first);
    if (next.second > 0) append(out, "/{}", next.second);
    if (shares.size() > 1) append(out, "*{}", share);
  }
  return out.empty() ? "-" : out;
}

}  // namespace

std::string comment_line(std::string_view sign, std::string_view text) {
  const std::string line = on_one_line(text);
  return fmt::format("{} {}{}\n", sign, line, line.ends_with('\\') ? " ." : "");
}

std::string commented_header(const Export& target, const ExportNetwork& network, std::string_view sign) {
  std::string out;
  for (const std::string& line : export_header(target, network)) out += comment_line(sign, line);
  return out;
}

std::string sites_text(std::uint64_t nodes, std::uint64_t others, std::string_view inner) {
  return text::counted(nodes, "node") + (others > 0 ? ", " + text::counted(others, inner) : "");
}

std::vector<std::string> header_opening(const Export& target, std::string_view name, std::string_view network,
                                        std::string_view sites, std::string_view more) {
  return {fmt::format("Cutline {} for {}: {}", CUTLINE_VERSION, target.name, name),
          fmt::format("network: {}; {}, {}", network, sites, more)};
}

std::string node_id(const ExportNetwork& network, std::uint64_t number) {
  return network.named ? network.nodes[number].address : std::to_string(number);
}

std::string quoted_node(const ExportNetwork& network, std::uint64_t number) {
  if (!network.named) return node_id(network, number);
  std::string out = "\"";
  for (const char c : node_id(network, number)) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

std::string printable(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c <= ' ' || c >= 0x7F; }, '_');
  return text;
}

std::vector<std::string> node_names(const ExportNetwork& network) {
  std::vector<std::string> names;
  std::set<std::string> taken_names;
  for (std::size_t i = 0; i < network.nodes.size(); ++i) {
    const std::string& own = network.nodes[i].address;
    std::string& name = names.emplace_back(network.named ? printable(own) : fmt::format("n{}", i));
    if (network.named && name != own) append(name, "_{}", i);
    while (!taken_names.insert(name).second) name += '_';  // as another node may be called
  }
  return names;
}

std::vector<std::string> design_names(const ExportNetwork& network) {
  std::vector<std::string> names = node_names(network);
  for (std::string& name : names) {
    std::string escaped;
    for (const char c : name) escaped.append(is_plain(c) ? "" : "\\").append(1, c);
    name = std::move(escaped);
  }
  return names;
}

bool is_plain_name(std::string_view name, std::string_view others) {
  if (name.empty() || !is_plain(name[0]) || (name[0] >= '0' && name[0] <= '9')) return false;
  return std::ranges::all_of(name, [&](char c) { return is_plain(c) || others.find(c) != others.npos; });
}

std::string bits_text(double bits) { return text::figure_text(bits) + (bits == 1 ? " bit" : " bits"); }

std::string plain_file_name(std::string_view target, const std::string& path) {
  std::string name = path.substr(path.find_last_of('/') + 1);
  if (is_plain_name(name, "-.")) return name;
  throw_input_error(fmt::format("{} cannot read a file of the name '{}'", target, name),
                    "begin with a letter and take letters, digits, - . and _ alone");
}

std::string plain_file_stem(std::string_view target, const std::string& path) {
  const std::string name = plain_file_name(target, path);
  return name.substr(0, name.find_last_of('.'));
}

std::uint64_t buffer_flits(ExportNetwork& network, std::uint64_t loop) {
  if (network.depth_flits == 0) return std::max(loop, static_cast<std::uint64_t>(kDepthFlits));
  const auto given = static_cast<std::uint64_t>(std::ceil(network.depth_flits));
  if (given < loop) {
    note(network,
         "buffers of {} as the spec gives them; a credit of the longest link takes {}: fewer flits make "
         "channels stand idle",
         text::counted(given, "flit"), text::counted(loop, "cycle"));
  }
  return given;
}

double message_bytes(const ExportNetwork& network) { return std::max(1.0, std::ceil(network.message_bits / 8)); }

void add_routes_file(const Export& target, const ExportNetwork& network, std::vector<ExportFile>& files) {
  if (!network.routed()) return;
  const ExportRoutes& routes = *network.routed();
  std::string out = commented_header(target, network, "#");
  append(out, "# layer, source: the layer of virtual channels of its messages for each destination\n");
  append(out, "# to, destination, layer: where they go next at each node, next/dateline*share, - where none pass\n");
  append(out, "routers {} destinations {} layers {} datelines {}\n", network.nodes.size(), routes.destinations(),
         routes.layers(), routes.datelines());
  for (std::uint64_t from = 0; routes.layers() > 1 && from < routes.destinations(); ++from) {
    append(out, "layer {}", from);
    for (std::uint64_t to = 0; to < routes.destinations(); ++to)
      append(out, " {}", from == to ? 0 : routes.layer(from, to));
    out += '\n';
  }
  routes.for_each_way([&](std::uint64_t to, std::uint32_t layer, const ExportWays& ways) {
    append(out, "to {} {}", to, layer);
    for (const std::vector<ExportHop>& hops : ways.hops) append(out, " {}", hops_text(hops));
    out += '\n';
  });
  files.push_back({".routes", std::move(out)});
}

std::string routes_not_written(const std::string& why) {
  return fmt::format("the candidate's own routes are not written: {}", why);
}

void expect_connected(const ExportNetwork& network, std::string_view why, bool with_links) {
  if (is_connected(network) && !(with_links && network.links.empty())) return;
  throw_input_error(fmt::format("'{}' {}", network.name, why),
                    "add the links that are missing, or export each part as a candidate of its own");
}

void expect_two_way(const ExportNetwork& network, std::string_view but) {
  if (!network.has_one_way()) return;
  throw_input_error(fmt::format("{}, and '{}' has one-way links", but, network.name),
                    "export a network with `channels: bidirectional`, or to another simulator");
}

void expect_short(Time time, double most_ns, std::string_view target, std::string_view counts) {
  if (in_ns(time) <= most_ns) return;
  throw_limit_error(
      fmt::format("a delay of {} ns is too long for {}: in {}", text::short_text(in_ns(time)), target, counts),
      "name a faster clock, or export to another simulator");
}

void expect_terminals_everywhere(const Export& target, const ExportNetwork& network) {
  for (const ExportNode& node : network.nodes) {
    if (node.interchange || node.terminals > 0) continue;
    throw_input_error(fmt::format("{}: every node sends and takes messages, and node {} of '{}' has no terminals",
                                  target.name, node.address, network.name),
                      "export to another simulator, or give its kind of tile `terminals`");
  }
}

void expect_links(const Export& target, const ExportNetwork& network) {
  if (!network.links.empty()) return;
  throw_input_error(fmt::format("'{}' has no links, and {} holds nothing else", network.name, target.name),
                    "export a network that has some");
}

void note_nodes_without_links(ExportNetwork& network) {
  std::vector<bool> linked(network.nodes.size());
  for (const ExportLink& link : network.links) linked[link.from] = linked[link.to] = true;
  const auto left = std::ranges::count(linked, false);
  if (left > 0)
    note(network, "in no line, for they have no links: {} of {}", left, text::counted(network.nodes.size(), "node"));
}

void note_mean_costs(ExportNetwork& network) {
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    const ExportLink& link = network.links[i];
    if (link.one_way || network.cost({link.from, link.to, i}) == network.cost({link.to, link.from, i})) continue;
    note(network,
         "a link between routers of unlike delay costs the mean of its two ways, which leads along the same routes");
    return;
  }
}

void note_shared_terminals(ExportNetwork& network, std::string_view thing) {
  if (std::ranges::any_of(network.nodes, [](const ExportNode& node) { return node.terminals > 1; }))
    note(network, "the terminals of a node are {}", thing);
}

void note_wide_links(ExportNetwork& network, std::string_view but) {
  const auto wide = std::ranges::count_if(network.links,
                                          [&](const ExportLink& link) { return link.width_bits > network.width_bits; });
  if (wide > 0)
    note(network, "wider than the others: {}; {}", text::counted(static_cast<std::uint64_t>(wide), "link"), but);
}

void note_posts(ExportNetwork& network, bool posts) {
  if (posts) note(network, "posts between planes count as more of the wire in its planes");
}

std::string why_no_circuit(const ExportNetwork& network, const ExportLink& link) {
  return fmt::format("the link from {} to {} {}", network.nodes[link.from].address, network.nodes[link.to].address,
                     link.given_delay ? "has a delay of its own, and no circuit"
                                      : "leaves its module, over a medium that is no circuit");
}

std::string channel_name(std::size_t number, const ExportChannel& channel) {
  return fmt::format("c{}_{}_{}", number, channel.from, channel.to);
}

std::string channel_text(const ExportNetwork& network, const ExportChannel& channel) {
  const ExportLink& link = network.links[channel.link];
  return fmt::format("{} {} to {} {}, {}, {} ps", channel.from, network.nodes[channel.from].address, channel.to,
                     network.nodes[channel.to].address, network.classes[link.link_class],
                     text::short_text(in_ns(link.delay) * 1e3, 7));
}

const std::string_view kLibertyOpening = R"(library(cutline) {
  delay_model : table_lookup;
  time_unit : "1ps"; voltage_unit : "1V"; current_unit : "1mA"; pulling_resistance_unit : "1kohm";
  leakage_power_unit : "1nW"; capacitive_load_unit(1, ff);
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;
  output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;
  slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
)";

std::string sta_opening(const Export& target, const ExportNetwork& network, std::string_view stem) {
  return fmt::format(
      "# Run: sta -no_splash -exit {0}.tcl; its exit code says nothing, RESULT done does.\n"
      "{1}read_liberty {0}.lib\nread_verilog {0}.v\nlink_design {2}\n",
      stem, commented_header(target, network, "#"), kNetworkModule);
}

}  // namespace cutline::exporting
