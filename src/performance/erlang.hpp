// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cutline {

/// Chance that a message finds all servers held, where messages come at random: Erlang's C. Between whole numbers of
/// servers the chance is interpolated. `load` is the mean number of servers held, below `servers`, of which there is at
/// least one. Cost: O(servers). Source: [Erlang 1917].
double waits_for_server(double servers, double load);

}  // namespace cutline
