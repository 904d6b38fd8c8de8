// SPDX-License-Identifier: Apache-2.0
#include "output/export/file_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/base/utf8.hpp"
#include "output/text/number.hpp"

namespace cutline::exporting {

std::string comment_line(std::string_view sign, std::string_view text) {
  const std::string line = on_one_line(text);
  return fmt::format("{} {}{}\n", sign, line, line.ends_with('\\') ? " ." : "");
}

std::string commented_header(const Export& target, const ExportNetwork& network, std::string_view sign) {
  std::string out;
  for (const std::string& line : export_header(target, network)) out += comment_line(sign, line);
  return out;
}

std::string why_no_circuit(const ExportNetwork& network, const ExportLink& link) {
  return fmt::format("the link from {} to {} {}", network.nodes[link.from].address, network.nodes[link.to].address,
                     link.given_delay ? "has the delay that its file gives, and no circuit"
                                      : "leaves its module, over a medium that is no circuit");
}

std::string node_id(const ExportNetwork& network, std::uint64_t number) {
  return network.named ? network.nodes[number].address : std::to_string(number);
}

std::vector<std::string> design_names(const ExportNetwork& network) {
  std::vector<std::string> names;
  std::set<std::string> taken_names;
  for (std::size_t i = 0; i < network.nodes.size(); ++i) {
    if (!network.named) {
      names.push_back(fmt::format("n{}", i));
      continue;
    }
    std::string& out = names.emplace_back();
    bool changed = false;
    for (const char c : network.nodes[i].address) {
      const auto byte = static_cast<unsigned char>(c);
      const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
      const bool taken = byte > ' ' && byte < 0x7F;
      changed = changed || !taken;
      if (taken && !plain) out += '\\';
      out += taken ? c : '_';
    }
    if (changed) append(out, "_{}", i);
    while (!taken_names.insert(out).second) out += '_';  // as another node may be called
  }
  return names;
}

std::string bits_text(double bits) { return text::figure_text(bits) + (bits == 1 ? " bit" : " bits"); }

std::string plain_file_name(std::string_view target, const std::string& path) {
  std::string name = path.substr(path.find_last_of('/') + 1);
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_fit = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; };
  if (!name.empty() && is_letter(name[0]) && std::all_of(name.begin(), name.end(), is_fit)) return name;
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
    network.notes.push_back(
        fmt::format("buffers of {} as the spec gives them; a credit of the longest link takes {}: fewer flits make "
                    "channels stand idle",
                    text::counted(given, "flit"), text::counted(loop, "cycle")));
  }
  return given;
}

void expect_terminals_everywhere(const Export& target, const ExportNetwork& network) {
  for (const ExportNode& node : network.nodes) {
    if (node.interchange || node.terminals > 0) continue;
    throw_input_error(fmt::format("{}: every node sends and takes messages, and node {} of '{}' has no terminals",
                                  target.name, node.address, network.name),
                      "export to another simulator, or give its kind of tile `terminals`");
  }
}

void note_nodes_without_links(ExportNetwork& network) {
  std::vector<bool> linked(network.nodes.size());
  for (const ExportLink& link : network.links) linked[link.from] = linked[link.to] = true;
  const auto left = std::count(linked.begin(), linked.end(), false);
  if (left > 0)
    network.notes.push_back(
        fmt::format("in no line, for they have no links: {} of {}", left, text::counted(network.nodes.size(), "node")));
}

void note_mean_costs(ExportNetwork& network) {
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    const ExportLink& link = network.links[i];
    if (link.one_way || network.cost({link.from, link.to, i}) == network.cost({link.to, link.from, i})) continue;
    network.notes.push_back(
        "a link between routers of unlike delay costs the mean of its two ways, which leads along the same routes");
    return;
  }
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

std::string liberty_opening(std::string_view name) {
  std::string text = fmt::format("library({}) {{\n  delay_model : table_lookup;\n", name);
  text +=
      "  time_unit : \"1ps\"; voltage_unit : \"1V\"; current_unit : \"1mA\"; pulling_resistance_unit : \"1kohm\";\n"
      "  leakage_power_unit : \"1nW\"; capacitive_load_unit(1, ff);\n";
  for (const char* of : {"input_threshold_pct", "output_threshold_pct"})
    text += fmt::format("  {0}_rise : 50; {0}_fall : 50;\n", of);
  text += "  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;\n";
  text += "  slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;\n";
  return text;
}

std::string sta_reading(std::string_view stem) {
  return fmt::format("read_liberty {0}.lib\nread_verilog {0}.v\nlink_design {1}\n", stem, kNetworkModule);
}

Time clock_for_timing(ExportNetwork& network) {
  if (network.clocked()) return network.cycle;
  Time slowest;
  for (const ExportLink& link : network.links) slowest = std::max(slowest, link.delay);
  network.notes.push_back("without a clock the timing tools are given the slowest wire's delay as their period");
  return slowest;
}

void note_posts(ExportNetwork& network, bool posts) {
  if (posts) network.notes.push_back("posts between planes count as more of the wire in its planes");
}

void expect_links(const Export& target, const ExportNetwork& network) {
  if (!network.links.empty()) return;
  throw_input_error(fmt::format("'{}' has no links, and {} holds nothing else", network.name, target.name),
                    "export a network that has some");
}

}  // namespace cutline::exporting
