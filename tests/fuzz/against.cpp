// SPDX-License-Identifier: Apache-2.0
// An older result for --against, compared with a small one of today.
#include "app/session.hpp"
#include "cutline/output/record/json.hpp"
#include "fuzz/harness.hpp"

using namespace cutline;

namespace {

const cutline::Data& result_of_today() {
  static const auto result = *cutline::json_of_user(R"({"cutline": "0.1.0", "title": "two", "candidates": [
    {"name": "ring", "nodes": 16, "delay": {"model": "linear", "cycle_ns": 0.5}, "notes": ["a"], "pins": [1, null]},
    {"name": "mesh", "nodes": 16, "delay": {"model": "linear", "cycle_ns": 1.5}, "rank": 1, "modules": []},
    {"name": "mesh", "nodes": 16, "delay": {"model": "repeated", "cycle_ns": 0}, "rank": 2, "grid": {}}]})");
  return result;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const fuzz::MemoryFile file(fuzz::text_of(bytes, count));
  app::Options options;
  options.against = file.path();
  options.output = "/dev/null";
  options.tolerance = 0.1;
  text::FileWriter files;
  for (const app::Format format : {app::Format::table, app::Format::json}) {
    options.format = format;
    fuzz::answer([&] { app::report_against(options, files, result_of_today()); });
  }
  return 0;
}
