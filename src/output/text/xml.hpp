// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace cutline::text {

/// Text fit for XML: markup escaped; bytes that XML or UTF-8 forbid become U+FFFD.
std::string xml_escape(std::string_view text);

}  // namespace cutline::text
