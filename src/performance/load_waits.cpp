// SPDX-License-Identifier: Apache-2.0
#include "cutline/performance/load_waits.hpp"

#include "cutline/base/error.hpp"

namespace cutline {

std::string_view bottleneck_text(Bottleneck bottleneck) {
  switch (bottleneck) {
    case Bottleneck::channel:
      return "busiest channel";
    case Bottleneck::virtual_channels:
      return "virtual channels";
    case Bottleneck::credits:
      return "credits";
    case Bottleneck::source:
      return "source";
  }
  broken_contract("a bottleneck", __FILE__, __LINE__);
}

std::optional<double> stated_error(double share_of_saturation) {
  if (share_of_saturation <= 0.6) return 0.036;
  if (share_of_saturation <= 0.82) return 0.092;
  return std::nullopt;
}

}  // namespace cutline
