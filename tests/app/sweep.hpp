// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/place.hpp"

namespace cutline::test {

/// A sweep of forty designs, all held to the resource of one of them.
inline constexpr const char* kSweep = R"(cutline: 1
hold: {bisection: of mesh radix=4 control=0 wires}
delay: [constant, linear]
population: any
candidates:
  - name: mesh
    topology: {family: mesh, dimensions: 2}
    channel: {width: 8 bits}
    sweep: {topology.radix: {from: 2, to: 9}, channel.control: [0 wires, 4 wires]}
  - name: cube
    topology: {family: hypercube}
    sweep: {topology.dimensions: {from: 1, to: 12}, placement.order: [natural, gray]}
)";

}  // namespace cutline::test
