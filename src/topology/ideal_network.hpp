// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "cutline/detail/topology/shape.hpp"

namespace cutline {

/// The mean number of hops of a message over wires of one span. The span is in node pitches.
struct IdealHops {
  double hops = 0;
  double span = 0;
};

/// A network described by closed forms alone, without a graph or a layout. Its radix may be any real number.
struct IdealNetwork {
  NetworkShape shape;
  double dimensions = 0;
  double nodes = 0;
  double concentration = 1;  ///< terminals per node
  double links = 0;
  double channels_per_link = 2;
  double ports_per_node = 0;        ///< number of channels that begin or end at a node
  double bisection_channels = 0;    ///< by the family's formula
  std::optional<double> mean_hops;  ///< uniform traffic, messages to oneself included; absent where not known
  double diameter_hops = 0;
  double longest_span = 0;              ///< in node pitches, by the formula of the papers
  std::vector<IdealHops> hops_by_span;  ///< the mean hops, grouped by the span of the wires; empty where not known
  double line_peak_channels = 0;        ///< most channels over any cut of one row, by formula
  /// Messages over the busiest channel for each message that a node sends, under uniform traffic; 0: all channels have
  /// the same load.
  double uneven_load = 0;
  std::vector<std::string> sources;
  std::vector<std::string> notes;

  double terminals() const { return nodes * concentration; }
  /// Messages over the busiest channel for each message that a node sends, under uniform traffic. Absent if it depends
  /// on the mean hops and these are not known.
  std::optional<double> busiest_load() const;
};

}  // namespace cutline
