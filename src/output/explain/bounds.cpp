// SPDX-License-Identifier: Apache-2.0
#include "output/explain/derivations.hpp"

namespace cutline::explanation {

namespace {

const Symbol kLoad = {"load", "performance.peak_channel_load",
                      "messages over the busiest channel for each that a node offers; null: not counted"};

std::vector<Derivation> span_bounds() {
  return {
      {"longest_span_lower_bound",
       nullptr,
       "the larger of ceil(D / diameter), where two of all nodes stand at least D apart, and the distance of as many "
       "nearest cells as the busiest node has neighbours",
       "derived: a path of `diameter` links joins any two nodes",
       {{"bound", "bounds.longest_span", "node pitches"},
        {"by", "bounds.longest_span_by", "the argument that gives most"},
        {"diameter", "graph.diameter_hops", "hops"},
        {"built", "length.longest_span", "node pitches"},
        {"ratio", "bounds.longest_span_ratio", ""}}},
      {"total_span_lower_bound",
       nullptr,
       "the larger of half the distances of every node's nearest cells, as many as it has neighbours, and S / (N load "
       "c): S sums the distances of all ordered pairs of nodes, whose messages the channels carry; the widest link has "
       "channels of c channel widths",
       "derived, after [Leighton 1992]",
       {{"bound", "bounds.total_span", "node pitches"},
        {"by", "bounds.total_span_by", "the argument that gives most"},
        {"N", "nodes", "nodes"},
        kLoad,
        {"built", "length.total_span", "node pitches"},
        {"ratio", "bounds.total_span_ratio", ""}}},
  };
}

std::vector<Derivation> wire_bounds() {
  return {
      {"wires_over_columns_lower_bound",
       nullptr,
       "the larger of B, where columns halve the nodes, and of 2 w m (N - m) / (N load): m nodes on one side, w wires "
       "to a channel width, the fewest of any channel",
       "derived, after [Leighton 1992]",
       {{"bound", "bounds.wires_over_columns", "wires"},
        {"by", "bounds.wires_over_columns_by", "the argument that gives most"},
        {"B", "graph.bisection_wires.lower", "wires that every balanced cut has"},
        {"N", "nodes", "nodes"},
        kLoad}},
      {"wires_over_rows_lower_bound",
       nullptr,
       "as wires_over_columns_lower_bound, with rows",
       "derived, after [Leighton 1992]",
       {{"bound", "bounds.wires_over_rows", "wires"},
        {"by", "bounds.wires_over_rows_by", "the argument that gives most"}}},
  };
}

std::vector<Derivation> area_bounds() {
  return {{"area_lower_bound",
           nullptr,
           "the least width * height where tracks hold the wires over every cut and boxes the terminals of all links",
           "derived, after [Thompson 1980]",
           {{"bound", "bounds.area_pitches2", "square wire pitches"},
            {"by", "bounds.area_pitches2_by", "the argument that gives most"},
            {"x", "bounds.wires_over_columns", "wires that cross some cut between columns"},
            {"y", "bounds.wires_over_rows", "wires that cross some cut between rows"},
            {"pairs", "cells.layer_pairs", "layer pairs that share them"},
            {"built", "layout.area_pitches2", "square wire pitches"},
            {"ratio", "bounds.area_pitches2_ratio", ""}}},
          {"published_ratio",
           nullptr,
           "area / (A (w / p)^2), A the leading term of the best area in print, for links of w wires on p layer pairs",
           "the row of the family",
           {{"ratio", "bounds.published_area_ratio", ""},
            {"A (w / p)^2", "bounds.published_area_pitches2", "square wire pitches"},
            {"A", "bounds.published_by", ""},
            {"area", "layout.area_pitches2", "square wire pitches, node boxes included"}}}};
}

}  // namespace

std::vector<Derivation> bound_derivations() {
  std::vector<Derivation> rows = span_bounds();
  for (const auto& part : {wire_bounds(), area_bounds()}) rows.insert(rows.end(), part.begin(), part.end());
  return rows;
}

}  // namespace cutline::explanation
