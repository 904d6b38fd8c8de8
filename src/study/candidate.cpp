// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/candidate.hpp"

#include "cutline/base/error.hpp"

namespace cutline {

std::string saturation_limit_text(const Saturation& saturation) {
  switch (saturation.limited_by) {
    case SaturationLimit::bisection:
      return "bisection";
    case SaturationLimit::busiest_channel:
      return saturation.link_class.empty() ? "busiest channel" : "busiest channel, " + saturation.link_class;
    case SaturationLimit::terminal:
      return "terminal";
  }
  broken_contract("a limit of saturation", __FILE__, __LINE__);
}

const IdealNetwork* Candidate::ideal() const {
  if (const auto* refused = std::get_if<CannotBeBuilt>(&built)) return std::get_if<IdealNetwork>(&refused->network);
  return std::get_if<IdealNetwork>(&built);
}

const PlacedNetwork* Candidate::network() const {
  if (const auto* refused = std::get_if<CannotBeBuilt>(&built)) return std::get_if<PlacedNetwork>(&refused->network);
  const LaidOut* laid = laid_out();
  return laid != nullptr ? &laid->network : nullptr;
}

const PackageMeasures* Candidate::packages() const {
  const LaidOut* laid = laid_out();
  return laid != nullptr && laid->packages ? &*laid->packages : nullptr;
}

std::string Candidate::why_not() const {
  const auto* refused = std::get_if<CannotBeBuilt>(&built);
  return refused != nullptr ? refused->why : std::string();
}

}  // namespace cutline
