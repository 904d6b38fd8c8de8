// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cutline {

/// The probability that a message finds all servers busy, if messages come at random: Erlang's C. Interpolated between
/// whole numbers of servers. `load` is the mean number of busy servers, less than `servers`; there is at least one
/// server. Cost: O(sqrt(servers)), of more than 16,384 O(1): buffers may hold millions. Source: [Erlang 1917],
/// [Halfin 1981].
double waits_for_server(double servers, double load);

/// Waits as parts of what they are if times are exponential: of messages inside, which share the channel, and of those
/// to be let in.
struct Regularity {
  double inside = 1, outside = 1;
};

/// How much longer messages take, in cycles, because a class of virtual channels lets only `lanes` of them in at a
/// time. `rate` messages a cycle come at random. Inside, a message needs `message` cycles of a channel that all
/// messages inside share evenly, and stays for `idle` more cycles. INFINITY if there is no steady state. If `message`
/// is 0, this is the wait of Erlang's C. If `idle` is 0, it is 0, because the channel never idles while a message
/// waits. Numbers of lanes between whole ones are interpolated. Cost: O(lanes). derived: from a queue whose service
/// rate grows with the number of messages inside, as in a closed network (mean value analysis).
double wait_to_enter(double rate, double message, double idle, double lanes, const Regularity& regular = {});

/// The part of the waits for one of `lanes` that is left where messages come from few sources, each of which has at
/// most one message there: `held` lanes are held on average, by messages of `sources` sources. All are held by the
/// others with the chance of a binomial distribution, where many sources would make it Poisson's. From 0 to 1; 1 past
/// 1,000 lanes. Cost: O(lanes + held). Source: as [Engset 1918] for [Erlang 1917]; numbers of sources between whole
/// ones as his recursion takes them.
double few_sources(double sources, double lanes, double held);

/// As if messages were spread evenly over this many lanes, where each takes the lowest that none holds: `held` are held
/// on average, until their message has passed. Those that follow over the same lane then wait in its buffer, though
/// other lanes are empty. `full`: the part of the lanes for which the others are taken. Cost: O(lanes). derived: from
/// what overflows from lane to lane [Erlang 1917].
double lanes_taken(double lanes, double held, double full);

/// How long a message waits behind others in the buffer of one virtual channel, in cycles. `rate` messages a cycle come
/// to this virtual channel; the `lanes` virtual channels take messages in turn. A message is at the front for `service`
/// cycles. Of these, `fixed` cycles and a random time, `late` cycles on average, come after its last flit has arrived.
/// INFINITY if there is no steady state. derived: from the queue G/G/1, where a virtual channel takes every `lanes`-th
/// message.
double wait_in_buffer(double rate, double service, double fixed, double late, double lanes);

/// How long a message waits in the buffer of a class with one virtual channel for the message right before it, in
/// cycles, besides wait_in_buffer(). Messages come `rate` a cycle, `spaced` cycles apart or more, and the server takes
/// `longer` cycles more than that for each, `service` in all. INFINITY if there is no steady state. derived: of two
/// queues M/D/1 in a row, the time in the slower one alone, less the wait in the first and the square of `longer`.
double wait_right_behind(double rate, double service, double spaced, double longer);

/// How long a message waits in the buffer of a class with one virtual channel for the tail of the message before, which
/// does not fit into the buffer: the tail stands there for `tail` cycles at random after it has passed the channel,
/// which is held for a part `held` of the time. `rate` messages a cycle come to it. derived: who waited for the virtual
/// channel follows the tail at once, who found it free meets it at random; a third message has no room there.
double wait_for_tail(double rate, double held, double tail);

/// The part of the waits in a line that is past its first `places`: `waiting` messages stand in it on average, and
/// there are some with probability `used`. derived: n or more wait with a probability that falls by the same part with
/// each n.
double part_past_places(double waiting, double used, double places);

/// How much later than a buffer is full, in cycles, its credits are back; `random` of these cycles are random.
struct Lateness {
  double cycles = 0, random = 0;
};

/// How long a message waits for room in a buffer that holds `fits` messages, at least one, in cycles. A message takes
/// room for `hold` cycles until its credits are back. `rate`, `lanes`, the result without a steady state and the
/// derivation are as for wait_in_buffer(): the messages that fill a buffer come one after another, so that only `late`
/// makes the next one wait.
double wait_for_room(double rate, double fits, double hold, const Lateness& late, double lanes);

/// The same where only the next message waits, as others take another lane: `rate` messages a cycle come to this one at
/// random.
double wait_for_lane(double rate, double fits, double hold, const Lateness& late);

/// How many other inputs messages come through, if those were equally strong: `part` come through one input, and `same`
/// is the mean of that part over all messages. 0 if all come through that input. derived: the inverse of the squares.
double other_inputs(double part, double same);

/// How long a message at the front of a buffer waits at most, on average, where inputs take turns of `hold` cycles and
/// each of `others` always has a message: a message that comes at any `cycle` for half of a round; with probability
/// `again` one of the same input went just before, and then for a whole round, and for half of the rounds of messages
/// in the other `lanes` - 1 virtual channels of its input. derived.
double wait_for_turn(double others, double again, double lanes, double hold, double cycle);

/// How long a head waits, in cycles, before a router begins to find its route, if `heads` come a cycle to all its
/// inputs and it takes all that are there together, `routing` cycles each time. derived: in the cycles after the first
/// of such a time all that come wait for its end, and with no more heads the router idles until the next.
double wait_for_routing(double heads, double routing);

/// The variance of a wait with this mean for a server that is busy for a part `used` of the time, if messages of one
/// length come at random. A part `turns` of the server is shared evenly by all who are there, the rest serves one after
/// another. So at low loads few wait, for up to a message; by turns twice as many wait, half as long. 0 if no message
/// waits. Both are queues M/D/1; the variance over the squared mean, where r is `used`, is
///
///   one after another   (4 - r) / (3 r)
///   by turns            (1 - 2 (1 - r) (e^r - 1 - r) / r^2) / r^2
///
/// Source: derived for the first, from the mean square of the wait in M/G/1; the second is the known form of processor
/// sharing. Tests simulate both.
double variance_of_wait(double mean, double used, double turns = 0);

}  // namespace cutline
