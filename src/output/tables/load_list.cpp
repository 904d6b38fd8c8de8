// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/tables/load_list.hpp"

#include <cmath>

#include "cutline/study/placed_network.hpp"

namespace cutline {

namespace {

std::string_view use_text(ChannelUse use) {
  switch (use) {
    case ChannelUse::injection:
      return "injection";
    case ChannelUse::link:
      return "link";
    case ChannelUse::ejection:
      return "ejection";
  }
  return "";
}

}  // namespace

Table load_list(const Study& study, const Candidate& candidate, const Effort& effort) {
  const Topology& topology = candidate.network()->topology;
  Table table;
  table.columns = {{"from", "from", "", true},
                   {"to", "to", "", true},
                   {"channel", "channel", "", true},
                   {"class", "class", "", true},
                   {"messages", "messages", "of a node's"},
                   {"full_at_bits_per_cycle", "full at", "bits/cycle"}};
  for (const ChannelUnderLoad& channel : loaded_channels(study, candidate, effort)) {
    const bool link = channel.use == ChannelUse::link;
    const std::string from = channel.use == ChannelUse::injection ? "terminals" : address(topology, channel.from);
    const std::string to = channel.use == ChannelUse::ejection ? "terminals" : address(topology, channel.to);
    table.rows.push_back({from, to, std::string(use_text(channel.use)),
                          link ? TableCell(topology.classes[channel.link_class].name) : TableCell(), channel.messages,
                          std::isfinite(channel.full_at) ? TableCell(channel.full_at) : TableCell()});
  }
  return table;
}

}  // namespace cutline
