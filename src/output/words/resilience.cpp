// SPDX-License-Identifier: Apache-2.0
#include "output/words/resilience.hpp"

#include <fmt/core.h>

namespace cutline::words {

std::string connectivity_method(const Resilience& found) {
  switch (found.edge_connectivity.method()) {
    case ConnectivityMethod::path:
      return "theorem: a path";
    case ConnectivityMethod::ring:
      return "theorem: a ring";
    case ConnectivityMethod::transitive:
      return "theorem: vertex-transitive [Mader 1971]";
    case ConnectivityMethod::product:
      return "theorem: a product [Xu 2006]";
    case ConnectivityMethod::flows:
      return "maximum flows";
    case ConnectivityMethod::in_parts:
      return "some node has no way to another";
    case ConnectivityMethod::shared_links:
      return "not computed: nodes share links";
    case ConnectivityMethod::one_node:
      return "not computed: one node is always connected";
    case ConnectivityMethod::too_large:
      return "not computed: more than 2^22 links or sites";
    case ConnectivityMethod::past_effort:
      break;
  }
  return fmt::format("not computed: maximum flows take more than {} link visits", found.effort);
}

std::string paths_method(const Resilience& found) {
  switch (found.mean_shortest_paths.method()) {
    case PathsMethod::one_search:
      return "one search";
    case PathsMethod::all_pairs:
      return "all pairs";
    case PathsMethod::product:
      return "product";
    case PathsMethod::one_node:
      return "not computed: one node has no pair";
    case PathsMethod::too_large:
      return "not computed: more than 2^22 links or sites";
    case PathsMethod::overflow:
      return "not computed: more than a number can hold";
    case PathsMethod::past_effort:
      break;
  }
  return fmt::format("not computed: they take more than {} link visits", found.effort);
}

}  // namespace cutline::words
