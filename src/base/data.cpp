// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/base/values.hpp"

#include "base/letters.hpp"
#include "cutline/base/error.hpp"

namespace cutline {

double Data::number() const {
  if (const auto* whole = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*whole);
  if (const auto* whole = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*whole);
  return std::get<double>(value_);
}

const Data* Data::find(std::string_view key) const {
  const auto* map = std::get_if<Map>(&value_);
  if (map == nullptr) return nullptr;
  const auto found = std::find_if(map->begin(), map->end(), [&](const Entry& entry) { return entry.first == key; });
  return found == map->end() ? nullptr : &found->second;
}

const Data& Data::at(std::string_view key) const {
  const Data* found = find(key);
  CUTLINE_EXPECT(found != nullptr);
  return *found;
}

const Data* Data::at_path(std::string_view path) const {
  const Data* at = this;
  while (at != nullptr) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    const std::string_view key = path.substr(0, dot);
    if (at->is_list()) {
      const auto number = read_as<std::size_t>(key);
      at = number && *number < at->list().size() ? &at->list()[*number] : nullptr;
    } else {
      at = at->find(key);
    }
    if (dot == path.size()) return at;
    path.remove_prefix(dot + 1);
  }
  return nullptr;
}

Data whole_data(Int128 value) {
  if (value >= std::numeric_limits<std::int64_t>::min() && value <= std::numeric_limits<std::int64_t>::max())
    return static_cast<std::int64_t>(value);
  if (value >= 0 && value <= Int128{std::numeric_limits<std::uint64_t>::max()})
    return static_cast<std::uint64_t>(value);
  return static_cast<double>(value);
}

std::optional<std::int64_t> as_whole(double value) {
  constexpr double kExactLimit = 0x1.0p53;
  constexpr double kRounding = 1e-12;
  const double nearest_whole = std::round(value);
  if (!(std::abs(value) <= kExactLimit)) return std::nullopt;
  if (std::abs(value - nearest_whole) > kRounding * std::abs(value)) return std::nullopt;
  return static_cast<std::int64_t>(nearest_whole);
}

Data whole_or_real(double value) {
  const std::optional<std::int64_t> whole = as_whole(value);
  return whole ? Data(*whole) : Data(value);
}

}  // namespace cutline
