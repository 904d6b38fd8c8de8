// SPDX-License-Identifier: Apache-2.0
#include "delay/length_laws.hpp"

namespace cutline {

DelayModel constant_delay() {
  return {.name = "constant",
          .summary = "every wire takes the same time, however long it is",
          .source = "[Dally 1990, sec. 3]",
          .fields = {{.name = "constant",
                      .kind = FieldKind::time,
                      .help = "delay of every wire",
                      .default_value = 1.0,
                      .min = 0,
                      .max = 1e12}},
          .delay = [](const Parameters& p, const WireMedium&,
                      const WireLength&) { return nanoseconds(p.number("constant")); },
          .range = constant_regime,
          .law = LengthLaw::constant};
}

}  // namespace cutline
