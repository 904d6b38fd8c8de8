// SPDX-License-Identifier: Apache-2.0
#include "flits/flit_router.hpp"

#include <stdexcept>

namespace cutline::test {

namespace {

constexpr std::uint32_t kNobody = ~std::uint32_t{0};

std::uint32_t lowest(std::uint64_t set) { return static_cast<std::uint32_t>(__builtin_ctzll(set)); }

std::uint64_t below(std::uint32_t end) { return end >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << end) - 1; }

/// The first member of a non-empty set, counted cyclically from a pointer.
std::uint32_t next_of(std::uint64_t set, std::uint32_t pointer) {
  const std::uint64_t behind = set & ~below(pointer);
  return lowest(behind != 0 ? behind : set);
}

/// How far behind a pointer a number stands, counted cyclically.
std::uint32_t turns(std::uint32_t number, std::uint32_t pointer, std::uint32_t count) {
  return number >= pointer ? number - pointer : number + count - pointer;
}

}  // namespace

FlitRouter::FlitRouter(std::uint32_t inputs, std::uint32_t outputs, std::uint32_t virtual_channels,
                       std::uint32_t buffer_flits, FlitAllocator allocator)
    : inputs_(inputs), outputs_(outputs), vcs_(virtual_channels), buffer_(buffer_flits), allocator_(allocator) {
  if (inputs > 64 || outputs > 64 || vcs_ > 64 || vcs_ == 0 || buffer_ == 0)
    throw std::invalid_argument("a router has 1 to 64 ports and virtual channels, and buffers");
  channels_.resize(inputs_ * vcs_);
  flits_.resize(inputs_ * vcs_ * buffer_);
  waiting_.resize(inputs_);
  ready_.resize(inputs_);
  free_.assign(outputs_, below(vcs_));
  credits_.assign(outputs_ * vcs_, buffer_);
  grant_.resize(outputs_ * vcs_);
  accept_.resize(inputs_ * vcs_);
  switch_grant_.resize(outputs_);
  switch_accept_.resize(inputs_);
  next_vc_.resize(inputs_);
  asking_vc_.resize(inputs_ * outputs_);
  asked_.resize(outputs_);
  granted_.resize(inputs_);
  match_.resize(inputs_);
  winner_.assign(outputs_ * vcs_, kNobody);
  won_.assign(inputs_ * vcs_, kNobody);
}

bool FlitRouter::receive(std::uint32_t input, std::uint32_t vc, Flit flit) {
  InputChannel& channel = channels_[input * vcs_ + vc];
  if (channel.count == buffer_) throw std::logic_error("a flit without a credit");
  const std::uint32_t place = channel.first + channel.count++;
  flits_[(input * vcs_ + vc) * buffer_ + (place < buffer_ ? place : place - buffer_)] = flit;
  if (!channel.busy) return channel.busy = true;
  if (channel.active && channel.count == 1) {
    ready_[input] |= std::uint64_t{1} << vc;
    ++ready_count_;
  }
  return false;
}

void FlitRouter::route(std::uint32_t input, std::uint32_t vc, FlitTurn turn) {
  channels_[input * vcs_ + vc].turn = turn;
  waiting_[input] |= std::uint64_t{1} << vc;
  ++waiting_count_;
}

Flit FlitRouter::front(std::uint32_t input, std::uint32_t vc) const {
  return flits_[(input * vcs_ + vc) * buffer_ + channels_[input * vcs_ + vc].first];
}

void FlitRouter::step(std::vector<FlitDeparture>& departures) {
  // Packets that get a virtual channel in this cycle ask for the switch in the next one. A virtual channel that a tail
  // frees in this cycle is given away in the next one.
  const bool crossing = ready_count_ > 0;
  if (crossing) match_switch();
  if (waiting_count_ > 0) match_channels();
  if (!crossing) return;
  for (std::uint32_t input = 0; input < inputs_; ++input)
    if (match_[input] >= 0) depart(input, static_cast<std::uint32_t>(match_[input]), departures);
}

