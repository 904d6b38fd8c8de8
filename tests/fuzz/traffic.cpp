// SPDX-License-Identifier: Apache-2.0
// A file of traffic: source, destination and weight on each line.
#include "cutline/performance/traffic_pattern.hpp"
#include "fuzz/harness.hpp"

using namespace cutline;

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const fuzz::MemoryFile file(fuzz::text_of(bytes, count));
  return fuzz::answer([&] {
    for (const TrafficEntry& entry : read_traffic_file(file.path())) CUTLINE_EXPECT(entry.weight >= 0);
  });
}
