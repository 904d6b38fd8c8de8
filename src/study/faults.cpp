// SPDX-License-Identifier: Apache-2.0
#include "study/faults.hpp"


namespace cutline {

void measure_faults(const Study& study, const Effort& effort, Candidate& candidate) {
  if (study.fail.empty() || !candidate.network) return;
  const Topology& topology = candidate.network->topology;
  candidate.resilience = resilience(topology, effort.link_visits);
  candidate.faults.push_back(fail_links(topology, {.links = 0}, study.seed, effort.link_visits));
  for (const LinkFaults& faults : study.fail) {
    if (faults.links == 0) continue;
    candidate.faults.push_back(fail_links(topology, faults, study.seed, effort.link_visits));
  }
}

}  // namespace cutline
