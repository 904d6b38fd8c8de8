// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "cutline/base/error.hpp"

/// A harness is one file that defines LLVMFuzzerTestOneInput(), which gives a reader the bytes that libFuzzer makes up.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count);

namespace cutline::fuzz {

inline std::string text_of(const std::uint8_t* bytes, std::size_t count) { return {bytes, bytes + count}; }

/// Runs a reader. It may accept the input, or refuse it as a mistake of the user. Anything else that it throws is a
/// finding, and ends the process.
template <class Reader>
int answer(const Reader& read) {
  try {
    read();
  } catch (const Error& error) {
    const ExitCode code = error.code();
    CUTLINE_EXPECT(code == ExitCode::bad_input || code == ExitCode::file_trouble || code == ExitCode::over_limit);
    CUTLINE_EXPECT(!error.diagnostics().empty());
    for (const Diagnostic& diagnostic : error.diagnostics()) CUTLINE_EXPECT(!diagnostic.message.empty());
  }
  return 0;
}

/// A file in memory, for readers that take a path.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view text) : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    CUTLINE_EXPECT(descriptor_ >= 0);
    CUTLINE_EXPECT(::write(descriptor_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace cutline::fuzz
