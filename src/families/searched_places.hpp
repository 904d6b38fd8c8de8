// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cutline {

struct Study;

/// Sets the places of a search of links as the network's placement gives them: `positions`, `cells`, or the grid
/// without the cells that stay `empty`; and its limits in metres, as units of these places. A grid with such limits has
/// places too, a tile apart. Throws input errors for places that cannot be searched and for limits in other units than
/// places.
void settle_places(Study& study);

}  // namespace cutline
