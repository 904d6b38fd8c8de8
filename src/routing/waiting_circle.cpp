// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cutline/routing/flows.hpp"

namespace cutline {

std::vector<std::uint32_t> waiting_circle(const Flows& flows) {
  enum class Seen : std::uint8_t { no, on_path, done };
  std::vector<Seen> seen(flows.queues(), Seen::no);
  std::vector<std::pair<std::uint32_t, std::size_t>> path;  // a queue, and how many of its turns were followed
  for (std::uint32_t start = 0; start < flows.queues(); ++start) {
    if (seen[start] != Seen::no) continue;
    path.push_back({start, 0});
    seen[start] = Seen::on_path;
    while (!path.empty()) {
      const auto [queue, followed] = path.back();
      if (followed == flows.turns[queue].size()) {
        seen[queue] = Seen::done;
        path.pop_back();
        continue;
      }
      ++path.back().second;
      const std::uint32_t next = flows.turns[queue][followed].next;
      if (seen[next] == Seen::on_path) {
        std::vector<std::uint32_t> circle;
        const auto begin = std::find_if(path.begin(), path.end(), [&](const auto& each) { return each.first == next; });
        for (auto each = begin; each != path.end(); ++each) circle.push_back(each->first);
        return circle;
      }
      if (seen[next] == Seen::no) {
        path.push_back({next, 0});
        seen[next] = Seen::on_path;
      }
    }
  }
  return {};
}

}  // namespace cutline
