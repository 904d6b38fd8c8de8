// SPDX-License-Identifier: Apache-2.0
// A table of routes of a line of three nodes.
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "fuzz/harness.hpp"
#include "routing/ways_to.hpp"

using namespace cutline;

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  static const Topology line = build_topology("mesh", {{"radix", 3}, {"dimensions", 1}});
  static const auto graph = std::make_shared<const ChannelGraph>(channel_graph(line));
  const fuzz::MemoryFile file(fuzz::text_of(bytes, count));
  return fuzz::answer([&] { CUTLINE_EXPECT(first_path(table_routes(line, graph, file.path()), 0, 2).size() == 2); });
}
