// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cutline/detail/layout/shapes.hpp"
#include "cutline/topology/topology.hpp"
#include "layout/cases.hpp"

namespace cases {

/// Example: "0: 0-3 x2 1-2 | 1: 0" has, in row 0, two links from column 0 to column 3 and one from column 1 to 2, and
/// in row 1 a node without links in column 0. Outside of a row, a node is "column,row" or "column,row,plane": "0,0-1,1"
/// is a bent link.
///
/// Nodes stand only where they are named, and are numbered row by row. Each link is one wire.
class LayoutText {
 public:
  explicit LayoutText(const std::string& text) {
    std::istringstream words(text);
    for (std::string word; words >> word;) read(word);
    std::uint32_t number = 0;
    for (auto& [cell, node] : nodes_) {
      node = number++;
      choice_.cells.push_back({cell[2], cell[1], cell[0]});
    }
    topology_.digits = {number};
    topology_.classes = {{.digits = {0}, .links = {}, .channels = 1}};
    for (const auto& [a, b] : links_) topology_.classes[0].links.push_back({nodes_.at(a), nodes_.at(b)});
  }

  Case routed(const std::string& name) const {
    return cases::routed(name, topology_, place(topology_, choice_), unit_rules(1), {});
  }

 private:
  using Place = std::array<std::int64_t, 3>;  ///< plane, row, column

  void read(const std::string& word) {
    if (word == "|") {
      row_.clear();
    } else if (word.back() == ':') {
      row_ = ',' + word.substr(0, word.size() - 1);
    } else if (word.front() == 'x') {
      for (int i = 1; i < std::stoi(word.substr(1)); ++i) links_.push_back(links_.back());
    } else if (const std::size_t to = word.find('-'); to != std::string::npos) {
      links_.push_back({node(word.substr(0, to)), node(word.substr(to + 1))});
    } else {
      node(word);
    }
  }

  Place node(const std::string& word) {
    std::istringstream numbers(word.find(',') == std::string::npos ? word + row_ : word);
    Place place{};
    std::string number;
    for (std::size_t i = 3; i-- > 0 && std::getline(numbers, number, ',');) place[i] = std::stoi(number);
    nodes_[place] = 0;
    return place;
  }

  std::string row_;
  std::map<Place, std::uint32_t> nodes_;
  std::vector<std::pair<Place, Place>> links_;
  Topology topology_;
  PlacementChoice choice_;
};

/// The routed layout that a text describes, in the unit technology.
inline Case layout(const std::string& text) { return LayoutText(text).routed(text); }

/// The only wire of the first line of an axis.
inline WireShapes only_wire(const Case& c, Axis axis) {
  std::vector<WireShapes> wires = line_shapes(c.layout, axis, 0);
  if (wires.size() != 1) throw std::logic_error("the line has more wires than one, or none");
  return wires[0];
}

}  // namespace cases
