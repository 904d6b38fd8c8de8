// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "cutline/topology/family.hpp"
#include "spec/reading.hpp"
#include "support/own_folder.hpp"

using namespace cutline;
using reading::keys_of;
using reading::kTorus;
using reading::mistakes;
using reading::outcome;
using reading::with;

namespace {

struct Mistake {
  std::string line;  ///< line 2 of a spec that is otherwise right
  int column;
  std::string message;
  std::string hint;
};

std::string names_of_families() {
  std::string names;
  for (const Family& family : families()) names += (names.empty() ? "" : ", ") + std::string(family.name);
  return names;
}

void check_all(const std::vector<Mistake>& all) {
  for (const Mistake& mistake : all) {
    CAPTURE(mistake.line);
    std::string expected = fmt::format("a.yaml:2:{}: error: {}\n  {}\n  {}^", mistake.column, mistake.message,
                                       mistake.line, std::string(static_cast<std::size_t>(mistake.column) - 1, ' '));
    if (!mistake.hint.empty()) expected += "\nhint: " + mistake.hint;
    CHECK(mistakes(with(mistake.line)) == expected);
  }
}

bool says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("quantities need a unit, and the right one") {
  check_all({
      {"clock: {rule: fixed, frequency: 5 mm}", 33, "'frequency' is given in 'mm', which is not its unit",
       "the units are Hz, kHz, MHz or GHz"},
      {"clock: {rule: fixed, frequency: 2}", 33, "'frequency' has no unit",
       "write `2 GHz`; the units are Hz, kHz, MHz or GHz"},
      {"message: 150", 10, "'message' has no unit", "write `150 bits`; the units are bits, bytes, B or KiB"},
      {"message: 150 bit s", 10, "'message' is given in 'bit s', which is no unit",
       "did you mean 'bits'? the units are bits, bytes, B or KiB"},
      {"message: -8 bits", 10, "'message' is -8, must be at least 0", ""},
      {"message: 0 bits", 10, "'message' must be more than 0", ""},
      {"message: [150 bits]", 11, "a message must be a map, not '150 bits'",
       "a map is `key: value` on lines of their own, or {key: value, key: value}"},
      {"message: many bits", 10, "'message' must be a quantity, not 'many bits'",
       "it is a number and a unit: bits, bytes, B or KiB"},
      {"message: 1_000 bits", 10, "'message' must be a quantity, not '1_000 bits'", "write 1000"},
      {"tie: 3", 6, "'tie' has no unit", "write `3 %`; the units are %"},
      {"hold: {bisection: 256}", 19, "'bisection' has no unit", "write `256 wires`; the units are wires"},
      {"limits: {area: 4 mm2}", 16, "'area' is given in 'mm2', which is not its unit", "the units are pitches2"},
      {"router: {delay: 3}", 17, "'delay' has no unit",
       "write `3 cycles`; the units are ps, ns, us, ms, s, tau or cycles"},
      {"router: {energy: 1}", 18, "'energy' has no unit", "write `1 pJ/bit`; the units are pJ/bit or fJ/bit"},
      {"interchange: {area: 3 mm}", 21, "'area' is given in 'mm', which is not its unit",
       "the units are mm2, um2 or cm2"},
  });
}

TEST_CASE("a number without a unit is shown with the unit of its default, or with one that is usual for its key") {
  check_all({
      {"message: 4 Bits", 10, "'message' is given in 'Bits', which is no unit",
       "did you mean 'bits'? the units are bits, bytes, B or KiB"},
      {"clock: {rule: fixed, frequency: 2 ghz}", 33, "'frequency' is given in 'ghz', which is no unit",
       "did you mean 'GHz'? the units are Hz, kHz, MHz or GHz"},
      {"expect: [{candidate: t, key: length.longest_mm, at_most: 3 ns}]", 58,
       "'at_most' is given in 'ns', which is not its unit", "the units are nm, um, mm, cm, m, km, inch or mil"},
      {"expect: [{candidate: t, key: nodes, at_most: many}]", 46, "'at_most' must be a number, not 'many'",
       "a bound is a number: `at_most: 3`"},
  });
  const auto written = [](const std::string& line, const std::string& example) {
    CAPTURE(line);
    CHECK(says(mistakes(with(line)), "hint: write `" + example + "`; the units are"));
  };
  written("machine: {rows: 2, columns: 2, aisles: 1.2}", "1.2 m");
  written("machine: {rows: 2, columns: 2, rack: {width: 600}}", "600 mm");
  written("machine: {rows: 2, columns: 2, slack: 3}", "3 m");
  written("board: {slot_pitch: 20}", "20 mm");
  written("defaults: {board: {slot_pitch: 20}}", "20 mm");
  written("technology: {layers: [{pitch: 140}]}", "140 nm");
}

TEST_CASE("a key that is required is asked for in a sentence") {
  const auto asks = [](const std::string& line, const std::string& hint) {
    CAPTURE(line);
    CHECK(says(mistakes(with(line)), "hint: " + hint));
  };
  asks("machine: {}", "add `rows`, a whole number: rows of racks");
  asks("curve: {to: 4}", "add `x`, one of distance | load: what the latency is given against");
  asks("board: {}", "add `slot_pitch`, a quantity in nm, um, mm, cm, m, km, inch or mil: from slot to slot");
  asks("board: {connectors: {name: x}}", "add `tracks`, a map: what its maker can do");
}

TEST_CASE("a key of candidates at the top of the spec is shown its place") {
  check_all({
      {"tiles: []", 1, "unknown key 'tiles' in the spec",
       "it is a key of candidates: give it in a candidate or in `defaults`"},
      {"placement: {}", 1, "unknown key 'placement' in the spec",
       "it is a key of candidates: give it in a candidate or in `defaults`"},
      {"name: a", 1, "unknown key 'name' in the spec", "it is a key of a candidate: give it there"},
  });
}

TEST_CASE("what only follows from a mistake is not told beside it") {
  check_all({
      {"clock: {rule: fixd, frequency: 2 GHz}", 15, "'rule' cannot be 'fixd'",
       "did you mean 'fixed'? it is one of: longest_wire, per_link, fixed"},
      {"search: {terminals: [68, 60]}", 21, "this range of terminals is empty", "the least comes first"},
      {"expect: [{winner: t, origin: guess, value: 3}]", 30, "'origin' cannot be 'guess'",
       "it is one of: printed, formula, corrected, reconstructed, counted"},
      {"rank: {latency: {at: 3}}", 22, "'at' must be an amount of traffic, not '3'",
       "write `0.3 of capacity`, `30 % of saturation`, `0.1 bits/cycle` (of a terminal), `2 bits/ns`, or `as_given` "
       "for the rates of `traffic`; several stand in a list, or in quotes: \"[0.1, 0.3] of capacity\""},
  });
  CHECK(!says(mistakes("cutline: 1\nsearch: 3\n"), "candidates"));
}

TEST_CASE("unknown keys are refused with the nearest, with a key of that name elsewhere, or with all that exist") {
  check_all({
      {"titel: x", 1, "unknown key 'titel' in the spec", "did you mean 'title'?"},
      {"zebra: 0.1", 1, "unknown key 'zebra' in the spec", keys_of("")},
      {"channel: {witdh: 3 bits}", 11, "unknown key 'witdh' in channel", "did you mean 'width'?"},
      {"interchange: {injection: 1 cycle}", 15, "unknown key 'injection' in interchange",
       "did you mean 'router.injection'?"},
      {"search: {terminals: 16, at_least: 3}", 25, "unknown key 'at_least' in search",
       "did you mean 'search.limits.at_least'?"},
      {"defaults: {rank: 3}", 12, "unknown key 'rank' in a candidate", "did you mean 'rank' of the whole spec?"},
      {"router: {flavour: 1}", 10, "unknown key 'flavour' in router", keys_of("router")},
      {"limits: {zeal: 3 W}", 10, "unknown key 'zeal' in limits",
       keys_of("limits") + ", board.signal_layers, board.pins_of_slot, board.pins_short, board.skew, board.pair_skew, "
                           "board.loss, board.stub, board.wires_left"},
      {"defaults: {placement: {wirign: over}}", 24, "unknown key 'wirign' in placement", "did you mean 'wiring'?"},
      {"defaults: {placement: {zeal: over}}", 24, "unknown key 'zeal' in placement", keys_of("candidates[].placement")},
  });
}

TEST_CASE("words are checked against what exists") {
  check_all({
      {"defaults: {placement: {wiring: ovre}}", 32, "'wiring' cannot be 'ovre'",
       "did you mean 'over'? it is one of: beside, over"},
      {"wires: pipeline", 8, "'wires' cannot be 'pipeline'",
       "did you mean 'pipelined'? it is one of: unpipelined, pipelined"},
      {"switching: circuit", 12, "'switching' cannot be 'circuit'",
       "it is one of: wormhole, store_and_forward, virtual_cut_through"},
      {"routing: random", 10, "'routing' cannot be 'random'",
       "it is one of: dimension_order, minimal, shortest, express, balanced, up_down, layered, hierarchical, "
       "hop_classes, d_mod_k, valiant, ugal"},
      {"traffic: transposed", 10, "'traffic' cannot be 'transposed'",
       "did you mean 'transpose'? it is one of: uniform, nearest_neighbour, transpose, bit_reversal, bit_complement, "
       "shuffle, tornado, next_group, round_trip, hot_spot, matrix"},
      {"traffic: {pattern: matrix}", 10, "matrix takes either `rows` or a `file`",
       "{pattern: matrix, file: traffic.txt}"},
      {"load: [0.1]", 8, "'load' must be an amount of traffic, not '0.1'",
       "write `0.3 of capacity`, `30 % of saturation`, `0.1 bits/cycle` (of a terminal), `2 bits/ns`, or `as_given` "
       "for "
       "the rates of `traffic`; several stand in a list, or in quotes: \"[0.1, 0.3] of capacity\""},
      {"title: \"a\\e[31mb\"", 8, "'title' holds the control character U+001B", "leave it out"},
      {"uncertainty: {}", 14, "'uncertainty' names nothing uncertain",
       "{wire_delay: 20 %, router_delay: 10 %, message: 50 %}"},
      {"traffic: {self: yes}", 17, "'self' must be true or false, not 'yes'", ""},
      {"delay: linaer", 8, "'delay' cannot be 'linaer'",
       "did you mean 'linear'? it is one of: constant, logarithmic, logarithmic_rj, linear, quadratic, horn, "
       "distributed, elmore, sakurai, "
       "d2m, repeated, transmission_line, time_of_flight, per_inch, pipelined"},
      {"delay: [linear, linear]", 17, "the delay model linear is listed twice", ""},
      {"delay: {coefficient: 2}", 8, "delay needs the key 'model'",
       "the models are: constant, logarithmic, logarithmic_rj, linear, quadratic, horn, distributed, elmore, sakurai, "
       "d2m, repeated, transmission_line, time_of_flight, per_inch, pipelined"},
      {"cutlin: 1", 1, "unknown key 'cutlin' in the spec", "did you mean 'cutline'?"},
  });
}

TEST_CASE("keys that contradict each other are refused") {
  check_all({
      {"clock: {rule: fixed}", 15, "the rule 'fixed' needs a frequency", "for example `frequency: 2 GHz`"},
      {"clock: {rule: per_link, frequency: 2 GHz}", 36, "a frequency fixes the cycle, and `rule` says otherwise",
       "leave out one of them"},
      {"hold: {bisection: of t, width: 3 bits}", 32, "`hold` names two resources",
       "all else follows from the one that is held equal"},
      {"hold: {width: 3 bits, count: graph}", 30, "'count' goes with `bisection` only", ""},
      {"hold: {bisection: of t, per: line}", 30, "'per' goes with `peak_density` only", ""},
      {"hold: {}", 7, "`hold` names no resource", "one of: bisection, area, pins, peak_density, width"},
      {"hold: {bisection: of u}", 19, "no candidate is called 'u'", "the candidates are: t"},
      {"hold: {bisection: 4 x of}", 19, "'bisection' refers to no candidate", "write `of NAME` or `4 x of NAME`"},
      {"node: {width: 1 mm}", 7, "the technology 'unit' has no metres",
       "its node boxes are as small as their terminals allow"},
      {"message: [{size: 8 bits, share: 0.5}]", 10, "the shares of the messages add up to 0.5", "they add up to 1"},
      {"expect: [{candidate: t, key: nodes}]", 10, "this must expect one number, or a winner",
       "write {candidate: NAME, key: density.x.peak_links, value: 682}, {key: length.longest_mm, at_most: 3 mm} or "
       "{winner: NAME}"},
      {"expect: [{key: nodes, at_most: 3, tolerance: 1}]", 10, "a bound has no tolerance",
       "write a wider bound, or `value` in place of it"},
      {"expect: [{winner: u}]", 10, "no candidate is called 'u'", "the candidates are: t"},
      {"expect: [{winner: t, delay: constant}]", 29, "no delay model of this spec is called 'constant'",
       "the delay models are: linear"},
      {"defaults: {name: x}", 12, "'name' stands in a candidate, not in the defaults", ""},
  });
}

namespace {

/// Two candidates under the given lines of the top level; the second is named u and has keys of its own.
std::string two(const std::string& lines, const std::string& own) {
  return "cutline: 1\n" + lines + "candidates:\n  - {name: t, topology: {family: torus, radix: 4, dimensions: 2}}\n" +
         "  - {name: u, topology: {family: torus, radix: 4, dimensions: 2}, " + own + "}\n";
}

const std::string kWidthIdle = "'width' has no effect: the widths of channels follow from `hold`";

}  // namespace

TEST_CASE("a width that what is held leaves no effect is refused, wherever it stands") {
  const std::string width = "channel: {width: 9 bits}";
  const std::vector<std::string> held = {"{bisection: 256 wires}", "{bisection: of t}", "{width: 3 bits}",
                                         "{pins: 4 x of t}"};
  for (const std::string& hold : held) {
    CAPTURE(hold);
    const std::string text = mistakes(two("hold: " + hold + "\n", width));
    CHECK(says(text, "a.yaml:5:84: error: " + kWidthIdle));
    CHECK(says(text, "hint: leave it out; only the candidate that `of NAME` names"));
  }
  for (const char* shared : {"channel: {width: 9 bits}\n", "defaults: {channel: {width: 9 bits}}\n"}) {
    CAPTURE(shared);
    CHECK(says(mistakes(two("hold: {bisection: 256 wires}\n" + std::string(shared), "routing: minimal")), kWidthIdle));
    // The width is that of the candidate named in `hold`; if this candidate has another width, no candidate uses it.
    CHECK(outcome(two("hold: {bisection: of u}\n" + std::string(shared), "routing: minimal")).text == "fine");
    CHECK(says(mistakes(two("hold: {bisection: of u}\n" + std::string(shared), width)), "a.yaml:3:"));
  }
  CHECK(outcome(two("hold: {bisection: of u}\n", width)).text == "fine");
  CHECK(outcome(two("", width)).text == "fine");
  // An override of `hold` leaves the candidate's own width in the spec, which is then no mistake. A width that an
  // override brings has no effect.
  CHECK(outcome(two("hold: {bisection: of u}\n", width), {{"hold", "{bisection: 64 wires}"}}).text == "fine");
  CHECK(outcome(two("hold: {bisection: of u}\n", width), {{"hold.bisection", "2 x of t"}}).text == "fine");
  CHECK(
      says(mistakes(two("hold: {bisection: of u}\n", width), {{"candidates[t].channel.width", "4 bits"}}), kWidthIdle));
}

TEST_CASE("keys that closed forms do not know are refused where no layout takes them") {
  const std::pair<const char*, const char*> keys[] = {
      {"placement: {order: folded}", "its placement has no effect"},
      {"node: {width: 1 mm}", "the box of its nodes has no effect"},
      {"packages: [{name: chip, cells: [2, 2]}]", "its packages have no effect"},
      {"channel: {multiple: 8 bits}", "'multiple' has no effect where widths are not rounded"}};
  const std::string metal = "technology: nangate45\ndelay: linear\n";
  for (const auto& [key, message] : keys) {
    CAPTURE(key);
    CHECK(says(mistakes(two(metal, std::string("ideal: true, ") + key)), message));
    // If it is shared with a layout, it has an effect there.
    CHECK(outcome(two(metal + "defaults: {" + key + "}\n", "ideal: true")).text == "fine");
    CHECK(outcome(two(metal, key)).text == "fine");
  }
  CHECK(outcome(two("", "ideal: true, channel: {multiple: 8 bits, round: down}")).text == "fine");
  CHECK(says(mistakes(two("", "channel: {multiple: 8 bits, round: exact}")), "'multiple' has no effect"));
  // The order decides which host of a guest a candidate is.
  CHECK(outcome(two("guest: {pattern: mesh, side: 64, message: 8 bits}\n", "ideal: true, placement: {order: gray}"))
            .text == "fine");
}

TEST_CASE("uncertainty and crossovers are checked before anything is searched") {
  CHECK(says(mistakes(with("uncertainty: {wire_delay: 100 %}")), "must be less than 100 %"));
  CHECK(says(mistakes(with("uncertainty: {wire_dely: 10 %}")), "'wire_delay'"));
  CHECK(says(mistakes(with("crossover: {over: message}")), "give `from` and `to`, or `values`"));
  CHECK(says(mistakes(with("crossover: {over: message, from: 8 bits, to: 9}")), "in the same unit"));
  CHECK(says(mistakes(with("crossover: {over: message, from: 9 bits, to: 8 bits}")), "ends before it begins"));
  CHECK(says(mistakes(with("crossover: {over: message, from: -1 bits, to: 8 bits}")), "among numbers above 0"));
  CHECK(says(mistakes(with("crossover: {over: message, values: [8 bits]}")), "two values or more"));
  CHECK(says(mistakes(with("crossover: {over: message, from: 1 bits, to: 2 bits, values: [8 bits, 9 bits]}")),
             "both a range and values"));
  CHECK(says(mistakes(with("crossover: {from: 8 bits, to: 9 bits}")), "'over'"));
  CHECK(says(mistakes(with("pareto: [latncy]")), "'latency'"));
}

TEST_CASE("a grid of a search has as many terminals as the search asks for") {
  CHECK(mistakes("cutline: 1\nsearch: {terminals: 64, grid: [4, 4]}\n") ==
        "a.yaml:2:31: error: routers on this grid have 16 terminals, not as many as `terminals` says\n"
        "  search: {terminals: 64, grid: [4, 4]}\n"
        "                                ^\n"
        "hint: leave `grid` out: that of the best regular network is taken");
}

TEST_CASE("the spec must begin somewhere") {
  const std::string hint = "hint: it begins with `cutline: 1` and lists its `candidates`";
  CHECK(mistakes("") == "a.yaml:1:1: error: the spec is empty\n  \n  ^\n" + hint);
  CHECK(mistakes("# nothing\n") == "a.yaml:1:1: error: the spec is empty\n  # nothing\n  ^\n" + hint);
  CHECK(mistakes("hello\n") ==
        "a.yaml:1:1: error: the spec must be a map, not 'hello'\n  hello\n  ^\n"
        "hint: a map is `key: value` on lines of their own, or {key: value, key: value}");
  CHECK(mistakes("cutline: 2\n" + kTorus) ==
        "a.yaml:1:10: error: the format version 2 is not known\n  cutline: 2\n           ^\n"
        "hint: this program reads `cutline: 1`");
  CHECK(mistakes("candidates: []\n") ==
        "a.yaml:1:1: error: the spec needs the key 'cutline'\n  candidates: []\n  ^\n"
        "hint: add `cutline: 1`: version of the format\n"
        "a.yaml:1:13: error: 'candidates' is an empty list\n  candidates: []\n              ^\n"
        "hint: list at least one network");
  CHECK(mistakes("cutline: 1\n") ==
        "a.yaml:1:1: error: the spec needs the key 'candidates'\n  cutline: 1\n  ^\n"
        "hint: list the networks to compare: `candidates: [{topology: {family: torus, radix: 8, dimensions: 2}}]`");
}

TEST_CASE("all mistakes of a spec are reported in one run, in the order of the file") {
  CHECK(mistakes("cutline: 1\n"
                 "message: 150\n"
                 "clock: {rule: fixd}\n"
                 "candidates:\n"
                 "  - {name: a, topology: {family: torus, radix: 1, q: 3}}\n"
                 "  - {name: a, topology: {family: tours}}\n") ==
        "a.yaml:2:10: error: 'message' has no unit\n"
        "  message: 150\n"
        "           ^\n"
        "hint: write `150 bits`; the units are bits, bytes, B or KiB\n"
        "a.yaml:3:15: error: 'rule' cannot be 'fixd'\n"
        "  clock: {rule: fixd}\n"
        "                ^\n"
        "hint: did you mean 'fixed'? it is one of: longest_wire, per_link, fixed\n"
        "a.yaml:5:48: error: torus: 'radix' is 1, must be at least 2\n"
        "    - {name: a, topology: {family: torus, radix: 1, q: 3}}\n"
        "                                                 ^\n"
        "hint: nodes along a dimension, k\n"
        "a.yaml:5:51: error: torus has no parameter 'q'\n"
        "    - {name: a, topology: {family: torus, radix: 1, q: 3}}\n"
        "                                                    ^\n"
        "hint: it takes: radix, dimensions, radices, nodes, channels, concentration\n"
        "a.yaml:6:12: error: two candidates are called 'a'\n"
        "    - {name: a, topology: {family: tours}}\n"
        "             ^\n"
        "hint: the first stands at a.yaml:5:12\n"
        "a.yaml:6:34: error: 'family' cannot be 'tours'\n"
        "    - {name: a, topology: {family: tours}}\n"
        "                                   ^\n"
        "hint: did you mean 'torus'? it is one of: " +
            names_of_families());
}

TEST_CASE("a mistake that many candidates share is reported once") {
  CHECK(mistakes("cutline: 1\n"
                 "router: {delay: 3}\n"
                 "candidates: [{topology: {family: ring, nodes: 4}}, {topology: {family: ring, nodes: 5}}]\n") ==
        "a.yaml:2:17: error: 'delay' has no unit\n"
        "  router: {delay: 3}\n"
        "                  ^\n"
        "hint: write `3 cycles`; the units are ps, ns, us, ms, s, tau or cycles");
}

TEST_CASE("a thousand mistakes are not all printed") {
  std::string text = "cutline: 1\ncandidates:\n";
  for (int i = 0; i < 5000; ++i) text += "  - {topology: {family: rin}}\n";
  const std::string said = mistakes(text);
  CHECK(std::count(said.begin(), said.end(), '\n') < 250);
  CHECK(said.find("more mistakes in 'a.yaml'") != std::string::npos);
}

TEST_CASE("placements are checked word by word") {
  const auto placement = [](const std::string& text) {
    return mistakes("cutline: 1\ncandidates:\n- topology: {family: torus, radix: 4, dimensions: 2}\n  placement: {" +
                    text + "}\n");
  };
  const auto at = [](int column, const std::string& text, const std::string& message, const std::string& hint) {
    return fmt::format("a.yaml:4:{}: error: {}\n    placement: {{{}}}\n  {}^\nhint: {}", column, message, text,
                       std::string(static_cast<std::size_t>(column) - 1, ' '), hint);
  };
  CHECK(placement("order: foldde") ==
        at(22, "order: foldde", "'order' cannot be 'foldde'",
           "did you mean 'folded'? it is one of: natural, gray, folded, hilbert, level_swept, split, recursive, "
           "bisection, spectral, annealed, tabu, exact, portfolio"));
  CHECK(placement("axes: [x, w]") == at(25, "axes: [x, w]", "'axes' cannot be 'w'", "it is one of: x, y, z"));
  CHECK(placement("minimise: totl") == at(25, "minimise: totl", "'minimise' cannot be 'totl'",
                                          "did you mean 'total'? it is one of: total, longest, peak_density, area"));
  CHECK(placement("cells: [[0, 0], [1]]") ==
        at(31, "cells: [[0, 0], [1]]", "a cell has 2 or 3 numbers, not 1", "a cell is [x, y] or [x, y, z]"));
  CHECK(placement("order: [gray, gray, gray, gray]") == at(22, "order: [gray, gray, gray, gray]",
                                                           "'order' lists 4 orders",
                                                           "one for each of the axes x, y, z, or one for all"));
}
