// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/technology/technology.hpp"

namespace cutline {

/// A driver of some resistance, a wire whose resistance and capacitance lie along it, and a receiver's capacitance at
/// its far end; the driver's own output capacitance lies before the wire. Delays run from half the swing at the driver
/// to half at the receiver.
struct DrivenWire {
  double wire_ohm = 0;
  double wire_ff = 0;
  double driver_ohm = 0;
  double parasitic_ff = 0;
  double load_ff = 0;
};

/// A wire as a circuit: one stage behind its driver, or several equal ones, each behind a repeater; the load of a stage
/// is the next one's input. Its vias are in the resistance of its wire.
struct WireCircuit {
  std::int64_t stages = 1;
  DrivenWire stage;
  double wire_nh = 0;  ///< along the wire of a stage; 0: inductance is left out
};

/// The delay of a distributed wire alone, without driver and load, divided by its resistance times its capacitance. The
/// exact value is 0.37875. Source: [Sakurai 1983].
inline constexpr double kDistributed = 0.377;

/// 0.377 R C. Too short by up to 13 % where it is 87 % or more of d2m_delay, and by far more where it is less.
Time distributed_delay(double wire_ohm, double wire_ff);
/// ln 2 times Elmore's first moment, Rd (Cp + C + CL) + R (C / 2 + CL). Too short, by 9 % at most without a driver
/// parasitic and by 12 % with it. Source: [Elmore 1948].
Time elmore_delay(const DrivenWire& wire);
/// 0.377 R C + ln 2 (Rd (Cp + C + CL) + R CL). Within 4 % without a driver parasitic, 10 % with it.
/// Source: [Sakurai 1983], [Bakoglu 1985].
Time sakurai_delay(const DrivenWire& wire);
/// ln 2 b1^2 / sqrt(b1^2 - b2) of the first two moments of the transfer from driver to receiver. Within 1 % without a
/// driver parasitic, 2 % with it.
/// Source: [Alpert 2001]; the moments are derived: 1 / H = (1 + s Rd Cp) A + Rd B with A = cosh q + s CL Z sinh q,
/// B = sinh q / Z + s CL cosh q, q^2 = s R C and Z = R / q, expanded to s^2.
Time d2m_delay(const DrivenWire& wire);

/// A chain of ever stronger inverters into a capacitance, the first of size 1.
struct HornChain {
  std::int64_t stages = 1;
  double factor = 1;  ///< size of each stage over that of the stage before
  Time delay;
};
/// n ln 2 R0 (Cp + f C0) for n stages of the factor f = (load / C0)^(1 / n). Of the whole numbers next to the best real
/// n, where f (ln f - 1) = Cp / C0, the faster is taken; at least one stage. The resistance of the wire is left out.
/// Source: [Dally 1987, eq. 4], with the driver's own capacitance.
HornChain horn_chain(const Driver& unit, double load_ff);

/// A driver `size` times the unit.
Driver sized(const Driver& unit, double size);

/// The best size of repeaters on a wire of any length, sqrt(R0 c / (r C0)). Source: [Bakoglu 1985].
double best_repeater_size(const Driver& unit, double r_ohm_per_mm, double c_ff_per_mm);
/// The best length of wire from repeater to repeater, sqrt(ln 2 R0 (C0 + Cp) / (0.377 r c)), in mm, for repeaters of
/// the size that best_repeater_size gives. Source: [Bakoglu 1985].
double best_repeater_spacing_mm(const Driver& unit, double r_ohm_per_mm, double c_ff_per_mm);

/// A wire cut into equal stages, each driven by a repeater; the first stage's driver counts, the receiver at the far
/// end is as large as a repeater.
struct RepeatedWire {
  std::int64_t stages = 1;
  Time delay;
};
/// The repeated wire with the number of stages that is fastest by d2m_delay; each stage has a via stack of `via_ohm` at
/// both ends.
///
/// derived: a stack of Rv at either end adds Rv (C + 2 CL) to the first moment, as 2 Rv along the wire does.
RepeatedWire best_repeated(const Driver& repeater, double wire_ohm, double wire_ff, double via_ohm);

/// One stage: `repeater` drives the wire and a receiver of its own size, a via stack at both ends.
DrivenWire stage_of(const Driver& repeater, double wire_ohm, double wire_ff, double via_ohm);

/// Energy of a bit of random data: a quarter of C V^2, because the wire is charged in one of four cycles.
double random_bit_pj(double capacitance_ff, double vdd_v);

/// The medium of a wire, for the models that count in metres: one layer of a technology, or a medium without tracks.
/// Its figures are those of the technology and of the layer's wires. A default object has none, like the unit
/// technology.
struct WireMedium : Signalling {
  std::string name = "the unit technology";  ///< "nangate45 metal6"
  bool metres = false;                       ///< false in the unit technology
  double via_ohm = 0;                        ///< the stack at each end of a wire
  std::optional<Cable> ends;                 ///< of a cable, or of a wire from die to die

  // The figures that must be there.
  double r_ohm_per_mm() const { return figures[TechnologyFigure::r_ohm_per_mm]; }
  double c_ff_per_mm() const { return figures[TechnologyFigure::c_ff_per_mm]; }
  double flight_ps_per_mm() const { return figures[TechnologyFigure::flight_ps_per_mm]; }
  bool has_wire() const {
    return figures.has(TechnologyFigure::r_ohm_per_mm) && figures.has(TechnologyFigure::c_ff_per_mm);
  }
  bool has_flight() const { return figures.has(TechnologyFigure::flight_ps_per_mm); }

  /// The length by which the wire is longer than its way.
  Length slack() const { return ends ? ends->slack : Length{}; }
  /// Characteristic impedance of the wire without its resistance, flight / capacitance. Needs both.
  double impedance_ohm() const { return flight_ps_per_mm() / c_ff_per_mm() * 1e3; }
};

/// The medium of a layer, as find_layer finds it. Throws input errors.
///
/// A layer that has an inductance of its own has the flight sqrt(l c); any other has that of its technology.
WireMedium wire_medium(const Technology& technology, std::string_view layer = {});

}  // namespace cutline
