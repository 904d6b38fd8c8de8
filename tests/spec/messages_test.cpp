// SPDX-License-Identifier: Apache-2.0
// Specs that are refused: what the program says, and where. Other tests ask whether, when and of what something is
// refused; how it reads stands here. Mistakes that a reader finds in the text alone stand in mistakes_test.cpp.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <string>
#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"

using namespace cutline;

namespace {

/// A spec with `@` for what the rows put there, and the place and the message of the first error with each.
struct Refusals {
  std::string spec;
  struct Row {
    std::string put;
    std::string message;
    ExitCode code = ExitCode::bad_input;
  };
  std::vector<Row> rows;
};

const std::vector<Refusals> kRefusals = {
    {R"(cutline: 1
technology:
  name: floor
  layers: [{name: a, direction: horizontal, pitch: 1 um}, {name: b, direction: vertical, pitch: 1 um}]
router: {delay: 1 ns}
delay: constant
node: {width: 100 um, height: 50 um}
candidates:
  - {name: mesh, topology: {family: mesh, radices: [4, 3]}, @}
)",
     {{"tiles: [{name: a, at: [12]}]", "9:84: the network has no node 12"},
      {"tiles: [{name: a, at: [[4, 0]]}]", "9:84: tiles 'a': the cell [4, 0] is off the grid of 4 x 3"},
      {"tiles: [{name: a, at: [1-4]}, {name: b, at: [3]}]", "9:106: tiles 'b': node 3 is in the list of 'a' as well"},
      {"tiles: [{name: a, at: [1, 1]}]", "9:87: tiles 'a': node 1 is in the list of 'a' as well"},
      {"tiles: [{name: a}, {name: b}]", "9:80: two kinds of tile take the same nodes"},
      {"tiles: [{name: a}, {name: a, at: edge}]", "9:80: two kinds of tile are called 'a'"},
      {"tiles: [{name: a, at: middle}]", "9:83: the network has no node 'middle'"},
      {"tiles: [{name: a, at: 7-3}]", "9:83: 'at' cannot be '7-3'"},
      {"tiles: [{name: a, at: [99999999999999999999]}]", "9:84: 'at' cannot be '99999999999999999999'"},
      {"tiles: [{at: edge}]", "9:69: a kind of tile needs the key 'name'"},
      {"tiles: [{name: a, node: {width: 4}}]", "9:93: 'width' has no unit"},
      {"placement: {columns: 5, empty: []}, tiles: [{name: core}]", "9:92: 'empty' is an empty list"},
      {"placement: {columns: 5, empty: [edge]}", "9:93: 'empty' cannot be 'edge'"},
      {"placement: {columns: 5, empty: [[1, 2, 3]]}", "9:93: a cell has 2 coordinates"},
      {"placement: {columns: 5, empty: [[1, 9]]}", "9:92: the cell [1, 9] is off the grid of 5 x 3"},
      {"placement: {axes: [x, y], empty: [[1, 1]]}", "9:94: '5' stands in the cell [1, 1], which `empty` keeps free"},
      {"placement: {columns: 5, empty: [[0, 0]]}, tiles: [{name: a, at: [[0, 0]]}]",
       "9:126: tiles 'a': no node stands at [0, 0]"},
      {"placement: {columns: 4, order: bisection, minimise: total}, tiles: [{name: core}, {name: wide, at: [1]}]",
       "9:92: kinds of tile that stand at numbers of nodes are for the orders 'annealed', 'spectral' and 'tabu'"}}},
    {R"(cutline: 1
router: {delay: 1 ns}
candidates: [{name: m, topology: {family: mesh, radix: 3, dimensions: 2}, tiles: @}]
)",
     {{"[{name: a, node: {width: 1 mm}}]", "3:82: the unit technology has no metres, so tiles have no sizes"}}},
    {R"(cutline: 1
technology: nangate45
node: {width: 3 mm}
router: {delay: 1 ns}
candidates:
  - name: m
    topology: {family: graph, nodes: 2, links: [[0, 1]]}
    tiles: @
    placement:
      positions:
      - {node: 0, x: 0 mm, y: 0 mm, width: 1 mm, height: 1 mm}
      - {node: 1, x: 2 mm, y: 0 mm, width: 1 mm, height: 1 mm}
)",
     {{"[{name: core, node: {width: 1 mm}}]", "8:12: in given places every tile has its size there"},
      {"[{name: a, at: 0-1}, {name: b, at: 1}]", "8:47: tiles 'b': node 1 is in the list of 'a' as well"}}},
    {R"(cutline: 1
technology: nangate45
delay: constant
router: {delay: 1 ns}
candidates:
  - name: one
    topology: {family: graph, nodes: 2, links: [[0, 1]]}
    placement:
      positions:
      - {node: 0, x: 0 mm, y: 0 mm, width: 1 mm, height: 1 mm}
      - {node: 1, @}
)",
     {{"x: 2 mm, y: 0 mm, shape: [[0 mm, 0 mm], [1 mm, 1 mm], [1 mm, 0 mm], [0 mm, 1 mm]]",
       "11:44: the shape of '1' crosses or touches itself"},
      {"x: 2 mm, y: 0 mm, shape: [[0 mm, 0 mm], [2 mm, 0 mm], [2 mm, 2 mm], [1 mm, 0 mm], [0 mm, 2 mm]]",
       "11:44: the shape of '1' crosses or touches itself"},
      {"x: 2 mm, y: 0 mm, shape: [[0 mm, 0 mm], [1 mm, 1 mm]]", "11:44: the shape of '1' has fewer than 3 corners"},
      {"x: 2 mm, y: 0 mm, shape: [[0 mm, 0 mm], [1 mm, 0 mm], [0 mm, 1 mm], [0 mm, 0 mm]]",
       "11:44: the shape of '1' has a corner twice"},
      {"x: 2 mm, y: 0 mm, shape: [[0 mm, 0 mm], [1 mm, 1 mm], [2 mm, 2 mm]]",
       "11:44: the shape of '1' has no area: all its corners lie on one line"},
      {"x: 2 mm, y: 0 mm, shape: [[1 mm, 0 mm], [2 mm, 0 mm], [1 mm, 1 mm]]",
       "11:44: the shape of '1' begins at x 1, y 0 mm, and not at the tile's lower left corner"},
      {"x: 2 mm, y: 0 mm, shape: [[0 mm, 0 mm], [2 mm, 0 mm], [0 mm, 2 mm]], router: [1.5 mm, 1.5 mm]",
       "11:9: the router lies outside its tile"},
      {"x: 2 mm, y: 0 mm, width: 1 mm", "11:9: a tile needs the key 'height'"},
      {"x: 2 mm, y: 0 mm, width: 1 mm, shape: [[0 mm, 0 mm], [2 mm, 0 mm], [0 mm, 2 mm]]",
       "11:9: 'width' and 'shape' both say how large a tile is"},
      {"x: 2 mm, y: 0 mm, width: 1 mm, height: 1 mm, router: [2 mm, 0 mm]", "11:9: the router lies outside its tile"}}},
    {R"(cutline: 1
candidates:
  - {name: torus, topology: {family: torus, radix: 4, dimensions: 2}, routing: @}
)",
     {{"express", "3:80: 'torus' has no interchanges that the express rule knows, so its routing cannot be express"},
      {"expres", "3:80: 'routing' cannot be 'expres'"},
      {"dimension_ordre", "3:80: 'routing' cannot be 'dimension_ordre'"},
      {"hierarchical", "3:80: 'torus' has no links between groups, so its routing cannot be hierarchical"}}},
    {R"(cutline: 1
curve: @
candidates:
  - {name: express, topology: {family: express, radix: 20, dimensions: 2, spacing: 4}}
)",
     {{"{x: distance, from: 5, to: 4}", "2:8: the curve ends before it begins"},
      {"{x: distance}", "2:8: curve needs the key 'to'"},
      {"{x: distanc, to: 4}", "2:12: 'x' cannot be 'distanc'"},
      {"{x: distance, to: 200000}", "2:8: the curve has more than 100000 points, the limit"},
      {"{x: distance, to: 4, source: middle}", "2:37: 'source' must be a number, not 'middle'"}}},
    {R"(cutline: 1
traffic: @
candidates:
  - {name: torus, topology: {family: torus, radices: [4, 2]}}
)",
     {{"{pattern: hot_spot, node: 8}",
       "2:36: traffic fits none of the candidates: hot_spot has no node 8: the nodes are 0 to 7"},
      {"{pattern: matrix}", "2:10: matrix takes either `rows` or a `file`"},
      {"{pattern: tornadoo}", "2:20: 'pattern' cannot be 'tornadoo'"},
      {"[{name: a, share: 0.5, traffic: uniform}, {name: b, share: 0.6, traffic: tornado}]",
       "2:10: the shares of the applications add up to 1.1"},
      {"[{name: a, share: 0.5, traffic: uniform}, {name: a, share: 0.5, traffic: tornado}]",
       "2:52: two applications are called 'a'"},
      {"[{name: a, share: 1}]", "2:11: an application takes either a `file` or `traffic`"},
      {"[{name: a/b, share: 1, traffic: uniform}]", "2:18: 'name' must be a name without '/'"},
      {"[{name: hot, share: 1, traffic: {pattern: hot_spot, node: 8}}]",
       "2:10: traffic fits none of the candidates: hot: hot_spot has no node 8: the nodes are 0 to 7"}}},
    {R"(cutline: 1
traffic: [{name: a, share: 1, traffic: uniform}]
candidates:
  - planes: @
)",
     {{"[{name: p, topology: {family: ring, nodes: 4}}]",
       "4:13: applications run on one network, and a candidate with `planes` has several"}}},
    {R"(cutline: 1
candidates:
  - planes: [{name: p, topology: {family: ring, nodes: 4}, traffic: @}]
)",
     {{"[{name: b, share: 1, traffic: uniform}]", "3:14: a plane has one traffic, not several applications"}}},
    {R"(cutline: 1
load: @
candidates:
  - {name: torus, topology: {family: torus, radices: [4, 2]}}
)",
     {{"as_given", "2:7: `load: as_given` needs absolute rates, and uniform traffic has none"}}},
    {R"(cutline: 1
@
candidates:
  - {name: a, topology: {family: hypercube, dimensions: 4}, technology: paper-cmos-1um}
)",
     {{"title: unit", "4:73: 'paper-cmos-1um' counts in metres, and the spec's technology is 'unit'"},
      {"technology: nangate45\ndelay: d2m",
       "5:73: 'a': the delay d2m needs the resistance and capacitance of a wire, and paper-cmos-1um metal1 gives "
       "none"}}},
    {R"(cutline: 1
technology: @
candidates:
  - {topology: {family: torus, radix: 4, dimensions: 2}}
)",
     {{"nangate54", "2:13: no technology is called 'nangate54'"},
      {"{name: nangate45, use: [metal3]}", "2:36: layer 'metal3' of technology 'nangate45' has no partner"},
      {"{name: m, layers: [{name: a, direction: up, pitch: 0 um}]}", "2:53: 'direction' cannot be 'up'"},
      {"{name: sky130, pairs: 2}", "2:35: 'pairs' is of the technology 'unit' only"}}},
    {R"(cutline: 1
technology: nangate45
candidates:
  - name: one
    topology: {family: graph, nodes: 2, links: [[0, 1]]}
    placement:
      outline: @
      positions:
      - {node: 0, x: 40 mm, y: 40 mm, width: 20 mm, height: 20 mm}
      - {node: 1, x: 60 mm, y: 40 mm, width: 20 mm, height: 20 mm}
)",
     {{"{wafer: 0 mm}", "7:24: the diameter of a wafer is more than 0 and up to 1 km"},
      {"{notch: 1 mm}", "7:16: a round outline needs the key 'wafer'"},
      {"{wafer: 100 mm, notch: 30 mm}", "7:16: the notch is deeper than a quarter of the wafer"},
      {"{wafer: 100 mm, flat: 30 mm}", "7:32: unknown key 'flat' in a round outline"},
      {"{wafer: 1e-15 mm}", "7:16: the wafer has a corner twice"}}},
    {R"(cutline: 1
hold: @
candidates:
  - {name: torus, topology: {family: torus, radix: 4, dimensions: 2}}
  - {name: all, ideal: true, topology: {family: torus, radix: 4, dimensions: 2}}
)",
     {{"{bisection: of nobody}", "2:19: no candidate is called 'nobody'"},
      {"{area: 1000 pitches2}", "5:24: 'all' is ideal and has no layout, so its area cannot be held"},
      {"{bisection: 64 wires, count: middle_cut}",
       "5:24: 'all' is ideal and has no layout, so its middle cut cannot be held"}}},
    {R"(cutline: 1
candidates:
  - {name: one, topology: @}
)",
     {{"{family: torus, nodes: 100, dimensions: 3}",
       "3:50: 100 nodes in 3 dimensions have no whole radix of at least 2 (4.642)"},
      {"{family: torus, radices: [3, 3], radix: 3}", "3:67: torus takes `radices` or `radix`, not both"},
      {"{family: torus, radix: 2.5, dimensions: 2}", "3:50: the radix of a torus layout is a whole number, not 2.5"},
      {"{family: mesh, radix: 4, dimensions: 2, channels: unidirectional}",
       "3:77: a mesh of one-way channels cannot send anything back"},
      {"{family: graph, nodes: 3, links: [[0, 3]]}", "3:60: link 0 names node 3, which does not exist"},
      {"{family: graph, nodes: 3, links: [[1, 1]]}", "3:60: link 0 joins node 1 to itself"},
      {"{family: express, radix: 16, dimensions: 1}", "3:27: express needs `spacing` or `spacings`, one of them"},
      {"{family: express, radix: 16, dimensions: 1, spacing: 16}",
       "3:80: an express channel of level 1, 16 nodes long, does not fit in 16 nodes"},
      {"{family: express, radix: 16, dimensions: 1, spacing: 4, module_width: 2}",
       "3:97: `module_width` needs `module`, the nodes of a module along a dimension"},
      {"{family: express, radix: 16, dimensions: 1, spacing: 1}", "3:80: express: 'spacing' is 1, must be at least 2"},
      {"{family: express, radix: 16, dimensions: 1, spacing: 4, levels: 2}",
       "3:91: an express channel of level 2, 16 nodes long, does not fit in 16 nodes"},
      {"{family: express, radix: 16, dimensions: 1, spacing: 4, multiplicity: [1, 2]}",
       "3:97: `multiplicity` lists 2 numbers for 1 levels"},
      {"{family: express, radix: 16, dimensions: 1, spacing: 2, levels: 2, style: interleaved}",
       "3:91: interleaved interchanges have one level"},
      {"{family: express, radix: 16, dimensions: 1, spacing: 2, multiplicity: 3, style: interleaved}",
       "3:97: 3 interleaved interchanges do not fit in groups of 2 nodes"},
      {"{family: express, radix: 16, dimensions: 1, spacing: 4, style: intercange}",
       "3:90: 'style' cannot be 'intercange'"},
      {"{family: express, radix: 16, dimensions: 1, spacing: 4, channels: unidirectional}",
       "3:93: an express cube of one-way channels cannot send anything back"},
      {"{family: torus, radix: 1024, dimensions: 5}", "3:68: this torus has more than 2^48 nodes, the limit",
       ExitCode::over_limit},
      {"{family: graph, nodes: 3, links: [[0, 1], [1, 2]], switches: [3]}", "3:88: switch 3 is no node"},
      {"{family: graph, nodes: 3, links: [[0, 1], [1, 2]], switches: [0, 1, 2]}",
       "3:60: a graph has at least two nodes and a link"},
      {"{family: arrangement, symbols: 4, places: 4}", "3:69: 4 places leave none of 4 symbols to change to"},
      {"{family: oft, q: 6}", "3:44: no orthogonal fat tree is built of 6"},
      {"{family: slim_fly, q: 6}", "3:49: no slim fly is built of 6"},
      {"{family: ccc, dimensions: 3, channels: unidirectional}",
       "3:66: the cubes of cube-connected cycles link their nodes both ways"}}},
    {R"(cutline: 1
technology: fr4-stripline
router: {delay: 1 ns}
candidates: [{name: t, topology: {family: torus, radix: 4, dimensions: 2}, placement: {axes: [x, x]}}]
board: {slot_pitch: 20 mm, connectors: @, tracks: {width: 5 mil, space: 5 mil}}
)",
     {{"cpci", "5:40: no connector is called 'cpci'"},
      {"[]", "5:40: 'connectors' is an empty list"},
      {"{columns: 3}", "5:40: a connector needs the key 'name'"},
      {"{name: mine, columns: 3, rows: 2, column_pitch: 2 mm, row_pitch: 2 mm, drill: 1 mm}",
       "5:40: a connector needs the key 'pad'"},
      {"{name: a, columns: 3, rows: 2, column_pitch: 2 mm, row_pitch: 2 mm, pad: 1 mm, drill: 1 mm}",
       "5:40: the holes of a connector are as wide as its pads"},
      {"{name: a, columns: 3, rows: 2, column_pitch: 2 mm, row_pitch: 2 mm, pad: 2 mm, drill: 1 mm}",
       "5:40: the pads of a connector touch"},
      {"{name: a, columns: 3, rows: 2, column_pitch: 11 m, row_pitch: 2 mm, pad: 2 mm, drill: 1 mm}",
       "5:85: 'column_pitch' must be at most 10 m"},
      {"{name: vpx-16, ground: 3 in 2}", "5:63: 'ground' cannot be '3 in 2'"},
      {"{name: vpx-16, rows: 2}", "5:40: a connector with `rows` of its own needs `columns` too"},
      {"{name: vpx-16, pairs: 4}", "5:62: 'pairs' is 4, must be at most 3"},
      {"{name: vpx-16, pairs: 2, map: [SSSSSSS]}", "5:70: the pins of a connector are given twice"},
      {"{name: vpx-16, map: [SSS]}", "5:61: a column of the map cannot be 'SSS'"},
      {"{name: vpx-16, map: [SSSSSSX]}", "5:61: a column of the map cannot be 'SSSSSSX'"},
      {"{name: vpx-16, map: []}", "5:60: 'map' lists 0 columns, and the connector has 16"},
      {"{name: vpx-16, unused_columns: [17]}", "5:72: 'unused_columns' is 17, must be at most 16"},
      {"vpx-16, slot_pitch: 9 mm", "5:48: the key 'slot_pitch' is given twice"},
      {"vpx-16, slots: [{nodes: 16, connectors: vpx-16}]", "5:64: the network has no node 16"},
      {"vpx-16, slots: [{nodes: 1, side: back}, {nodes: 0-2, side: back}]",
       "5:88: node '1' has two entries of `slots`"},
      {"vpx-16, slots: [{nodes: 1-3}]", "5:56: these slots have nothing of their own"},
      {"vpx-16, places: [4 cm, 8 cm]", "5:21: `slot_pitch` and `places` both say where slots stand"},
      {"vpx-16, outline: [[0 mm, 0 mm], [9 cm, 9 cm], [9 cm, 0 mm], [0 mm, 9 cm]]",
       "5:57: the outline of the board crosses or touches itself"},
      {"vpx-16, outline: [[0 mm, 0 mm], [9 cm, 0 mm], [9 cm, 9 cm], [0 mm, 9 cm]]",
       "5:57: a connector of slot '4', at x 85.5 to 94.5 mm, y 5 to 32.9 mm, is not on the board with 0.5 mm to its "
       "edge"},
      {"vpx-16, keep_outs: [{x: [9 mm, 8 mm], y: [0 mm, 9 mm]}]", "5:64: a keep-out ends where it begins, or before"},
      {"vpx-16, keep_outs: [{x: [0 mm, 8 mm], y: [9 m, 10 m]}]",
       "5:60: the keep-out at x 0 to 8 mm, y 9000 to 10000 mm lies off the board"},
      {"vpx-16, keep_outs: [{x: [0 mm, 8 mm], y: [9 mm, 10 mm]}]",
       "5:60: a connector of slot '0', at x 5.5 to 14.5 mm, y 5 to 32.9 mm, stands in the keep-out at x 0 to 8 mm, y "
       "9 "
       "to 10 mm"},
      {"{name: vpx-16, power: {P: 12V}}", "5:62: 'power' has no effect without `map`"},
      {"{name: vpx-16, map: [SSSSSSP], power: {S: 12V}}", "5:82: a letter of power cannot be 'S'"},
      {"{name: vpx-16, map: [SSSSSSP], power: {P: 12V, V: 3V3}}",
       "5:90: no column of the map has the letter 'V' of power"},
      {"{name: vpx-16, map: [SSSSSSP], power: {P: GND}}", "5:82: a net of power cannot be 'GND'"},
      {"vpx-16, margin: [1 mm, 1 mm, 1 mm]", "5:56: 'margin' has 3 entries"},
      {"vpx-16, margin: -1 mm", "5:56: 'margin' is -1, must be at least 0"},
      {"vpx-16, material: fr-5", "5:58: no material is called 'fr-5'"},
      {"vpx-16, nyquist: 0 GHz", "5:57: 'nyquist' must be more than 0"}}},
    {R"(cutline: 1
technology: fr4-stripline
router: {delay: 1 ns}
candidates: [{name: t, topology: {family: torus, radix: 4, dimensions: 2}, placement: {axes: [x, @]}}]
board: {slot_pitch: 20 mm, connectors: hm-zd-4, tracks: {width: 5 mil, space: 5 mil, pairs: {gap: 5 mil, space: 9 mil}}}
)",
     {{"x", "5:93: the tracks of the board are pairs, and 't' has 1 wires for a bit"},
      {"y", "5:93: the tracks of the board are pairs, and 't' has 1 wires for a bit"}}},
    {R"(cutline: 1
technology: fr4-stripline
candidates: [{name: t, topology: {family: ring, nodes: 4}}]
board: {connectors: cpci-2mm-hm, @}
)",
     {{"slot_pitch: 9 mm, tracks: {width: 5 mil, space: 5 mil}",
       "4:21: the pins of 'cpci-2mm-hm' take 9.227 mm with their clearance, more than a slot pitch of 9"},
      {"slot_pitch: 20 mm, tracks: {width: 5 mil, space: 5 mil, pairs: {gap: 5 mil, space: 9 mil}}",
       "4:21: tracks are pairs, and 'cpci-2mm-hm' has none"},
      {"places: [1 cm, 2 cm, 3 cm, 38 mm], tracks: {width: 5 mil, space: 5 mil}",
       "4:42: the connectors of slots '2' and '3' overlap at x 33.45 to 42.55 mm, y 5 to 98.1 mm"},
      {"places: [1 cm, 2 cm, 3 cm], tracks: {width: 5 mil, space: 5 mil}",
       "4:42: 't' takes 4 slots, and `places` has 3"},
      {"places: [2 cm, 1 cm], tracks: {width: 5 mil, space: 5 mil}",
       "4:49: slots follow each other from the left: this place is not farther than the one before"},
      {"slot_pitch: 20 mm", "4:8: board needs the key 'tracks'"}}},
    {R"(cutline: 1
technology: nangate45
candidates: [{name: t, topology: {family: ring, nodes: 4}}]
search: {@}
)",
     {{"limits: {span: 2}", "4:9: a search needs `terminals`, a `grid` or places"},
      {"grid: [4, 4], limits: {span: 2 mm, wire: 30}", "4:32: where places are in metres, so are the limits on links"},
      {"grid: [4, 4], limits: {span: 2 mm, reach: [2, 1]}",
       "4:32: where places are in metres, so are the limits on links"},
      {"terminals: 16, limits: {span: 2 mm}",
       "4:33: a span or wire in metres limits the links of a `grid` or of given places, not of families"}}},
    {R"(cutline: 1
technology: nangate45
candidates: [{name: t, topology: {family: ring, nodes: 4}}]
message: {@}
)",
     {{"request: 64 bits", "4:10: message needs the key 'reply'"},
      {"request: 0 bits, reply: 64 bits", "4:20: 'request' must be more than 0"},
      {"request: 64 bits, reply: 64 bits, packets: 4", "4:45: unknown key 'packets' in message"}}}};

/// Line, column and message of the first error: "7:84: the network has no node 12".
std::string first_of(const Error& error) {
  const Diagnostic& first = error.diagnostics().front();
  return fmt::format("{}:{}: {}", first.place.line, first.place.column, first.message);
}

}  // namespace

TEST_CASE("what cannot be meant is refused at its place, in these words and with this exit code") {
  for (const Refusals& group : kRefusals) {
    for (const Refusals::Row& row : group.rows) {
      std::string spec = group.spec;
      spec.replace(spec.find('@'), 1, row.put);
      CAPTURE(spec);
      try {
        evaluate(parse_study(spec, "a.yaml", ""));
        FAIL_CHECK("it is not refused: ", row.message);
      } catch (const Error& error) {
        CHECK(first_of(error) == row.message);
        CHECK(error.code() == row.code);
      }
    }
  }
}
