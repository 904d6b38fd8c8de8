// SPDX-License-Identifier: Apache-2.0
#include <iterator>

#include "board/pin_dealer.hpp"

namespace cutline::board {

namespace {

class PageFiller {
 public:
  PageFiller(std::uint32_t tracks, std::span<const std::uint32_t> jogs, std::vector<PageRun>* runs)
      : tracks_(tracks), jogs_(jogs), runs_(runs) {
    active_.reserve(tracks);
  }

  bool take(const PageEvent& event) {
    if (event.at > now_) last_ = std::max(last_, reached_);
    now_ = event.at;
    if (event.kind == PageEvent::Kind::begin ? !begin(event) : !is_outermost(event)) return false;
    reached_ = std::max(reached_, event.to);
    if (event.kind != PageEvent::Kind::end) return true;
    std::erase_if(active_, [&](const Active& each) { return each.wire == event.wire; });
    return true;
  }

 private:
  struct Active {
    std::uint32_t wire = 0, track = 0, since = 0, leaves = 0;
    std::size_t run = 0;
  };

  bool is_outermost(const PageEvent& event) const {
    if (event.side == Side::across) return active_.size() == 1;
    return (event.side == Side::below ? active_.front() : active_.back()).wire == event.wire;
  }

  bool begin(const PageEvent& event) {
    if (active_.size() == tracks_ || (event.side == Side::across && !active_.empty())) return false;
    const bool above = event.side == Side::above;
    Active next = {event.wire, above ? tracks_ / 2 : (tracks_ - 1) / 2, event.at, event.leaves, 0};
    if (!active_.empty()) {
      const std::uint32_t nearest = above ? tracks_ - 1 - active_.back().track : active_.front().track;
      if (nearest == 0 && !make_room(above)) return false;
      const std::uint32_t from_side = nearest == 0 ? 0 : nearest - 1;
      next.track = above ? tracks_ - 1 - from_side : from_side;
    }
    if (runs_ != nullptr) {
      next.run = runs_->size();
      runs_->push_back({next.wire, next.track, {}});
    }
    active_.insert(above ? active_.end() : active_.begin(), next);
    return true;
  }

  /// Moves the wires beside a side that stand without a free track between them one track away from it.
  bool make_room(bool above) {
    const auto nth = [&](std::size_t i) -> Active& { return active_[above ? active_.size() - 1 - i : i]; };
    const auto from_side = [&](std::size_t i) { return above ? tracks_ - 1 - nth(i).track : nth(i).track; };
    std::size_t block = 0;
    std::uint32_t changes = 0, until = now_;
    for (; block < active_.size() && from_side(block) == block; ++block) {
      if (nth(block).since == now_) continue;
      ++changes;
      until = std::min(until, nth(block).leaves);
    }
    const std::vector<TrackChange> places = places_for(changes, until);
    if (places.size() < changes) return false;
    if (changes > 0) last_ = places.front().place + 1;
    for (std::size_t i = 0, next = 0; i < block; ++i) {  // the outermost wire is the last to change
      Active& each = nth(i);
      each.track += above ? -1U : 1U;
      const bool is_new = each.since == now_;
      if (!is_new) ++next;
      if (runs_ == nullptr) continue;
      PageRun& run = (*runs_)[each.run];
      if (is_new)
        run.track = each.track;
      else
        run.changes.push_back({places[next - 1].place, places[next - 1].column, each.track});
    }
    return true;
  }

  /// The last places before position `until`, and not before the last event, where wires may change tracks, from the
  /// right.
  std::vector<TrackChange> places_for(std::uint32_t count, std::uint32_t until) const {
    std::vector<TrackChange> places;
    for (std::uint32_t place = until; place-- > last_;) {
      for (std::uint32_t column = jogs_[place]; column-- > 0;) {
        if (places.size() == count) return places;
        places.push_back({place, column});
      }
    }
    return places;
  }

