// SPDX-License-Identifier: Apache-2.0
#include "topology/link_classes.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

constexpr std::string_view kPlainClass = "links";

/// The figures that links have, ascending, and for each link the number of its own plus 1.
GivenLinks given_links(const GraphFile& file, double tolerance, std::vector<std::uint16_t>& of_link) {
  GivenLinks links{.figures = {}, .of_class = {}, .tolerance = tolerance};
  std::vector<bool> used(file.figures.size(), false);
  for (const std::uint32_t number : file.given) {
    if (number > 0) used[number - 1] = true;
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) links.figures.push_back(file.figures[i]);
  }
  constexpr std::size_t kMostFigures = 0xffff;
  if (links.figures.size() > kMostFigures)
    throw_limit_error("links have more than 65,535 different lengths and delays, the limit");
  std::sort(links.figures.begin(), links.figures.end());
  std::vector<std::uint16_t> number_of(file.figures.size());
  for (std::size_t i = 0; i < used.size(); ++i) {
    const auto found = std::lower_bound(links.figures.begin(), links.figures.end(), file.figures[i]);
    number_of[i] = static_cast<std::uint16_t>(found - links.figures.begin() + 1);
  }
  for (const std::uint32_t number : file.given)
    of_link.push_back(number > 0 ? number_of[number - 1] : std::uint16_t{0});
  return links;
}

/// By link: the number of its class among the names, which ascend.
std::vector<std::uint16_t> classes_by_name(const GraphFile& file, std::vector<std::string_view>& names) {
  std::map<std::string_view, std::uint16_t> known;
  const auto name = [&](std::uint16_t number) { return number == 0 ? kPlainClass : file.class_names[number - 1U]; };
  for (const std::uint16_t number : file.classes) known[name(number)] = 0;
  for (auto& [each, number] : known) {
    number = static_cast<std::uint16_t>(names.size());
    names.push_back(each);
  }
  std::vector<std::uint16_t> of_number(file.class_names.size() + 1U), classes;
  for (std::uint16_t number = 0; number < of_number.size(); ++number) {
    const auto found = known.find(name(number));
    if (found != known.end()) of_number[number] = found->second;
  }
  for (const std::uint16_t number : file.classes) classes.push_back(of_number[number]);
  return classes;
}

}  // namespace

std::vector<std::uint32_t> add_link_classes(GraphFile file, int channels, double tolerance, Topology& graph) {
  const bool all_one = std::all_of(file.widths.begin(), file.widths.end(), [](std::uint32_t w) { return w == 1; });
  if (all_one) file.widths.clear();
  std::vector<std::uint16_t> given_of_link;
  std::optional<GivenLinks> given;
  if (!file.given.empty()) given = given_links(file, tolerance, given_of_link);
  std::vector<std::string_view> names;
  const std::vector<std::uint16_t> class_of_link = classes_by_name(file, names);
  if (names.empty()) names.push_back(kPlainClass);
  const std::size_t first = graph.classes.size();
  for (const std::string_view name : names)
    graph.classes.push_back({.name = std::string(name), .digits = {0}, .channels = channels});
  std::vector<std::uint32_t> order(file.links.size());
  std::iota(order.begin(), order.end(), 0U);
  if (names.size() == 1) {
    LinkClass& only = graph.classes[first];
    only.links = std::move(file.links);
    only.widths = std::move(file.widths);
    if (given) given->of_class.push_back(std::move(given_of_link));
  } else {
    if (given) given->of_class.resize(names.size());
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t i, std::uint32_t j) { return class_of_link[i] < class_of_link[j]; });
    for (std::size_t i = 0; i < file.links.size(); ++i) {
      LinkClass& own = graph.classes[first + class_of_link[i]];
      own.links.push_back(file.links[i]);
      if (!file.widths.empty()) own.widths.push_back(file.widths[i]);
      if (given) given->of_class[class_of_link[i]].push_back(given_of_link[i]);
    }
  }
  if (given) graph.given = std::move(*given);
  return order;
}

}  // namespace cutline
