// SPDX-License-Identifier: Apache-2.0
#ifndef CUTLINE_TRAFFIC_HPP
#define CUTLINE_TRAFFIC_HPP

#include <string>

#include "injection.hpp"
#include "traffic.hpp"

/// `traffic = cutline`: every terminal draws destinations as its router's line in traffic_file says, a .traffic file
/// that Cutline exported beside the network. Mistakes end the program with a sentence.
class CutlineTraffic : public TrafficPattern {
 public:
  CutlineTraffic(int terminals, const std::string& file);
  int dest(int source) override;
};

/// `injection_process = cutline`: as `bernoulli`, and a terminal's rate is injection_rate times the rate in that file.
/// If the file has messages of several packets, a terminal makes one packet in each cycle until the message is whole.
class CutlineInjection : public InjectionProcess {
 public:
  CutlineInjection(int terminals, double load, const std::string& file);
  bool test(int source) override;
};

#endif
