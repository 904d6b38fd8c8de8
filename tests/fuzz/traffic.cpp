// SPDX-License-Identifier: Apache-2.0
// A file of traffic: source, destination and weight on each line.
#include "cutline/detail/performance/traffic.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "fuzz/harness.hpp"

using namespace cutline;

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const fuzz::MemoryFile file(fuzz::text_of(bytes, count));
  return fuzz::answer([&] {
    static const Topology network = build_topology("ring", {{"nodes", 8}});
    const TrafficTable table = read_traffic_file(file.path(), network);
    for (const TrafficEntry& entry : table.entries) CUTLINE_EXPECT(entry.weight >= 0 && entry.source < 8);
  });
}
