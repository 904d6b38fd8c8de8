// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"

namespace cutline::list {

/// Every technology with its main figures; for people three digits of each, and no sources.
Table technologies_table(bool people);

}  // namespace cutline::list
