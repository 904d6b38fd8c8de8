// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/detail/performance/emulation.hpp"
#include "performance/express_routes.hpp"

using namespace cutline;

namespace {

/// The rule with spacings i, i^2 ... i^l.
ExpressRule powers_of(std::uint32_t i, std::uint32_t levels) {
  ExpressRule rule;
  std::uint32_t spacing = 1;
  for (std::uint32_t level = 0; level < levels; ++level) rule.spacings.push_back(spacing *= i);
  return rule;
}

/// The rule if interchanges stand in the places of nodes: from x a message takes the longest channel that begins there
/// and does not pass the destination. Counts the hops up to the first multiple of the largest spacing, those along
/// channels of this spacing, and those after them.
ExpressPhases coincident_walk(const ExpressRule& rule, std::uint64_t source, std::uint64_t destination) {
  const std::uint64_t top = rule.spacings.back();
  const std::uint64_t first = (source + top - 1) / top * top;
  ExpressPhases phases;
  for (std::uint64_t at = source; at < destination;) {
    std::uint64_t step = 1;
    for (const std::uint32_t spacing : rule.spacings) {
      if (at % spacing == 0 && at + spacing <= destination) step = spacing;
    }
    ++(at < first ? phases.ascent : step == top ? phases.cruise : phases.descent);
    at += step;
  }
  return phases;
}

}  // namespace

TEST_CASE("the phases of a way add up to its hops, with levels of any factors") {
  for (const ExpressRule& rule :
       {powers_of(4, 3), powers_of(2, 5), powers_of(16, 1), ExpressRule{.spacings = {2, 6, 12}}}) {
    const std::uint64_t top = rule.spacings.back();
    for (std::uint64_t source = 0; source < top; ++source) {
      for (std::uint64_t distance = 1; distance < 3 * top; ++distance) {
        const auto phases = walked_phases(rule, source, distance);
        REQUIRE(phases.has_value() == (source + distance >= top));
        if (!phases) continue;
        const double hops = static_cast<double>(
            express_hops(rule, static_cast<std::int64_t>(source), static_cast<std::int64_t>(source + distance)));
        CHECK(phases->ascent + phases->cruise + phases->descent == hops);
      }
    }
  }
}

TEST_CASE("the mean ascent and descent are (i - 1) l / 2 + 1 hops; as printed, without l, for one level alone") {
  for (const std::uint32_t i : {2U, 3U, 4U, 5U}) {
    for (const std::uint32_t levels : {1U, 2U, 3U}) {
      CAPTURE(i);
      CAPTURE(levels);
      const ExpressRule rule = powers_of(i, levels);
      const double expected = (i - 1.0) * levels / 2 + 1;
      for (const std::uint64_t times : {2U, 3U, 7U}) {
        const std::uint64_t distance = times * rule.spacings.back();
        const auto walked = mean_phases(rule, distance);
        const auto formula = phases_by_formula(rule, distance);
        REQUIRE((walked && formula));
        CHECK(walked->ascent == doctest::Approx(expected));
        CHECK(walked->descent == doctest::Approx(expected));
        CHECK(walked->cruise == doctest::Approx(static_cast<double>(times - 1)));
        CHECK(formula->ascent == expected);
        CHECK(formula->descent == expected);
        CHECK(formula->cruise == static_cast<double>(times - 1));
      }
      CHECK((*ascent_as_printed(rule) == expected) == (levels == 1));
    }
  }
}

TEST_CASE("digit by digit the phases are those of the walk; as printed the ascent is wrong wherever a digit carries") {
  for (const ExpressRule& rule : {powers_of(4, 2), powers_of(2, 4), powers_of(3, 3), powers_of(5, 1)}) {
    const std::uint64_t top = rule.spacings.back();
    int wrong = 0;
    for (std::uint64_t source = 0; source < 2 * top; ++source) {
      for (std::uint64_t distance = 2 * top; distance < 4 * top; ++distance) {
        const auto digits = phases_by_digits(rule, source, distance);
        const ExpressPhases walked = coincident_walk(rule, source, source + distance);
        REQUIRE(digits.has_value());
        CHECK(digits->ascent == walked.ascent);
        CHECK(digits->cruise == walked.cruise);
        CHECK(digits->descent == walked.descent);
        wrong += *ascent_by_digits_as_printed(rule, source) != walked.ascent ? 1 : 0;
      }
    }
    CHECK((wrong == 0) == (rule.spacings.size() == 1));
  }
}

TEST_CASE("at D' = i alpha log_i alpha, alpha = i^l, a message takes at most three times as long as its wire") {
  for (const std::uint32_t i : {2U, 3U, 4U, 8U}) {
    for (const std::uint32_t levels : {1U, 2U, 3U, 4U}) {
      const ExpressRule rule = powers_of(i, levels);
      const double alpha = rule.spacings.back();
      const std::uint64_t distance = std::uint64_t{i} * rule.spacings.back() * levels;
      const double wires = mean_express_hops(rule, distance) * alpha / static_cast<double>(distance) + 1;
      CHECK(wires == doctest::Approx(2 + ((i - 1.0) * levels + 1) / (i * levels)));
      CHECK(wires <= 3 + 1e-12);
    }
  }
}

TEST_CASE("networks without a highest level, and ways that do not reach it, have no phases") {
  const ExpressRule interleaved{.spacings = {4}, .interleaved = 2};
  for (const ExpressRule& rule : {ExpressRule{}, interleaved}) {
    CHECK_FALSE(walked_phases(rule, 0, 100).has_value());
    CHECK_FALSE(mean_phases(rule, 100).has_value());
    CHECK_FALSE(phases_by_formula(rule, 100).has_value());
    CHECK_FALSE(phases_by_digits(rule, 0, 100).has_value());
    CHECK_FALSE(ascent_as_printed(rule).has_value());
    CHECK_FALSE(ascent_by_digits_as_printed(rule, 0).has_value());
  }
  CHECK_FALSE(mean_phases(powers_of(4, 3), 63).has_value());
  CHECK_FALSE(phases_by_formula(powers_of(4, 3), 31).has_value());
  CHECK_FALSE(phases_by_digits(powers_of(4, 2), 1, 14).has_value());
}

TEST_CASE("the highest level's share as eq. 7 is printed is no share: -6 for 64 nodes, 2 apart on 3 levels") {
  CHECK(printed_top_share(powers_of(2, 3)) == -6);
  CHECK(printed_top_share(powers_of(4, 1)) == 0);
  CHECK_FALSE(printed_top_share({.spacings = {2, 6}}).has_value());
  CHECK_FALSE(printed_top_share({}).has_value());
}
