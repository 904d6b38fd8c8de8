// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace cutline::test {

/// How requests are matched with resources: one iteration in each cycle, with round-robin pointers that move only after
/// a success. `islip`: every resource grants one of its requests, then every requester accepts one of its grants
/// (BookSim's default). `separable`: every requester asks for one resource, then every resource grants one request.
enum class FlitAllocator { islip, separable };

struct Flit {
  std::uint32_t packet = 0;
  bool head = false, tail = false;
};

/// Virtual channels [first, last) of one output.
struct FlitTurn {
  std::uint32_t output = 0, first = 0, last = 0;
};

/// A flit that crosses the switch in this cycle, out of virtual channel `input_vc` of `input`.
struct FlitDeparture {
  std::uint32_t input = 0, input_vc = 0, output = 0, output_vc = 0;
  Flit flit;
  bool next_is_head = false;  ///< the head of another packet is next in the buffer, and now needs `route`
};

/// An input-queued router with virtual channels and credits. In each cycle, call `receive` and `credit`, then `route`
/// for heads at the front, then `step`. A head takes one cycle to get a virtual channel at its output and at least one
/// more to cross the switch; every other flit crosses in the cycle of its arrival at the earliest. At most 64 input
/// ports, 64 output ports and 64 virtual channels.
class FlitRouter {
 public:
  FlitRouter(std::uint32_t inputs, std::uint32_t outputs, std::uint32_t virtual_channels, std::uint32_t buffer_flits,
             FlitAllocator allocator);

  /// True if the flit is a head that now stands at the front of its virtual channel: it needs `route`.
  bool receive(std::uint32_t input, std::uint32_t vc, Flit flit);
  void credit(std::uint32_t output, std::uint32_t vc) { ++credits_[output * vcs_ + vc]; }
  /// From the next `step` on, the packet at the front asks for a virtual channel of `turn`.
  void route(std::uint32_t input, std::uint32_t vc, FlitTurn turn);
  Flit front(std::uint32_t input, std::uint32_t vc) const;
  /// Allocates virtual channels, and the switch among packets that already had one before; appends the flits that
  /// leave.
  void step(std::vector<FlitDeparture>& departures);

 private:
  struct InputChannel {
    std::uint32_t first = 0, count = 0;  ///< of the ring of flits
    bool busy = false;                   ///< a packet stands at the front, or its body is still to come
    bool active = false;                 ///< the packet also has a virtual channel of its output
    FlitTurn turn;
    std::uint32_t output_vc = 0;
  };

  void match_switch();
  void match_channels();
  void request_channels(std::uint32_t id);
  void offer(std::uint32_t requester, std::uint32_t resource);
  void depart(std::uint32_t input, std::uint32_t output, std::vector<FlitDeparture>& departures);

  std::uint32_t inputs_, outputs_, vcs_, buffer_;
  FlitAllocator allocator_;
  std::uint32_t waiting_count_ = 0, ready_count_ = 0;
  std::vector<InputChannel> channels_;          ///< input x virtual channel
  std::vector<Flit> flits_;                     ///< input x virtual channel x place
  std::vector<std::uint64_t> waiting_, ready_;  ///< sets of virtual channels, one for each input
  std::vector<std::uint64_t> free_;             ///< sets of virtual channels that no packet holds, one for each output
  std::vector<std::uint32_t> credits_;          ///< output x virtual channel
  std::vector<std::uint32_t> grant_, accept_;   ///< pointers of the virtual channels of outputs and of inputs
  std::vector<std::uint32_t> switch_grant_, switch_accept_, next_vc_;  ///< pointers of outputs, of inputs (two)
  // Used within one step.
  std::vector<std::uint32_t> asking_vc_;        ///< input x output: the virtual channel that asks
  std::vector<std::uint64_t> asked_, granted_;  ///< sets of inputs that ask an output, of outputs that granted an input
  std::vector<std::int32_t> match_;             ///< output of an input, or -1
  std::vector<std::uint32_t> winner_, won_, touched_, won_by_;
};

}  // namespace cutline::test
