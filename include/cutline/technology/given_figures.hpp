// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace cutline {

/// A number that a source may give: for a layer, including a via down to the layer below; for signals on any layer; or
/// for the edge of a die with its PHY modules.
enum class TechnologyFigure : std::uint8_t {
  width_nm,
  r_ohm_per_mm,
  c_ff_per_mm,
  l_nh_per_mm,  ///< if not given, the inductance follows from the speed of a wave in the medium around the wire
  via_ohm,
  vdd_v,
  stored_bit_mm2,  ///< of a flip-flop and a two-way multiplexer of the cell library
  flight_ps_per_mm,
  bandwidth_gbyte_per_s_per_mm,  ///< per millimetre of edge
  module_wires,                  ///< number of wires that one PHY module passes
  module_width_nm,               ///< along the edge
  module_mm2
};

/// The figures that a source gives.
class GivenFigures {
 public:
  /// The figure; null if the source does not give it.
  const double* find(TechnologyFigure figure) const;
  bool has(TechnologyFigure figure) const { return find(figure) != nullptr; }
  /// The figure, which must be given.
  double operator[](TechnologyFigure figure) const;
  /// Sets a figure, or removes it if `value` is absent.
  void set(TechnologyFigure figure, const std::optional<double>& value);

 private:
  struct Entry {
    TechnologyFigure figure;
    double value;
  };
  std::vector<Entry> entries_;
};

}  // namespace cutline
