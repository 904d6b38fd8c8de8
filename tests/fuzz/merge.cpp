// SPDX-License-Identifier: Apache-2.0
// Parts of a sweep for `cutline merge`; a line of ==== stands between two of them.
#include <list>

#include "app/record_lines.hpp"
#include "fuzz/harness.hpp"

using namespace cutline;

namespace {

constexpr std::string_view kBetween = "====\n";
constexpr std::size_t kMostParts = 8;

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  std::list<fuzz::MemoryFile> parts;
  app::Options options;
  std::string rest = fuzz::text_of(bytes, count);
  while (parts.size() < kMostParts) {
    const std::size_t end = rest.find(kBetween);
    options.specs.push_back(parts.emplace_back(rest.substr(0, end)).path());
    if (end == std::string::npos) break;
    rest.erase(0, end + kBetween.size());
  }
  for (const app::Format format : {app::Format::table, app::Format::csv, app::Format::json, app::Format::jsonl}) {
    options.format = format;
    const app::MergeChoice choice{.by = format == app::Format::table || format == app::Format::jsonl ? "nodes" : "",
                                  .top = {}};
    fuzz::answer([&] { app::merged_text(options, choice); });
  }
  return 0;
}
