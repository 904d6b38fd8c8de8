// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cutline {

/// The probability that a message finds all servers busy, if messages come at random: Erlang's C. Interpolated between
/// whole numbers of servers. `load` is the mean number of busy servers, less than `servers`; there is at least one
/// server. Cost: O(servers), of more than 16,384 O(1): buffers may hold millions. Source: [Erlang 1917], [Halfin 1981].
double waits_for_server(double servers, double load);

}  // namespace cutline
