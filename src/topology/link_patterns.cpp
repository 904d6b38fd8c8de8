// SPDX-License-Identifier: Apache-2.0
#include <boost/pending/disjoint_sets.hpp>
#include <boost/property_map/property_map.hpp>

#include "topology/families.hpp"

namespace cutline {

Topology butterfly(std::uint32_t dimensions, bool wrapped) {
  const std::uint32_t levels = wrapped ? dimensions : dimensions + 1;
  Topology network{.digits = std::vector<Digit>(dimensions + 1, 2)};
  network.digits[0].radix = levels;
  network.digits[0].boxed = true;
  network.classes.push_back(wrapped ? ring_class(0, levels, 2) : path_class(0, levels));
  network.classes.back().name = "straight";
  for (std::uint32_t level = 0; level < dimensions; ++level) {
    const std::uint32_t next = (level + 1) % levels;
    network.classes.push_back({.name = fmt::format("cross {}", level),
                               .digits = {0, static_cast<std::uint8_t>(level + 1)},
                               .links = {{level, levels + next}, {next, levels + level}}});
  }
  return network;
}

namespace {

constexpr std::uint64_t kMaxGlobalLinks = std::uint64_t{1} << 27;  // both ends counted

constexpr int kDrawings = 1000;

bool connected(std::uint32_t nodes, const LocalLinks& links) {
  constexpr boost::typed_identity_property_map<std::uint32_t> own;
  std::vector<std::uint32_t> rank(nodes), up(nodes);
  boost::disjoint_sets joined(boost::make_iterator_property_map(rank.begin(), own),
                              boost::make_iterator_property_map(up.begin(), own));
  for (std::uint32_t node = 0; node < nodes; ++node) joined.make_set(node);
  for (const LocalLink& link : links) joined.union_set(link.a, link.b);
  std::uint32_t node = 1;
  while (node < nodes && joined.find_set(node) == joined.find_set(0U)) ++node;
  return node == nodes;
}

}  // namespace

GroupShape group_shape(const Parameters& parameters, const char* routers_field, std::uint32_t routers) {
  const std::uint32_t global = whole_of(parameters, "global_links");
  const std::uint32_t most = routers * global + 1;
  const std::uint32_t groups = whole_of(parameters, "groups", most);
  if (groups > most) {
    throw_input_error(fmt::format("groups of {} {} with {} global links each reach {} others, not {}", routers,
                                  routers_field, global, most - 1, groups - 1),
                      fmt::format("at most {} groups", most), "groups");
  }
  if (std::uint64_t{groups} * (most - 1) > kMaxGlobalLinks)
    throw_limit_error("there are more than 2^26 global links, the limit", {}, "global_links");
  return {routers, global, groups};
}

std::vector<LocalLink> global_links(const GroupShape& shape) {
  std::vector<LocalLink> links;
  const std::uint32_t ports = shape.routers * shape.global, others = shape.groups - 1;
  const auto router = [&](std::uint32_t group, std::uint32_t port) {
    return group * shape.routers + port / shape.global;
  };
  const std::uint32_t rounds = ports / others;
  for (std::uint32_t one = 0; one < shape.groups; ++one) {
    for (std::uint32_t other = one + 1; other < shape.groups; ++other) {
      for (std::uint32_t round = 0; round < rounds; ++round)  // `other - 1`: counted without group `one` itself
        links.push_back({router(one, round * others + other - 1), router(other, round * others + one)});
    }
  }
  std::vector<std::uint32_t> next(shape.groups, rounds * others);  // the first free port of each group
  const std::uint32_t left = ports % others;
  const auto join = [&](std::uint32_t one, std::uint32_t other) {
    const auto [low, high] = std::minmax(one, other);
    links.push_back({router(low, next[low]), router(high, next[high])});
    ++next[low], ++next[high];
  };
  for (std::uint32_t step = 1; step <= left / 2; ++step) {
    for (std::uint32_t group = 0; group < shape.groups; ++group) join(group, (group + step) % shape.groups);
  }
  if (left % 2 == 1 && shape.groups % 2 == 0) {
    for (std::uint32_t group = 0; group < shape.groups / 2; ++group) join(group, group + shape.groups / 2);
  }
  return links;
}

std::vector<LocalLink> arranged_links(const GroupShape& shape, GlobalArrangement arrangement) {
  if (arrangement == GlobalArrangement::absolute) return global_links(shape);
  const std::uint32_t ports = shape.routers * shape.global, groups = shape.groups;
  if (groups != ports + 1) {
    throw_input_error(
        fmt::format("with {} groups, some share more than one link: they have the absolute arrangement", groups),
        fmt::format("leave out `groups`: there are {}", ports + 1), "arrangement");
  }
  if (arrangement == GlobalArrangement::circulant && ports % 2 == 1)
    throw_input_error(fmt::format("{} global links of a group lead not in pairs up and down", ports),
                      "the circulant arrangement has an even number of them", "arrangement");
  std::vector<LocalLink> links;
  for (std::uint32_t group = 0; group < groups; ++group) {
    for (std::uint32_t port = 0; port < ports; ++port) {
      const bool up =
          arrangement == GlobalArrangement::relative || (arrangement == GlobalArrangement::circulant && port % 2 == 0);
      const bool pairs = arrangement == GlobalArrangement::circulant;
      const std::uint32_t step = (pairs ? port / 2 : port) + 1;
      const std::uint32_t other = (group + (up ? step : groups - step)) % groups;
      const std::uint32_t back = pairs ? port ^ 1U : ports - 1 - port;
      if (group < other)
        links.push_back({group * shape.routers + port / shape.global, other * shape.routers + back / shape.global});
    }
  }
  return links;
}

LocalLinks connected_draw(const Parameters& parameters, std::uint32_t nodes, FunctionRef<LocalLinks(Random&)> draw) {
  Random random(static_cast<std::uint64_t>(parameters.integer("seed")));
  for (int i = 0; i < kDrawings; ++i) {
    LocalLinks links = draw(random);
    if (connected(nodes, links)) return links;
  }
  throw_limit_error(fmt::format("{} drawings of random links left some of the {} nodes apart", kDrawings, nodes),
                    "give another `seed`, or a higher degree", "seed");
}

void expect_few_links(std::uint64_t links, std::string_view network, const char* parameter) {
  if (links > std::uint64_t{1} << 26)
    throw_limit_error(fmt::format("this {} has more than 2^26 links, the limit", network), {}, parameter);
}

void shuffle(std::vector<std::uint32_t>& values, Random& random) {
  for (std::size_t left = values.size(); left > 1; --left) std::swap(values[left - 1], values[random.below(left)]);
}

namespace {

/// The sum of two elements: digit by digit, without carries.
std::uint32_t sum_modulo(std::uint32_t a, std::uint32_t b, std::uint32_t prime) {
  std::uint32_t sum = 0;
  for (std::uint32_t weight = 1; a > 0 || b > 0; weight *= prime, a /= prime, b /= prime)
    sum += (a % prime + b % prime) % prime * weight;
  return sum;
}

/// The prime of which q is a power; 0 if there is none.
std::uint32_t prime_of(std::uint32_t q) {
  std::uint32_t prime = 2;
  while (q % prime != 0 && prime < q) ++prime;
  while (q % prime == 0) q /= prime;
  return q == 1 ? prime : 0;
}

/// The powers of x, until they repeat. `reduced` is the polynomial that replaces x to the degree of the field.
std::vector<std::uint32_t> powers_of_x(std::uint32_t q, std::uint32_t prime, std::uint32_t reduced) {
  std::vector<std::uint32_t> powers = {1};
  while (powers.size() < q) {
    const std::uint32_t top = powers.back() / (q / prime);
    std::uint32_t next = powers.back() % (q / prime) * prime;
    for (std::uint32_t i = 0; i < top; ++i) next = sum_modulo(next, reduced, prime);
    if (next <= 1) break;
    powers.push_back(next);
  }
  return powers;
}

GaloisField field_of(std::uint32_t q, std::string_view family) {
  if (std::optional<GaloisField> field = GaloisField::of(q)) return *std::move(field);
  throw_input_error(fmt::format("no {} is built of {}", family, q),
                    "q is a power of a prime: 2, 3, 4, 5, 7, 8, 9, 11, 13, 16 ...", "q");
}

}  // namespace

std::optional<GaloisField> GaloisField::of(std::uint32_t q) {
  const std::uint32_t prime = q < 2 ? 0 : prime_of(q);
  if (prime == 0) return std::nullopt;
  GaloisField field;
  field.prime_ = prime;
  for (std::uint32_t reduced = 1; field.powers_.size() + 1 != q; ++reduced)
    field.powers_ = powers_of_x(q, prime, reduced);
  field.logarithm_.resize(q);
  for (std::uint32_t i = 0; i + 1 < q; ++i) field.logarithm_[field.powers_[i]] = i;
  return field;
}

std::uint32_t GaloisField::sum(std::uint32_t a, std::uint32_t b) const { return sum_modulo(a, b, prime_); }

std::uint32_t GaloisField::product(std::uint32_t a, std::uint32_t b) const {
  if (a == 0 || b == 0) return 0;
  return powers_[(logarithm_[a] + logarithm_[b]) % powers_.size()];
}

std::uint32_t GaloisField::negative(std::uint32_t a) const {
  // The generator to the power of half the order is -1. If the order is odd, 2 = 0, and every element is its own
  // negative.
  return powers_.size() % 2 == 1 ? a : product(a, powers_[powers_.size() / 2]);
}

std::uint32_t GaloisField::inverse(std::uint32_t a) const {
  return powers_[(powers_.size() - logarithm_[a]) % powers_.size()];
}

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
