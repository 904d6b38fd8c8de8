// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "cutline/base/document.hpp"
#include "cutline/topology/graph_text.hpp"

namespace cutline {

/// The YAML document of a file. Throws its mistakes; those for which the base knows no hint get this one.
Document yaml_of(const GraphText& file, std::string_view hint);

}  // namespace cutline
