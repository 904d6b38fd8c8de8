// SPDX-License-Identifier: Apache-2.0
#include "evaluate/faults.hpp"

#include "cutline/study/study.hpp"

namespace cutline {

std::vector<FaultMeasures> measure_faults(const Study& study, const Topology& topology, const Effort& effort) {
  std::vector<FaultMeasures> all = {fail_links(topology, {.links = 0}, study.seed, effort.link_visits)};
  for (const LinkFaults& faults : study.fail) {
    if (faults.links > 0 || faults.named()) all.push_back(fail_links(topology, faults, study.seed, effort.link_visits));
  }
  return all;
}

}  // namespace cutline
