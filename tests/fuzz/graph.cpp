// SPDX-License-Identifier: Apache-2.0
// A graph in the format that the environment names in CUTLINE_FUZZ_FORMAT: every graph that is read must meet the
// contract of GraphFile.
#include <cstdlib>

#include "cutline/topology/graph_file.hpp"
#include "fuzz/harness.hpp"

using namespace cutline;

namespace {

void expect_whole(const GraphFile& graph) {
  for (const LocalLink& link : graph.links)
    CUTLINE_EXPECT(link.a < graph.nodes && link.b < graph.nodes && link.a != link.b);
  CUTLINE_EXPECT(graph.names.empty() || graph.names.size() == graph.nodes);
  CUTLINE_EXPECT(graph.widths.empty() || graph.widths.size() == graph.links.size());
  CUTLINE_EXPECT(graph.positions.empty() || graph.positions.size() == graph.nodes);
  CUTLINE_EXPECT(graph.switches.empty() || graph.switches.size() == graph.nodes);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  static const char* const format = std::getenv("CUTLINE_FUZZ_FORMAT");
  CUTLINE_EXPECT(format != nullptr);
  const fuzz::MemoryFile file(fuzz::text_of(bytes, count));
  GraphReading reading;
  reading.format = format;
  return fuzz::answer([&] { expect_whole(read_graph_file(file.path(), reading)); });
}
