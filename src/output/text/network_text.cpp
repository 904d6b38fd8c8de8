// SPDX-License-Identifier: Apache-2.0
#include "output/text/network_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cutline/base/format.hpp"
#include "cutline/topology/family.hpp"
#include "study/planes.hpp"

namespace cutline::text {

std::string network_text(const Design& design) {
  if (design.planes) {
    std::string planes;
    for (std::size_t p = 0; p < design.planes->all.size(); ++p)
      planes += fmt::format("{}{} {}", p == 0 ? "" : " + ", design.planes->all[p].name,
                            network_text(design_of_plane(design, p)));
    return planes;
  }
  const Family* family = find_family(design.family);
  Parameters chosen;
  for (const auto& entry : design.parameters.values()) {
    const auto& [name, value] = entry;
    const auto is_default = [&](const Field& field) {
      return field.name == entry.first && field.default_value == entry.second;
    };
    const bool by_default = family != nullptr && std::any_of(family->fields.begin(), family->fields.end(), is_default);
    if (!by_default) chosen.set(name, value);
  }
  const std::string parameters = to_string(chosen);
  return fmt::format("{}{}{}{}", design.ideal ? "ideal " : "", design.family.printed(), parameters.empty() ? "" : ": ",
                     parameters);
}

std::string value_text(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* list = std::get_if<IntegerList>(&value)) return fmt::format("[{}]", join(*list, ", "));
  return "";
}

}  // namespace cutline::text
