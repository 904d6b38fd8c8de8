// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace cutline {

inline constexpr std::uint32_t kNoStep = ~std::uint32_t{0};

/// The first circle that a depth-first search meets, vertex by vertex; empty if there is none. The search begins at
/// vertex 0 and goes on with the lowest vertex that it has not met. `step(vertex, i)` is the vertex to which the i-th
/// step from a vertex leads, kNoStep past the last one; `leave(vertex)` is called where all vertices that follow have
/// been left. Cost: O(steps).
template <class Step, class Leave>
std::vector<std::uint32_t> first_circle(std::size_t vertices, const Step& step, const Leave& leave) {
  enum class Met : std::uint8_t { no, on_path, left };
  std::vector<Met> met(vertices, Met::no);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> path;  // a vertex, and how many of its steps were followed
  const auto enter = [&](std::uint32_t vertex) {
    met[vertex] = Met::on_path;
    path.push_back({vertex, 0});
  };
  for (std::uint32_t start = 0; start < vertices; ++start) {
    if (met[start] == Met::no) enter(start);
    while (!path.empty()) {
      const std::uint32_t vertex = path.back().first;
      const std::uint32_t next = step(vertex, path.back().second++);
      if (next == kNoStep) {
        met[vertex] = Met::left;
        path.pop_back();
        leave(vertex);
      } else if (met[next] == Met::on_path) {
        std::vector<std::uint32_t> circle;
        auto each = std::find_if(path.begin(), path.end(), [&](const auto& on_path) { return on_path.first == next; });
        for (; each != path.end(); ++each) circle.push_back(each->first);
        return circle;
      } else if (met[next] == Met::no) {
        enter(next);
      }
    }
  }
  return {};
}

}  // namespace cutline
