// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace cutline {

/// A k-ary n-cube with virtual channels, as in [Engel 2005, sec. III-B]; time in cycles of one flit.
struct EngelKocakCube {
  double hops = 0;        ///< d = n (k - 1)/2, for channels one way round, although the text says both ways
  double dimensions = 1;  ///< n
  double flits = 1;       ///< M of a message; a fraction in ideal candidates
  int virtual_channels = 1;
  bool shared_source = false;  ///< W_s uses the rate m_g / V, the usual form, instead of the printed m_g / Vbar
};

/// The steady state; names are those of the equations.
struct EngelKocakState {
  double S = 0;     ///< eq. 8: network latency; the smallest fixed point
  double m_c = 0;   ///< eq. 12: messages per channel and cycle
  double rho = 0;   ///< m_c S
  double P_b = 0;   ///< all virtual channels busy: P_V = rho^V
  double W_b = 0;   ///< eq. 11
  double W_ej = 0;  ///< eq. 13
  double Vbar = 1;  ///< eq. 10: mean number of virtual channels that share a busy channel
  double W_s = 0;   ///< eq. 14: wait at the source
  double L = 0;     ///< eq. 15: latency
};

/// Solves eq. 6 to 15 at m_g messages per node and cycle; absent if there is no steady state.
///
/// d may be a fraction, so the sum over hops of eq. 8 is d B. P_b is read as P_V ("all virtual channels busy"; the
/// meaning in the paper is not certain), and P_v as the chain of [Dally 1992]: P_v = (1 - rho) rho^v, P_V = rho^V. m_g
/// counts messages, although the text says flits, because eq. 13 fits no other unit. Cost: some ten Newton steps.
std::optional<EngelKocakState> solve(const EngelKocakCube& cube, double m_g);

}  // namespace cutline
