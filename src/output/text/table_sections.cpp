// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cutline/output/text/table.hpp"
#include "output/text/table_cells.hpp"

namespace cutline {

std::string sections_text(const std::vector<TableSection>& sections, const ReportStyle& style) {
  std::vector<std::string> blocks;
  for (const TableSection& section : sections) {
    std::string block = section.title.empty() ? "" : text::bold_lines(section.title, style);
    if (!section.table.rows.empty()) block += text_table(section.table, style);
    blocks.push_back(std::move(block));
  }
  return fmt::format("{}", fmt::join(blocks, "\n"));
}

std::string sections_markdown(const std::vector<TableSection>& sections) {
  std::vector<std::string> blocks;
  for (const TableSection& section : sections) {
    std::string block = section.title.empty() ? "" : fmt::format("## {}\n\n", section.title);
    if (!section.table.rows.empty()) block += markdown_table(section.table);
    blocks.push_back(std::move(block));
  }
  return fmt::format("{}", fmt::join(blocks, "\n"));
}

}  // namespace cutline
