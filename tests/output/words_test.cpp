// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/words/words.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cutline/detail/study/note.hpp"

using namespace cutline;

// Other tests ask for the kind of a note and its numbers. This table alone asks how a note reads.
TEST_CASE("a note reads as a sentence with its numbers") {
  struct Read {
    Note note;
    std::string sentence;
  };
  const std::vector<Read> all = {
      {make_note(NoteKind::default_width), "channel width 1 bit, the default: none is given or held"},
      {make_note(NoteKind::network_in_parts, 2, 4, 32.0, 56.0),
       "the network is in 2 parts that no link joins, the largest of 4 nodes: 32 of 56 ordered pairs of nodes have no "
       "way, and distances are of the others"},
      {make_note(NoteKind::pairs_without_way, 6.0, 12.0),
       "6 of 12 ordered pairs of nodes have no way, because channels go one way only: distances are of the others"},
      {make_note(NoteKind::over_middle, 1680.0, 1024.0),
       "1680 wires lie over the middle of the layout, where 1024 are held over the bisection: `count: middle_cut` "
       "holds those over the middle"},
      {make_note(NoteKind::links_go_round, 2, "27", "35", 5.36, 3.5, "mm"),
       "2 bent links pass both their ends and come back, because channels at their shorter corner are fuller: most of "
       "all 27 - 35, of 5.36 mm where its ends are 3.5 apart, and all by more than two channel widths"},
      {make_note(NoteKind::longest_departs, 2.0, 1.0),
       "longest wire 2 node pitches in this layout; k^(n/2-1) of Dally 1990 says 1"},
      {make_note(NoteKind::radix_not_whole, 4.64159), "its radix 4.642 is not whole: no layout has it"},
      {make_note(NoteKind::limit_not_checked, "area_pitches2"),
       "the limit area_pitches2 is not checked: this candidate has no such number"},
      {make_note(NoteKind::modules_cut_off, 2, 6, "chip"),
       "2 of 6 modules of the level chip are cut off by the grid's end"},
      {make_note(NoteKind::links_past_reach, 1, 4, "rack"),
       "no medium reaches for 1 of 4 links from rack to rack: their delay counts none"},
      {make_note(NoteKind::slowest_layers, "metal3, metal4", "nangate45"),
       "layers of the slowest wire: metal3, metal4 of nangate45"},
      {make_note(NoteKind::default_delay, "linear", "paper-cmos-1um"),
       "wire delay linear, the default here: paper-cmos-1um gives no driver, resistance or capacitance"},
      {make_note(NoteKind::outside_range, "time_of_flight",
                 make_note(NoteKind::links_too_long, 24, 24, 2.0, "it holds up to 1 mm")),
       "time_of_flight: 24 of 24 links are too long, the longest 2 mm: it holds up to 1 mm"},
      {make_note(NoteKind::no_router_energy, "paper-cmos-1um gives no supply"),
       "router energy is null: none is given, and paper-cmos-1um gives no supply"},
      {make_note(NoteKind::given_router_energy, 0.1, 16.0),
       "router energy is the given 0.1 pJ/bit, whatever the 16 ports"},
      {make_note(NoteKind::messages_without_way, 57.142857, "uniform"),
       "57.14 % of the messages of uniform traffic have no way and are not sent: hops, loads, saturation, latency and "
       "energy are of the others"},
      {make_note(NoteKind::no_message_has_way, "matrix"), "no message of matrix traffic has a way to another node"},
      {make_note(NoteKind::steady_beyond_terminals, "agarwal-1991", 32.0, 16.0),
       "agarwal-1991 alone is steady up to 32 bits a cycle and node; its terminals send and take 16"},
      {make_note(NoteKind::load_of_times, 16.0, 0.25, 0.03125, 0.5, "fixed frequency"),
       "the given rates are 16 bits a cycle and terminal, in flits 0.25, in messages of the mean size 0.03125, at a "
       "cycle of 0.5 ns, set by: fixed frequency"},
      {make_note(NoteKind::channel_full, "from a to b", 64.0, 64.0, 1.0, 0),
       "at the given rates the channel from a to b is exactly full: it carries 64 bits a cycle; of the other channels "
       "0 are full"},
      {make_note(NoteKind::channel_overloaded, "from a to b", 80.0, 64.0, 1.25, 0),
       "at the given rates the channel from a to b is overloaded: 80 bits a cycle, 1.25 times the 64 that it can "
       "carry; of the other channels 0 are full"}};
  for (const Read& each : all) CHECK(note_text(each.note) == each.sentence);
  CHECK(note_texts({all[0].note, all[1].note, all[0].note}).size() == 2);  // each is told once
}
