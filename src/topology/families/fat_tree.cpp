// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

/// The links between a level and the next. A switch is linked to the k switches of the next level whose numbers differ
/// from its own at most in one digit, the digit `level`. So the class has a link for every pair of values of that
/// digit. `level_digit` is the digit that holds the level.
LinkClass between_levels(std::uint32_t radix, std::uint32_t level, std::uint8_t level_digit) {
  LinkClass links{.name = fmt::format("levels {} to {}", level, level + 1),
                  .digits = {static_cast<std::uint8_t>(level), level_digit}};
  for (std::uint32_t below = 0; below < radix; ++below) {
    for (std::uint32_t above = 0; above < radix; ++above)
      links.links.push_back({below + radix * level, above + radix * (level + 1)});
  }
  return links;
}

/// The mean number of hops between two nodes. A route goes up to the lowest level whose switches reach both nodes, and
/// down again. The number of a leaf switch has n - 1 digits; two leaf switches are 2 (j + 1) hops apart if digit j is
/// the highest in which their numbers differ.
double fat_tree_mean_distance(std::uint32_t radix, std::uint32_t levels) {
  double nodes = 1;
  double sum = 0;
  for (std::uint32_t j = 0; j + 1 < levels; ++j) {
    sum += nodes * (radix - 1) * 2 * (j + 1);
    nodes *= radix;
  }
  return sum / (nodes - 1);
}

/// How many switches stand on the top level, which has no links up.
enum class TreeForm { k_ary_n_tree, folded_clos };
constexpr Choice<TreeForm, 2> kForm = {"form", {"k_ary_n_tree", "folded_clos"}};

/// Half as many switches on top as on the other levels, with two links to each of their children, as a tree of
/// [Zahavi 2010].
Topology build_folded_clos(std::int64_t radix, std::int64_t levels) {
  if (radix % 2 == 1)
    throw_input_error(fmt::format("half of {} parents is no whole number", radix),
                      "a folded Clos network has an even radix", "radix");
  const auto n = static_cast<std::size_t>(levels);
  IntegerList parents(n, radix), parallel(n, 1);
  parents.front() = 1;
  parents.back() = radix / 2;
  parallel.back() = 2;
  return build_topology(FamilyName("xgft"),
                        {{"children", IntegerList(n, radix)}, {"parents", parents}, {"parallel", parallel}});
}

Topology build_fat_tree(const Parameters& parameters) {
  expect_bidirectional(parameters, "messages climb a fat tree and come down on the same links");
  const std::uint32_t radix = whole_of(parameters, "radix"), levels = whole_of(parameters, "levels");
  if (kForm.of(parameters) == TreeForm::folded_clos) return build_folded_clos(radix, levels);
  double sites = levels;
  for (std::uint32_t j = 1; j < levels; ++j) sites *= radix;
  if (sites > static_cast<double>(kMaxNodes))
    throw_limit_error("this fat tree has more than 2^48 switches, the limit", {}, "levels");
  Topology network{.digits = std::vector<Digit>(levels, radix), .concentration = radix};
  const auto level_digit = static_cast<std::uint8_t>(levels - 1);
  network.digits[level_digit] = levels;
  for (std::uint32_t level = 0; level < levels; ++level)
    network.digits[level_digit].levels.push_back(static_cast<std::uint8_t>(level));
  for (std::uint32_t level = 0; level + 1 < levels; ++level)
    network.classes.push_back(between_levels(radix, level, level_digit));
  network.inner = InnerSites::switches;
  network.theorems.distance = {2 * std::uint64_t{levels - 1}, fat_tree_mean_distance(radix, levels),
                               "up to the lowest common level and down [Petrini 1997]"};
  return network;
}

}  // namespace

Family fat_tree_family() {
  return {
      .name = "fat_tree",
      .summary =
          "fat tree of k^n terminals: a k-ary n-tree, n levels of k^(n-1) switches, or a folded Clos network, "
          "with half as many on top",
      .source = "[Petrini 1997]",
      .fields = {needed_number("radix", "links down of a switch, k; as many up", 2, 256),
                 needed_number("levels", "levels of switches, n", 2, 40),
                 kForm.field(
                     "switches on top: k^(n-1), with half their ports free, or half as many, all ports used and two "
                     "links to each switch below",
                     TreeForm::k_ary_n_tree),
                 terminals_field("terminals per leaf switch; its links down, k, if not given")},
      .build = build_fat_tree,
      .sizes = {.networks = networks_by({"levels", "radix"}, {2, 2}, [](double n, double k) { return std::pow(k, n); }),
                .of_terminals = true,
                .leaves_out = "folded Clos networks, other concentrations than k"},
      .examples = {{{"radix", 2}, {"levels", 3}},
                   {{"radix", 3}, {"levels", 2}},
                   {{"radix", 4}, {"levels", 2}, {"form", std::string("folded_clos")}}}};
}

}  // namespace cutline
