// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "machine/market.hpp"
#include "spec/keys.hpp"

namespace cutline {

/// A length of a hall to 10 km, in whole nanometres: above 0, or with `or_none` also 0.
Form<machine::Nanometres> hall_length_form(bool or_none = false);

/// A medium or a price list: a name of the library, the path of a file, or a map.
std::optional<machine::CableMedium> read_medium(Reader& reader, YamlId id);
std::optional<machine::PriceList> read_price_list(Reader& reader, YamlId id);
ValueShape medium_shape();
ValueShape medium_map_shape();
ValueShape price_list_shape();
ValueShape price_list_map_shape();

/// Every medium and every price list that is part of the library, by name.
std::vector<machine::CableMedium> media_of_library();
std::vector<machine::PriceList> price_lists_of_library();

/// JSON Schema (draft-07) of a medium and of a price list in a file of its own.
std::string medium_schema();
std::string price_list_schema();

}  // namespace cutline
