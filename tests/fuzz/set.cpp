// SPDX-License-Identifier: Apache-2.0
// Overrides of a spec as --set takes them, one NAME=VALUE on each line.
#include <sstream>

#include "cutline/spec/spec.hpp"
#include "fuzz/harness.hpp"

using namespace cutline;

namespace {

constexpr std::string_view kSpec = R"(cutline: 1
technology: {name: nangate45, use: [metal3, metal4]}
hold: {bisection: of mesh}
router: &router {delay: 3 cycles}
message: [{size: 72 bits, share: 0.6}, {size: 64 bytes, share: 0.4}]
defaults: {router: *router}
candidates:
  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}
  - {name: ring, topology: {family: ring, nodes: 16}, sweep: {topology.nodes: {from: 4, to: 6}}}
)";

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  Overrides overrides;
  std::istringstream lines(fuzz::text_of(bytes, count));
  for (std::string line; std::getline(lines, line) && overrides.size() < 8;) {
    const std::size_t equals = line.find('=');
    if (equals != std::string::npos) overrides.emplace_back(line.substr(0, equals), line.substr(equals + 1));
  }
  return fuzz::answer([&] { parse_study(kSpec, "fuzz.yaml", "", overrides); });
}
