// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "machine/market.hpp"
#include "spec/library_files.hpp"

namespace cutline {

struct MachineChoice;

/// A length of a hall to 10 km, in whole nanometres: above 0, or with `or_none` also 0.
Form<machine::Nanometres> hall_length_form(bool or_none = false);

/// An amount of money from 0 on.
Form<double> amount_form();
/// Watts up to 1 MW.
Form<double> watts_form();

/// The key `board` of a machine.
Key<MachineChoice> hall_board_key();

const LibraryFiles<machine::CableMedium>& medium_files();
const LibraryFiles<machine::PriceList>& price_files();

}  // namespace cutline
