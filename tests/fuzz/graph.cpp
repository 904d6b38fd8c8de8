// SPDX-License-Identifier: Apache-2.0
// A graph in the format that the environment names in CUTLINE_FUZZ_FORMAT: every graph that is read must meet the
// contract of GraphFile.
#include <algorithm>
#include <cstdlib>

#include "cutline/detail/topology/given_graph.hpp"
#include "fuzz/harness.hpp"

using namespace cutline;

namespace {

void expect_whole(const GraphFile& graph) {
  for (const LocalLink& link : graph.links)
    CUTLINE_EXPECT(link.a < graph.nodes && link.b < graph.nodes && link.a != link.b);
  CUTLINE_EXPECT(graph.names.empty() || graph.names.size() == graph.nodes);
  CUTLINE_EXPECT(graph.widths.empty() || graph.widths.size() == graph.links.size());
  CUTLINE_EXPECT(graph.given.empty() || graph.given.size() == graph.links.size());
  CUTLINE_EXPECT(graph.classes.empty() || graph.classes.size() == graph.links.size());
  for (const std::uint32_t number : graph.given) CUTLINE_EXPECT(number <= graph.figures.size());
  for (const std::uint16_t number : graph.classes) CUTLINE_EXPECT(number <= graph.class_names.size());
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
  const auto& formats = graph_formats();
  const bool has_attributes = std::any_of(formats.begin(), formats.end(), [&](const GraphFormat& each) {
    return each.name == reading.format && each.has_attributes;
  });
  if (has_attributes && count % 2 == 1) {  // of these texts, lengths and classes are read too
    reading.figures[static_cast<std::size_t>(LinkFigure::length)] = {"width", "length_from", "mm"};
    reading.figures[static_cast<std::size_t>(LinkFigure::link_class)] = {"width", "class_from", ""};
  }
  return fuzz::answer([&] { expect_whole(read_graph_file(file.path(), reading)); });
}
