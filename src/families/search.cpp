// SPDX-License-Identifier: Apache-2.0
#include "families/search.hpp"

#include <fmt/core.h>

#include <chrono>
#include <iterator>

#include "families/family_search.hpp"
#include "topology/joint_network.hpp"

namespace cutline {

namespace {

/// The number of moves that takes about `seconds` on this machine, estimated by short trials. The output shows this
/// number, so that anybody can repeat the search.
std::uint64_t moves_within(double seconds, const SearchChoice& choice, const LinksOfNetwork& model,
                           std::uint64_t seed) {
  using Clock = std::chrono::steady_clock;
  std::uint64_t moves = default_moves(model.limits) / 256 / choice.starts + 1;
  for (double tried = 0;;) {
    const Clock::time_point begin = Clock::now();
    const auto found = search_links(model.limits, {moves, choice.starts, seed, model.links}, nullptr);
    if (found && found->moves < moves) return moves;  // the bound was reached
    const double taken = std::chrono::duration<double>(Clock::now() - begin).count();
    tried += taken;
    const double times = std::max(0.0, seconds - tried) / std::max(taken, 1e-6);
    if (taken > 0.02 * seconds || times <= 1)
      return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(times * static_cast<double>(moves)));
    moves *= 4;
  }
}

/// For small cases: proves that the links found are the best of all, or replaces them by the best.
void prove(LinkAnswer& answer) {
  constexpr std::uint64_t kSteps = 1'000'000;
  const LinkLimits& limits = answer.limits;
  if (!answer.step.exact || !limits.weights.empty() || !limits.kept.empty() || limits.diameter != kNoLimit) return;
  if (limits.objective == LinkObjective::load) return;
  FoundLinks& found = *answer.found;
  LinkProof proof;
  if (found.cost > answer.bound->cost) {
    proof = prove_links(answer.limits, found.cost, kSteps);
    if (proof.better) {
      proof.better->moves = found.moves;
      proof.better->course = std::move(found.course);
      found = std::move(*proof.better);
      answer.found_by_proof = true;
    }
    if (!proof.finished) return;
  }
  answer.bound->solved = true;
  answer.bound->cost = found.cost;
  if (answer.limits.steps.empty()) answer.bound->hops = found.hops;
}

/// The moves of one search, if several searches share the effort.
std::uint64_t moves_of(const Study& study, const LinksOfNetwork& model, std::size_t searches) {
  const SearchChoice& choice = *study.search;
  const std::uint64_t moves =
      choice.seconds > 0 ? moves_within(choice.seconds / static_cast<double>(searches), choice, model, study.seed)
                         : (choice.moves > 0 ? choice.moves : default_moves(model.limits)) / searches;
  return std::max<std::uint64_t>(1, moves);
}

/// The links found. If the diameter is what the study ranks by first, it becomes a limit: the least for which links are
/// found, beginning with the least that counting allows.
std::optional<FoundLinks> found_links(const Study& study, const SearchEffort& effort, Watch* watch,
                                      LinkLimits& limits) {
  if (study.rank.front().measure != "diameter" || limits.diameter != kNoLimit)
    return search_links(limits, effort, watch);
  constexpr int kTried = 4;
  LinkLimits tried = limits;
  for (tried.diameter = 1; is_ruled_out(tried); ++tried.diameter) continue;
  for (int i = 0; i < kTried; ++i, ++tried.diameter) {
    auto found = search_links(tried, effort, watch);
    if (!found) continue;
    limits = std::move(tried);
    return found;
  }
  return search_links(limits, effort, watch);
}

LinkAnswer search_grid(const Study& study, const LinksOfNetwork& model, std::size_t searches, Watch* watch) {
  const SearchChoice& choice = *study.search;
  LinkAnswer answer;
  answer.limits = model.limits;
  answer.concentration = model.concentration;
  answer.tile = model.tile;
  answer.step = model.step;
  answer.like = model.name;
  answer.starts = choice.starts;
  answer.seed = study.seed;
  answer.contradiction = contradiction(model.limits, watch);
  if (answer.contradiction) return answer;
  answer.asked_moves = moves_of(study, model, searches);
  answer.bound = least_hops(model.limits);
  answer.found = found_links(study, {answer.asked_moves, choice.starts, study.seed, model.links}, watch, answer.limits);
  if (!answer.found) {
    answer.nearest = nearest_limits(model.limits, watch);
    return answer;
  }
  prove(answer);
  if (model.limits.objective == LinkObjective::load) {
    answer.least_busiest = least_busiest(model.limits, *answer.bound);
  } else if (answer.step.exact && model.limits.weights.empty()) {
    answer.needs = least_needs(model.limits, answer.found->cost);
  }
  return answer;
}

/// Notes which networks the families leave out, so that nobody takes the winner for the best of them too.
void note_what_is_left_out(const FamilyChoice& choice, std::vector<std::string>& notes) {
  for (const Family& family : families()) {
    if (!choice.asks(FamilyName(family.name)) || family.sizes.leaves_out.empty()) continue;
    notes.push_back(fmt::format("{}: {}", family.name, family.sizes.leaves_out));
  }
}

/// The name of the network found: "found" if only links were searched, else "irregular"; for a second question, also
/// what distinguishes it.
std::string name_of_links(const SearchChoice& choice, std::size_t search, const LinkLimits& limits) {
  std::string name = choice.among ? "irregular" : "found";
  if (search == 0) return name;
  if (limits.objective == LinkObjective::load) return name + ", even loads";
  return name + (limits.steps.empty() ? ", short links" : ", fast links");
}

std::vector<LinkAnswer> search_irregular(const Study& study, const std::optional<LinksOfNetwork>& model,
                                         const Effort& effort) {
  const SearchChoice& choice = *study.search;
  std::vector<LinkAnswer> answers;
  const std::vector<LinksOfNetwork> asked = link_questions(study, model);
  for (const LinksOfNetwork& one : asked) {
    answers.push_back(search_grid(study, one, asked.size(), effort.watch));
    answers.back().name = name_of_links(choice, answers.size() - 1, one.limits);
  }
  return answers;
}

Design design_of_links(const SearchChoice& choice, const LinkAnswer& answer) {
  Design design = choice.network;
  design.name = answer.name;
  design.swept = choice.among.has_value();  // of a grid it is the whole answer, and its errors are the spec's
  IntegerTable links;
  for (const GridLink& link : answer.found->links) links.push_back({link.a, link.b});
  NamedNetwork network =
      network_of_links(answer.limits.nodes(), std::move(links), answer.limits.directed, answer.concentration);
  design.family = network.family;
  design.parameters = std::move(network.parameters);
  if (answer.on_grid()) design.placement.columns = answer.limits.columns;
  design.node_width = answer.tile.width;
  design.node_height = answer.tile.height;
  return design;
}

/// One candidate for each search that found links. Adds to the answer's links why their network cannot be built, and
/// which limits it exceeds.
std::vector<Candidate> lay_out_found(const Study& study, const Effort& effort, SearchAnswer& answer) {
  std::vector<Design> designs;
  std::vector<LinkAnswer*> found;
  for (LinkAnswer& links : answer.irregular) {
    if (!links.found) continue;
    designs.push_back(design_of_links(*study.search, links));
    found.push_back(&links);
  }
  std::vector<Candidate> candidates = evaluated_networks(study, designs, effort);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    found[i]->why_not = candidates[i].why_not();
    found[i]->over = candidates[i].infeasible;
  }
  return candidates;
}

}  // namespace

