// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/search.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "cutline/topology/listed_links.hpp"
#include "study/family_search.hpp"

namespace cutline {

namespace {

/// As many moves as take so many seconds on this machine, by a short trial; the result names them, so that anybody can
/// repeat it.
std::uint64_t moves_within(double seconds, const SearchChoice& choice, const LinksOfNetwork& model,
                           std::uint64_t seed) {
  using Clock = std::chrono::steady_clock;
  std::uint64_t moves = default_moves(model.limits.nodes()) / 256 + 1;
  for (double tried = 0;;) {
    const Clock::time_point begin = Clock::now();
    search_links(model.limits, {moves, choice.starts, seed, model.links}, nullptr);
    const double taken = std::chrono::duration<double>(Clock::now() - begin).count();
    tried += taken;
    const double times = std::max(0.0, seconds - tried) / std::max(taken, 1e-6);
    if (taken > 0.02 * seconds || times <= 1)
      return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(times * static_cast<double>(moves)));
    moves *= 4;
  }
}

LinkAnswer search_grid(const SearchChoice& choice, const LinksOfNetwork& model, std::uint64_t moves, std::uint64_t seed,
                       Watch* watch) {
  LinkAnswer answer;
  answer.limits = model.limits;
  answer.concentration = model.concentration;
  answer.tile = model.tile;
  answer.like = model.name;
  answer.starts = choice.starts;
  answer.seed = seed;
  answer.asked_moves = moves;
  answer.contradiction = contradiction(model.limits);
  if (answer.contradiction) return answer;
  answer.bound = least_hops(model.limits);
  answer.found = search_links(model.limits, {moves, choice.starts, seed, model.links}, watch);
  return answer;
}

/// The limits that the user gives, on the grid that the user gives, or else the squarest one.
std::optional<LinksOfNetwork> user_limits(const SearchChoice& choice) {
  LinksOfNetwork model{"", choice.limits, 1, {}, {}};
  if (!choice.among) return model;
  model.concentration = choice.among->concentrations.front();
  model.tile = room_for(choice.network, model.concentration);
  if (choice.grid_given()) return model;
  const std::uint64_t routers = (choice.among->terminals.least + model.concentration - 1) / model.concentration;
  if (routers < 2 || routers > kMostSearchedNodes) return std::nullopt;
  for (std::uint32_t rows = 1; std::uint64_t{rows} * rows <= routers; ++rows) {
    if (routers % rows > 0) continue;
    model.limits.rows = rows;
    model.limits.columns = static_cast<std::uint32_t>(routers) / rows;
  }
  return model;
}

std::uint32_t longest_link(const LinksOfNetwork& model) {
  const auto gap = [](std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; };
  const std::uint32_t columns = model.limits.columns;
  std::uint32_t longest = 1;
  for (const GridLink& link : model.links) {
    longest = std::max(longest, gap(link.a % columns, link.b % columns) + gap(link.a / columns, link.b / columns));
  }
  return longest;
}

/// What irregular networks are held to: the wiring of the best regular one, with links no longer than its own, and with
/// links half as long, for these have fewer hops to lose than wire delay to win where wires are slow.
std::vector<LinksOfNetwork> questions(const SearchChoice& choice, const std::optional<LinksOfNetwork>& model) {
  std::vector<LinksOfNetwork> all;
  if (!model || choice.grid_given()) {
    if (auto own = user_limits(choice)) all.push_back(std::move(*own));
    return all;
  }
  all.push_back(*model);
  if (choice.limits.span || choice.limits.reach) return all;
  const std::uint32_t longest = longest_link(*model);
  all.back().limits.span = longest;
  if (longest < 3) return all;
  all.push_back(all.back());
  all.back().limits.span = (longest + 1) / 2;
  all.back().links.clear();
  return all;
}

/// What the families leave out, so that nobody takes the winner for the best of more than was tried.
void note_what_is_left_out(const FamilyChoice& choice, std::vector<std::string>& notes) {
  for (const Family& family : families()) {
    const bool asked = choice.families.empty() || std::find(choice.families.begin(), choice.families.end(),
                                                            FamilyName(family.name)) != choice.families.end();
    if (!asked || family.sizes.leaves_out.empty()) continue;
    notes.push_back(fmt::format("{}: {}", family.name, family.sizes.leaves_out));
  }
}

/// "found" where links alone were searched; else "irregular", and the span where one search limits it.
std::string name_of_links(const SearchChoice& choice, std::size_t search) {
  if (!choice.among) return "found";
  return search == 0 ? "irregular" : "irregular, short links";
}

std::vector<LinkAnswer> search_irregular(const Study& study, const std::optional<LinksOfNetwork>& model,
                                         const Effort& effort) {
  const SearchChoice& choice = *study.search;
  std::vector<LinkAnswer> answers;
  const std::vector<LinksOfNetwork> asked = questions(choice, model);
  for (const LinksOfNetwork& one : asked) {
    const bool timed = choice.seconds && !contradiction(one.limits);
    const std::uint64_t moves =
        timed ? moves_within(*choice.seconds / static_cast<double>(asked.size()), choice, one, study.seed)
              : choice.moves.value_or(default_moves(one.limits.nodes())) / asked.size();
    answers.push_back(search_grid(choice, one, std::max<std::uint64_t>(1, moves), study.seed, effort.watch));
    answers.back().name = name_of_links(choice, answers.size() - 1);
  }
  return answers;
}

Design design_of_links(const SearchChoice& choice, const LinkAnswer& answer) {
  Design design = choice.network;
  design.name = answer.name;
  IntegerTable links;
  for (const GridLink& link : answer.found->links) links.push_back({link.a, link.b});
  NamedNetwork network =
      network_of_links(answer.limits.nodes(), std::move(links), answer.limits.directed, answer.concentration);
  design.family = network.family;
  design.parameters = std::move(network.parameters);
  design.placement.columns = answer.limits.columns;
  design.node_width = answer.tile.width;
  design.node_height = answer.tile.height;
  return design;
}

/// One candidate for each search that found links, which are told what the networks lack.
std::vector<Candidate> lay_out_found(const Study& study, const Effort& effort, SearchAnswer& answer) {
  std::vector<Design> designs;
  std::vector<LinkAnswer*> found;
  for (LinkAnswer& links : answer.irregular) {
    if (!links.found) continue;
    designs.push_back(design_of_links(*study.search, links));
    found.push_back(&links);
  }
  std::vector<Candidate> candidates = evaluated_networks(study, std::move(designs), effort);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    found[i]->why_not = candidates[i].why_not();
    found[i]->over = candidates[i].infeasible;
  }
  return candidates;
}

}  // namespace

double LinkAnswer::gap() const { return static_cast<double>(found->hops) / static_cast<double>(bound->hops) - 1; }

bool SearchAnswer::found() const { return !winners.empty(); }

SearchAnswer search(const Study& study, const Effort& effort) {
  const SearchChoice& choice = *study.search;
  const Study asked = study_of_networks(study);
  const Effort needed = effort_of_networks(study, effort);
  SearchAnswer answer;
  std::optional<LinksOfNetwork> model;
  std::vector<Candidate> candidates;
  if (choice.among) {
    FamilySearch families = search_families(asked, needed);
    answer.regular = std::move(families.answer);
    candidates = std::move(families.candidates);
    model = std::move(families.model);
    note_what_is_left_out(*choice.among, answer.notes);
  }
  if (choice.irregular) {
    answer.irregular = search_irregular(study, model, effort);
    std::vector<Candidate> found = lay_out_found(asked, needed, answer);
    std::move(found.begin(), found.end(), std::back_inserter(candidates));
  }
  fill_answer(asked, candidates, answer);
  return answer;
}

}  // namespace cutline
