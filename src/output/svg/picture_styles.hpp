// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace cutline {

/// The names of the looks that a picture can have: paper (the default), slides, dark.
std::vector<std::string_view> picture_styles();

}  // namespace cutline
