// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace cutline::text {

/// The text for XML: markup is escaped, and bytes that XML or UTF-8 forbid become U+FFFD.
std::string xml_escape(std::string_view text);
/// The text for a comment of XML, which holds no two hyphens in a row.
std::string xml_comment(std::string_view text);

}  // namespace cutline::text
