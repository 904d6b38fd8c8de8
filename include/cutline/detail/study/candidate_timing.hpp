// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/performance/contention.hpp"
#include "cutline/detail/study/measured.hpp"
#include "cutline/detail/topology/node_names.hpp"
#include "cutline/technology/technology.hpp"

namespace cutline {

/// One point of a latency curve.
struct CurvePoint {
  std::uint64_t distance = 0;  ///< in nodes
  double hops = 0;             ///< one for every node and interchange that the message passes
  Latency latency;
};

/// The slowest wire of a layout under a model that counts metres, and the layers it runs on.
struct SlowestWire {
  std::string layers;    ///< the two layers of its pair, "metal5, metal6"; empty: there is no such wire
  Length x, y, z;        ///< on the horizontal layer, on the vertical one, between planes
  GivenFigures figures;  ///< of a millimetre of it, the mean over its layers
  double via_ohm = 0;    ///< of all its vias
  Time fixed;            ///< of the modules that it crosses
  bool given = false;    ///< no wire is timed: the user's file gives the delay of the slowest link
  bool known() const { return !layers.empty(); }
  Length length() const { return x + y + z; }
  /// Resistance and capacitance of the wire alone; absent if a layer does not give them.
  std::optional<double> r_ohm() const { return over_length(TechnologyFigure::r_ohm_per_mm); }
  std::optional<double> c_ff() const { return over_length(TechnologyFigure::c_ff_per_mm); }

 private:
  std::optional<double> over_length(TechnologyFigure figure) const;
};

/// Where a bit spends energy; edges are those of packages.
enum class EnergyPart : std::uint8_t { wires, routers, edges, tiles };

/// The energy of a bit of a mean message, by parts. Unknown parts have no entry.
class EnergyPerBit {
 public:
  /// Adds a part, if it is known, in the order of EnergyPart.
  void add(EnergyPart part, const std::optional<double>& pj) {
    if (pj) parts_.push_back({part, *pj});
  }
  /// The energy of a part; null if it is not known.
  const double* pj(EnergyPart part) const;
  /// The sum of the known parts; absent if none is known.
  std::optional<double> total_pj() const;

 private:
  struct Part {
    EnergyPart part;
    double pj;
  };
  std::vector<Part> parts_;
};

/// The resource that fills first as the load grows.
enum class SaturationLimit : std::uint8_t { bisection, busiest_channel, terminal };

/// A resource that is full, with the class of links if that tells channels apart.
struct FullResource {
  SaturationLimit limit = SaturationLimit::bisection;
  std::string link_class;  ///< of the busiest channel, if classes differ in load
  bool operator==(const FullResource&) const = default;
};
/// "busiest channel", "busiest channel, dimension 1", "bisection", "terminal".
std::string full_resource_text(const FullResource& full);

/// Messages at one operating point, by the model of channels.
struct LoadedMessages {
  Time latency;
  Time source, channels, virtual_channels, credits;  ///< what a mean message waits for, as in ChannelWaits
  Bottleneck nearest{};                              ///< the resource that is nearest to being full
  double used = 0;                                   ///< the fraction of `nearest` that is in use
  LatencySpread spread;                              ///< empty if it is not known without load
};

/// The load is at or past saturation, where latency has no bound.
struct Saturated {};

/// Latency at one operating point; loads in bits per cycle and terminal.
struct LoadPoint {
  double offered = 0;
  double delivered = 0;
  /// The latency alone, or with the figures of a model of channels.
  std::variant<Saturated, Time, LoadedMessages> result;
  const Time* latency() const;  ///< null: saturated
  const LoadedMessages* messages() const { return std::get_if<LoadedMessages>(&result); }
};

/// The load at which a contention model saturates, in bits per cycle and terminal. ChannelSaturation is that of the
/// model `channels`, with the resource that is then full.
struct ModelSaturation {
  double bits = 0;
};
struct ChannelSaturation {
  double bits = 0;
  Bottleneck full{};
};

/// Latencies at evenly spaced loads from 0 to saturation, and the load at saturation in bits per cycle and terminal.
struct UpToSaturation {
  std::vector<LoadPoint> points;
  double bits = 0;
};

/// What the wires of a candidate take under one delay model, and the clock that follows, whatever the messages.
struct WireTiming {
  std::string delay_label;
  Time longest_wire;
  ChannelClock clock;
  SlowestWire slowest;              ///< for layouts under models that count metres
  std::vector<Note> outside_range;  ///< on wires outside the model's range: how many, the longest and why
  GivenDifference given;            ///< of delays that a graph's file gives, in ns; none in the unit technology
  /// By level of the packages and by medium: the whole delay of the slowest link that crosses an edge in this medium.
  std::vector<std::vector<Time>> slowest_over;
};

/// The result of a latency model for one candidate and one delay model.
struct Timing : WireTiming {
  Latency latency;
  LatencyInput input;  ///< the quantities that the latency is computed from
  EnergyPerBit energy;
  std::vector<CurvePoint> curve;  ///< empty if the study asks for none or the network has none
  LatencySpread spread;           ///< empty past the effort
  std::vector<LoadPoint> load_points, load_curve;
  std::vector<LoadPoint> ranked_points;  ///< at Study::ranked_loads()
  std::vector<MeasuredLoad> measured;    ///< by others, in cycles of this timing
  /// For verdicts, even if the spec asks for no load. Has no points if no model applies, or if there are many
  /// candidates.
  UpToSaturation up_to_saturation;
  std::variant<std::monostate, ModelSaturation, ChannelSaturation>
      saturation;  ///< by the contention model, if the spec asks for loads
  double latency_cycles() const { return clock.cycle.base > 0 ? latency.total() / clock.cycle : 0; }
  const double* model_saturation() const;  ///< bits per cycle and terminal; null without a model
  const Bottleneck* saturates_by() const;  ///< null without the model of channels
};

}  // namespace cutline
