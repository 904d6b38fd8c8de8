// SPDX-License-Identifier: Apache-2.0
// Files of floorplans in every format; the LEF file with the sizes of tiles follows after a line of ====.
#include "fuzz/harness.hpp"
#include "placement/floorplan_file.hpp"
#include "topology/graph_text.hpp"

using namespace cutline;

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  constexpr std::string_view kBetween = "====\n";
  const std::string text(fuzz::text_of(bytes, count));
  const std::size_t between = std::min(text.find(kBetween), text.size());
  const GraphText file{"fuzz", text.substr(0, between)};
  const std::vector<GraphText> lef = {{"fuzz.lef", text.substr(std::min(text.size(), between + kBetween.size()))}};
  for (const FloorplanFormat& format : floorplan_formats())
    fuzz::answer([&] { CUTLINE_EXPECT(format.read(file, lef).tiles.size() <= count); });
  return 0;
}
