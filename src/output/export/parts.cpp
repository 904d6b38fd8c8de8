// SPDX-License-Identifier: Apache-2.0
#include "output/export/parts.hpp"

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

}  // namespace cutline::exporting
