// SPDX-License-Identifier: Apache-2.0
#ifndef CUTLINE_ROUTES_HPP
#define CUTLINE_ROUTES_HPP

#include <map>
#include <string>
#include <utility>

#include "flit.hpp"
#include "outputset.hpp"
#include "router.hpp"

/// For each router the port and the latency of the channel to each neighbour, or to each of its terminals.
typedef std::map<int, std::map<int, std::pair<int, int> > > CutlinePorts;

/// Reads a .routes file that Cutline exported beside the network. An empty name reads nothing. Mistakes end the program
/// with a sentence.
void read_cutline_routes(const std::string& file, const CutlinePorts& terminals, const CutlinePorts& neighbours);

/// `routing_function = cutline` of anynet: the next router and the class of virtual channels as that file says. Class c
/// of C has the virtual channels floor(c V / C) to floor((c + 1) V / C) - 1; from and to terminals all are taken.
void cutline_anynet(const Router* router, const Flit* flit, int in_channel, OutputSet* outputs, bool inject);

#endif