/// An input asks for each output with one virtual channel: the next in turn that has a flit and a credit.
void FlitRouter::match_switch() {
  std::uint64_t outputs = 0;
  for (std::uint32_t input = 0; input < inputs_; ++input) {
    match_[input] = -1;
    granted_[input] = 0;
    std::uint64_t mine = 0;
    for (std::uint64_t rest = ready_[input]; rest != 0; rest &= rest - 1) {
      const std::uint32_t vc = lowest(rest);
      const InputChannel& channel = channels_[input * vcs_ + vc];
      const std::uint32_t output = channel.turn.output;
      if (credits_[output * vcs_ + channel.output_vc] == 0) continue;
      std::uint32_t& asking = asking_vc_[input * outputs_ + output];
      const bool other = (mine >> output & 1) != 0;
      if (!other || turns(vc, next_vc_[input], vcs_) < turns(asking, next_vc_[input], vcs_)) asking = vc;
      mine |= std::uint64_t{1} << output;
    }
    if (mine == 0) continue;
    if (allocator_ == FlitAllocator::separable) mine = std::uint64_t{1} << next_of(mine, switch_accept_[input]);
    outputs |= mine;
    for (; mine != 0; mine &= mine - 1) asked_[lowest(mine)] |= std::uint64_t{1} << input;
  }
  for (std::uint64_t rest = outputs; rest != 0; rest &= rest - 1) {
    const std::uint32_t output = lowest(rest);
    granted_[next_of(asked_[output], switch_grant_[output])] |= std::uint64_t{1} << output;
    asked_[output] = 0;
  }
  for (std::uint32_t input = 0; input < inputs_; ++input) {
    if (granted_[input] == 0) continue;
    const std::uint32_t output = next_of(granted_[input], switch_accept_[input]);
    match_[input] = static_cast<std::int32_t>(output);
    switch_grant_[output] = input + 1 == inputs_ ? 0 : input + 1;
    switch_accept_[input] = output + 1 == outputs_ ? 0 : output + 1;
    const std::uint32_t vc = asking_vc_[input * outputs_ + output];
    next_vc_[input] = vc + 1 == vcs_ ? 0 : vc + 1;
  }
}

/// Offers a request to a resource, which keeps the request that stands first behind its pointer.
void FlitRouter::offer(std::uint32_t requester, std::uint32_t resource) {
  std::uint32_t& best = winner_[resource];
  if (best == kNobody) touched_.push_back(resource);
  const std::uint32_t all = inputs_ * vcs_, pointer = grant_[resource];
  if (best == kNobody || turns(requester, pointer, all) < turns(best, pointer, all)) best = requester;
}

void FlitRouter::request_channels(std::uint32_t id) {
  const FlitTurn& turn = channels_[id].turn;
  std::uint64_t open = free_[turn.output] & below(turn.last) & ~below(turn.first);
  if (open == 0) return;
  const std::uint32_t base = turn.output * vcs_;
  if (allocator_ == FlitAllocator::separable) {
    const std::uint32_t pointer = accept_[id] >= base && accept_[id] < base + vcs_ ? accept_[id] - base : 0;
    return offer(id, base + next_of(open, pointer));
  }
  for (; open != 0; open &= open - 1) offer(id, base + lowest(open));
}

void FlitRouter::match_channels() {
  touched_.clear();
  won_by_.clear();
  for (std::uint32_t input = 0; input < inputs_; ++input)
    for (std::uint64_t rest = waiting_[input]; rest != 0; rest &= rest - 1)
      request_channels(input * vcs_ + lowest(rest));
  const std::uint32_t all = outputs_ * vcs_;
  for (const std::uint32_t resource : touched_) {
    const std::uint32_t id = winner_[resource];
    std::uint32_t& best = won_[id];
    if (best == kNobody) won_by_.push_back(id);
    if (best == kNobody || turns(resource, accept_[id], all) < turns(best, accept_[id], all)) best = resource;
    winner_[resource] = kNobody;
  }
  for (const std::uint32_t id : won_by_) {
    const std::uint32_t resource = won_[id], input = id / vcs_, vc = id % vcs_;
    won_[id] = kNobody;
    grant_[resource] = id + 1 == inputs_ * vcs_ ? 0 : id + 1;
    accept_[id] = resource + 1 == all ? 0 : resource + 1;
    InputChannel& channel = channels_[id];
    channel.output_vc = resource % vcs_;
    channel.active = true;
    free_[channel.turn.output] &= ~(std::uint64_t{1} << channel.output_vc);
    waiting_[input] &= ~(std::uint64_t{1} << vc);
    ready_[input] |= std::uint64_t{1} << vc;
    --waiting_count_;
    ++ready_count_;
  }
}

void FlitRouter::depart(std::uint32_t input, std::uint32_t output, std::vector<FlitDeparture>& departures) {
  const std::uint32_t vc = asking_vc_[input * outputs_ + output];
  InputChannel& channel = channels_[input * vcs_ + vc];
  const Flit flit = front(input, vc);
  channel.first = channel.first + 1 == buffer_ ? 0 : channel.first + 1;
  --channel.count;
  --credits_[output * vcs_ + channel.output_vc];
  if (flit.tail) {
    free_[output] |= std::uint64_t{1} << channel.output_vc;
    channel.active = false;
    channel.busy = channel.count > 0;
  }
  if (flit.tail || channel.count == 0) {
    ready_[input] &= ~(std::uint64_t{1} << vc);
    --ready_count_;
  }
  departures.push_back({input, vc, output, channel.output_vc, flit, flit.tail && channel.count > 0});
}

}  // namespace cutline::test
