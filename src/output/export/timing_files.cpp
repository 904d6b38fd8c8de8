// SPDX-License-Identifier: Apache-2.0
#include "output/export/timing_files.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cutline/base/error.hpp"
#include "output/text/number.hpp"

namespace cutline::exporting {

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
