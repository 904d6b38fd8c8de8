// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"

namespace cutline::list {

/// Every technology with its main figures; for people with three digits each, and without sources.
Table technologies_table(bool people);

}  // namespace cutline::list
