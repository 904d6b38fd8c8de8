// SPDX-License-Identifier: Apache-2.0
// A technology in a file of its own.
#include "cutline/spec/spec.hpp"
#include "fuzz/harness.hpp"

using namespace cutline;

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const fuzz::MemoryFile file(fuzz::text_of(bytes, count));
  return fuzz::answer([&] { load_technology(file.path()); });
}
