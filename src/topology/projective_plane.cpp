// SPDX-License-Identifier: Apache-2.0
#include "topology/projective_plane.hpp"

#include <fmt/core.h>

#include <utility>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

GaloisField field_of(std::uint32_t q, std::string_view family) {
  if (std::optional<GaloisField> field = GaloisField::of(q)) return *std::move(field);
  throw_input_error(fmt::format("no {} is built of {}", family, q),
                    "q is a power of a prime: 2, 3, 4, 5, 7, 8, 9, 11, 13, 16 ...", "q");
}

}  // namespace

ProjectivePlane::ProjectivePlane(std::uint32_t q, std::string_view family) : field_(field_of(q, family)) {}

std::array<std::uint32_t, 3> ProjectivePlane::vector_of(std::uint32_t point) const {
  const std::uint32_t q = field_.size();
  if (point == 0) return {0, 0, 1};
  if (point <= q) return {0, 1, point - 1};
  return {1, (point - 1) / q - 1, (point - 1) % q};
}

std::uint32_t ProjectivePlane::root(std::uint32_t a, std::uint32_t b) const {
  return field_.negative(field_.product(a, field_.inverse(b)));
}

void ProjectivePlane::for_each_on_line(std::uint32_t line, FunctionRef<void(std::uint32_t)> visit) const {
  const std::uint32_t q = field_.size();
  const auto [a, b, c] = vector_of(line);
  if (c == 0) {
    // z is free. The points are (0, 0, 1) and, for all z, either (1, y, z) with one y, or (0, 1, z) if b is 0.
    visit(0);
    const std::uint32_t first = b == 0 ? 1 : 1 + q * (1 + root(a, b));
    for (std::uint32_t z = 0; z < q; ++z) visit(first + z);
    return;
  }
  visit(1 + root(b, c));
  for (std::uint32_t y = 0; y < q; ++y) visit(1 + q * (1 + y) + root(field_.sum(a, field_.product(b, y)), c));
}

}  // namespace cutline