  std::uint32_t tracks_;
  std::span<const std::uint32_t> jogs_;
  std::vector<PageRun>* runs_;
  std::vector<Active> active_;                      ///< from the lowest track
  std::uint32_t now_ = 0, last_ = 0, reached_ = 0;  ///< last_: up to where pins of earlier positions reach
};

}  // namespace

DealPages::DealPages(DealState& state, std::span<const Wire> wires)
    : state_(state),
      wires_(wires),
      pages_(state.field.channels.size() * state.layers),
      over_cut_(pages_.size() * slots()),
      in_channel_(state.field.channels.size() * slots()),
      full_(pages_.size(), slots()) {}

bool DealPages::upper_positive(std::uint32_t w, const DealtPlace& at, std::size_t i) const {
  const PinEnd& end = end_of(w, at, i);
  return end.left == end.right || end.left_positive == upper_at_left(at.side(i), i == 0);
}

std::uint32_t DealPages::room_in(const Wire& wire, std::uint32_t channel) const {
  std::uint32_t most = 0;
  for (std::uint32_t cut = rank(wire.slots.front()); cut < rank(wire.slots.back()); ++cut)
    most = std::max(most, in_channel_[channel * slots() + cut]);
  return state_.field.channels[channel].tracks * state_.layers - most;
}

bool DealPages::is_full_everywhere(const Wire& wire, std::uint32_t channel) const {
  for (std::uint32_t layer = 0; layer < state_.layers; ++layer) {
    if (!is_full(wire, std::size_t{channel} * state_.layers + layer)) return false;
  }
  return true;
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
    std::uint32_t& wires = over_cut_[number_of(at) * slots() + cut];
    const bool was_full = wires >= tracks_of(at);
    wires += more;
    if (was_full != (wires >= tracks_of(at))) full_.turn(number_of(at), cut, cut);
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

bool fits_page(std::span<const PageEvent> events, std::uint32_t tracks, std::span<const std::uint32_t> jogs,
               std::vector<PageRun>* runs) {
  PageFiller filler(tracks, jogs, runs);
  return std::ranges::all_of(events, [&](const PageEvent& event) { return filler.take(event); });
}

const LinkWays& DealWays::of(const Wire& wire) {
  LinkWays& link = of_link_[wire.link];
  const auto channels = static_cast<std::uint32_t>(field_.channels.size());
  renewed_.clear();
  if (link.of_channel.empty()) find(wire, link);
  if (link.is_known && 3 * (changed_.size() - link.changes_seen) < channels) {  // a pin stands beside two channels
    for (std::size_t change = link.changes_seen; change < changed_.size(); ++change)
      renew(wire, link, std::max(changed_[change], 1U) - 1, std::min(changed_[change] + 2, channels));
  } else {
    renew(wire, link, 0, channels);
  }
  link.is_known = true;
  link.changes_seen = changed_.size();
  put_in_order(link);
  return link;
}

/// The ways in whose channels and sides all slots of a link have pins; they stay the same.
void DealWays::find(const Wire& wire, LinkWays& link) {
  static constexpr std::array<std::array<Side, 2>, 5> kSides = {{{Side::below, Side::below},
                                                                 {Side::above, Side::above},
                                                                 {Side::below, Side::above},
                                                                 {Side::above, Side::below},
                                                                 {Side::across, Side::across}}};
  for (std::uint32_t c = 0; c < field_.channels.size(); ++c) {
    link.of_channel.push_back(static_cast<std::uint32_t>(link.ways.size()));
    if (field_.channels[c].tracks == 0) continue;
    for (const auto& [first, last] : kSides) {
      if (!has_line(c, first) || !has_line(c, last) || (wire.slots.size() > 2 && first != last)) continue;
      std::vector<const EndCount*> ends;
      for (std::size_t i = 0; i < wire.slots.size(); ++i)
        ends.push_back(&state_.ends_at(wire.slots[i], c, i == 0 ? first : last));
      if (std::ranges::any_of(ends, [](const EndCount* count) { return count->all == 0; })) continue;
      link.ways.push_back({c, first, last});
      link.ends.insert(link.ends.end(), ends.begin(), ends.end());
    }
  }
  link.of_channel.push_back(static_cast<std::uint32_t>(link.ways.size()));
  link.now.resize(link.ways.size());
}

bool DealWays::has_line(std::uint32_t channel, Side side) const {
  return (side == Side::above || channel > 0) && (side == Side::below || channel < field_.lines.size());
}

/// Finds how the ways of a link in some channels are now, and which have another weight.
void DealWays::renew(const Wire& wire, LinkWays& link, std::uint32_t from, std::uint32_t to) {
  const std::size_t slots = wire.slots.size();
  for (std::uint32_t channel = from; channel < to; ++channel) {
    std::optional<std::uint32_t> room;
    bool is_open = false;
    for (std::uint32_t n = link.of_channel[channel]; n < link.of_channel[channel + 1]; ++n) {
      WayNow now{.free_ends = kNone};
      for (std::size_t i = 0; i < slots; ++i) now.free_ends = std::min(now.free_ends, link.ends[n * slots + i]->free);
      if (now.free_ends > 0) {
        if (!room) {
          room = pages_.room_in(wire, channel);
          is_open = *room > 0 && !pages_.is_full_everywhere(wire, channel);
        }
        now.weight = now.free_ends * *room;
        now.is_open = is_open;
      }
      if (now.weight != link.now[n].weight) renewed_.push_back(key_of(now.weight, n));
      link.now[n] = now;
    }
  }
}
/// Moves the renewed ways to their places in the order of a link.
void DealWays::put_in_order(LinkWays& link) {
  if (renewed_.empty()) return;
  std::erase_if(link.order, [&](std::uint64_t key) { return link.now[way_of(key)].weight != weight_of(key); });
  std::erase_if(renewed_, [](std::uint64_t key) { return weight_of(key) == 0; });
  std::ranges::sort(renewed_);
  merged_.clear();
  std::ranges::merge(link.order, renewed_, std::back_inserter(merged_));
  std::swap(link.order, merged_);
}

}  // namespace cutline::board
