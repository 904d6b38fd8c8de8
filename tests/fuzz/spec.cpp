// SPDX-License-Identifier: Apache-2.0
// A whole spec; the files that it names are those of the gallery.
#include "cutline/spec/spec.hpp"

#include "fuzz/harness.hpp"

using namespace cutline;

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  return fuzz::answer([&] { parse_study(fuzz::text_of(bytes, count), "fuzz.yaml", CUTLINE_FUZZ_FOLDER); });
}
