// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline {

// Tables of a machine, for `measure --table`. Each throws an input error if the candidate has no machine.

/// What is bought: cables by use, medium and length, switches by ports, racks, labour, and the sum.
Table bill_table(const UnderDelay& asked);
/// Every cable with both ends, length, medium and price.
Table cable_table(const UnderDelay& asked);
/// Every rack in use: what stands in it, and its cables.
Table rack_table(const UnderDelay& asked);
/// Every place of the trays with cables.
Table tray_table(const UnderDelay& asked);

}  // namespace cutline
