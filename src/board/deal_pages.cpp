// SPDX-License-Identifier: Apache-2.0
#include "board/deal_pages.hpp"

#include <algorithm>

namespace cutline::board {

DealPages::DealPages(DealState& state, std::span<const Wire> wires)
    : state_(state),
      wires_(wires),
      pages_(state.field.channels.size() * state.layers),
      over_cut_(pages_.size() * slots()),
      in_channel_(state.field.channels.size() * slots()) {}

bool DealPages::upper_positive(std::uint32_t w, const DealtPlace& at, std::size_t i) const {
  const PinEnd& end = end_of(w, at, i);
  return end.left == end.right || end.left_positive == upper_at_left(at.side(i), i == 0);
}

std::uint32_t DealPages::room_in(std::uint32_t w, std::uint32_t channel) const {
  std::uint32_t most = 0;
  for (std::uint32_t cut = rank(wires_[w].slots.front()); cut < rank(wires_[w].slots.back()); ++cut)
    most = std::max(most, in_channel_[channel * slots() + cut]);
  return state_.field.channels[channel].tracks * state_.layers - most;
}

bool DealPages::is_full(std::uint32_t w, const DealtPlace& at) const {
  const auto over = over_cut_.begin() + static_cast<std::ptrdiff_t>(number_of(at) * slots());
  return std::any_of(over + rank(wires_[w].slots.front()), over + rank(wires_[w].slots.back()),
                     [&](std::uint32_t wires) { return wires >= tracks_of(at); });
}

bool DealPages::is_blocked(std::uint32_t w, const DealtPlace& at) const {
  const std::uint32_t begin = 2 * end_of(w, at, 0).from, end = 2 * end_of(w, at, wires_[w].slots.size() - 1).to;
  return !state_.taken.is_free(state_.track_of(at.channel, 0, 0), begin, end);
}

CutRange DealPages::full_cuts(std::uint32_t w, const DealtPlace& at) const {
  CutRange full;
  for (std::uint32_t cut = rank(wires_[w].slots.front()); cut < rank(wires_[w].slots.back()); ++cut) {
    if (over_cut_[number_of(at) * slots() + cut] < tracks_of(at)) continue;
    if (full.from > full.to) full.from = cut;
    full.to = cut;
  }
  return full;
}

void DealPages::events_of(std::uint32_t w, const DealtPlace& at, Page& events) const {
  events.clear();
  const std::size_t last = wires_[w].slots.size() - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    const PinEnd& end = end_of(w, at, i);
    const auto kind = i == 0 ? PageEvent::Kind::begin : i == last ? PageEvent::Kind::end : PageEvent::Kind::tap;
    events.push_back({i == last ? end.to : end.from, kind, at.side(i), w, end.to});
  }
  events.front().leaves = end_of(w, at, last).from;
}

void DealPages::with(const DealtPlace& at, const Page& more, Page& page) const {
  page.clear();
  const auto before = [](const PageEvent& a, const PageEvent& b) { return a.order() < b.order(); };
  const Page& there = pages_[number_of(at)];
  std::merge(there.begin(), there.end(), more.begin(), more.end(), std::back_inserter(page), before);
}
void DealPages::without(const Page& page, std::uint32_t w, Page& rest) {
  rest.clear();
  std::copy_if(page.begin(), page.end(), std::back_inserter(rest),
               [w](const PageEvent& event) { return event.wire != w; });
}

void DealPages::add(std::uint32_t w, const DealtPlace& at) {
  Page events, page;
  events_of(w, at, events);
  with(at, events, page);
  pages_[number_of(at)] = std::move(page);
  count(w, at, 1);
}
void DealPages::remove(std::uint32_t w, const DealtPlace& at) {
  std::erase_if(pages_[number_of(at)], [w](const PageEvent& event) { return event.wire == w; });
  count(w, at, ~std::uint32_t{0});
}
void DealPages::count(std::uint32_t w, const DealtPlace& at, std::uint32_t more) {  // modulo 2^32: may go down
  for (std::uint32_t cut = rank(wires_[w].slots.front()); cut < rank(wires_[w].slots.back()); ++cut) {
    over_cut_[number_of(at) * slots() + cut] += more;
    in_channel_[at.channel * slots() + cut] += more;
  }
}

void DealPages::draw(std::vector<DealtPlace>& places) {
  for (std::size_t page = 0; page < pages_.size(); ++page) {
    std::vector<PageRun> runs;
    fits_page(pages_[page], state_.field.channels[page / state_.layers].tracks, state_.field.jogs, &runs);
    for (PageRun& run : runs) {
      places[run.wire].track = run.track;
      places[run.wire].changes = std::move(run.changes);
      take_steps(run.wire, places[run.wire]);
    }
  }
}

/// Takes the steps of a wire's tracks, of its changes, and of the tracks between it and its pins.
void DealPages::take_steps(std::uint32_t w, const DealtPlace& at) {
  std::uint32_t track = at.track, from = 2 * end_of(w, at, 0).from;
  const auto take = [&](std::uint32_t low, std::uint32_t high, std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t t = low; t <= high; ++t) state_.taken.take(state_.track_of(at.channel, at.layer, t), begin, end);
  };
  auto change = at.changes.begin();
  for (std::size_t i = 0; i < wires_[w].slots.size(); ++i) {
    const PinEnd& pins = end_of(w, at, i);
    for (; change != at.changes.end() && change->place < pins.from; ++change) {
      const std::uint32_t step = 2 * change->place + 1;
      take(track, track, from, step);
      track = change->track;
      from = step;
    }
    take(track, track, from, 2 * pins.to);
    take(at.side(i) == Side::above ? track : 0, at.side(i) == Side::below ? track : tracks_of(at) - 1, 2 * pins.from,
         2 * pins.to);
  }
}

}  // namespace cutline::board
