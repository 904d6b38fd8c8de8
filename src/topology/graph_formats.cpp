// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/base/files.hpp"
#include "cutline/topology/graph_file.hpp"
#include "cutline/topology/graph_text.hpp"

namespace cutline {

#define CUTLINE_GRAPH_FORMAT(name) GraphFormat name##_graph_format();
#include "graph_formats.inc"
#undef CUTLINE_GRAPH_FORMAT

namespace {

const GraphFormat& format_of(const std::string& path, const GraphReading& reading) {
  const auto ends = [&](std::string_view ending) { return path.ends_with(ending); };
  for (const GraphFormat& format : graph_formats()) {
    if (!reading.format.empty() ? format.name == reading.format
                                : std::any_of(format.endings.begin(), format.endings.end(), ends))
      return format;
  }
  CUTLINE_EXPECT(reading.format.empty());
  return graph_formats().front();
}

}  // namespace

const std::vector<GraphFormat>& graph_formats() {
  static const std::vector<GraphFormat> all = {
#define CUTLINE_GRAPH_FORMAT(name) name##_graph_format(),
#include "graph_formats.inc"
#undef CUTLINE_GRAPH_FORMAT
  };
  return all;
}

GraphFile read_graph_file(const std::string& path, const GraphReading& reading) {
  constexpr std::string_view kMarkOfBytes = "\xEF\xBB\xBF";
  const GraphFormat& format = format_of(path, reading);
  if (!reading.width.empty() && !format.has_attributes)
    throw_input_error(fmt::format("links of the format {} have no attributes with names", format.name),
                      std::string(format.summary), "width_from");
  GraphText file{path, read_bounded_file(path, kMaxGraphBytes)};
  if (file.text.starts_with(kMarkOfBytes)) file.text.erase(0, kMarkOfBytes.size());
  return format.read(file, reading);
}

}  // namespace cutline