double LinkAnswer::gap() const { return static_cast<double>(found->cost) / static_cast<double>(bound->cost) - 1; }

double LinkAnswer::gap_of_hops() const {
  return static_cast<double>(found->hops) / static_cast<double>(bound->hops) - 1;
}

bool LinkAnswer::on_grid() const { return limits.columns * limits.rows > 1; }

bool SearchAnswer::found() const { return !winners.empty(); }

SearchAnswer search(const Study& study, const Effort& effort) {
  const SearchChoice& choice = *study.search;
  if (serve_apart(choice.network.tiles)) {
    throw_input_error("a search finds networks by nodes that are alike, and kinds of tile differ",
                      "leave out `router`, `terminals` and `energy` of `tiles`", "tiles");
  }
  const Effort needed = effort_of_networks(study, effort);
  SearchAnswer answer{.detail = needed.detail, .board_tracks = needed.board_tracks};
  std::optional<LinksOfNetwork> model;
  std::vector<Candidate> candidates;
  if (choice.among) {
    FamilySearch families = search_families(study, needed);
    answer.regular = std::move(families.answer);
    candidates = std::move(families.candidates);
    model = std::move(families.model);
    note_what_is_left_out(*choice.among, answer.notes);
    if (answer.regular->ruled_out.contains("shared channel"))
      answer.notes.emplace_back(
          "a channel that all nodes share is fast only without load: name its family in `families`"
          ", or ask for a saturation");
  }
  if (choice.irregular) {
    answer.irregular = search_irregular(study, model, effort);
    std::vector<Candidate> found = lay_out_found(study, needed, answer);
    std::move(found.begin(), found.end(), std::back_inserter(candidates));
  }
  fill_answer(study, candidates, needed, answer);
  return answer;
}

}  // namespace cutline
