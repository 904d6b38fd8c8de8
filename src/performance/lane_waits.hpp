// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cutline {

/// How much longer messages take because a class of virtual channels lets `lanes` of them in at a time, in cycles.
/// `rate` messages a cycle come at random. Inside, each needs `message` cycles of a channel that all who are inside
/// share evenly, and is held for `idle` cycles besides. INFINITY where no state is steady. Without `message` this is
/// the wait of Erlang's C; without `idle` nothing is lost, as the channel is never idle. Numbers of lanes between whole
/// ones are interpolated. Cost: O(lanes). derived: from a queue whose rate grows with those inside, as they would pass
/// in a closed network.
double wait_to_enter(double rate, double message, double idle, double lanes);

/// How long a message waits behind others that one virtual channel's buffer holds, in cycles. `rate` messages a cycle
/// come to this one of `lanes`, in turn; each is at the front for `service` cycles, `fixed` and a random `late` of them
/// after its last flit has come. INFINITY where no state is steady. derived: from the queue G/G/1, where a virtual
/// channel takes every `lanes`-th message.
double wait_in_buffer(double rate, double service, double fixed, double late, double lanes);

/// How long a message waits for room in a buffer that has room for `fits` messages, at least one, in cycles. Each takes
/// room for `hold` cycles until its credits are back, `late` of them at random; the rest as above. derived: likewise.
double wait_for_room(double rate, double fits, double hold, double late, double lanes);

}  // namespace cutline
