// SPDX-License-Identifier: Apache-2.0
// Files of whole numbers, line by line: the cells of a placement and the places of an order.
#include <fmt/core.h>

#include "cutline/spec/spec.hpp"
#include "fuzz/harness.hpp"

using namespace cutline;

namespace {

constexpr std::string_view kSpec = R"(cutline: 1
candidates:
  - {{name: mesh, topology: {{family: mesh, radix: 4, dimensions: 2}}, placement: {{{0}: {1}}}}}
)";

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const fuzz::MemoryFile file(fuzz::text_of(bytes, count));
  for (const char* key : {"cells", "order"})
    fuzz::answer([&] { parse_study(fmt::format(kSpec, key, file.path()), "fuzz.yaml", ""); });
  return 0;
}
