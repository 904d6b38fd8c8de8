// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/search.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/study/tiles.hpp"
#include "cutline/topology/listed_links.hpp"
#include "study/family_search.hpp"
#include "study/timing.hpp"

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

/// The mean side of a tile.
double pitch_nm(const Study& study, const TileSides& tile) {
  const LayoutRules rules = layout_rules(study.technology, tile.width, tile.height);
  return (rules.node_width * rules.cell_width_nm + rules.node_height * rules.cell_height_nm) / 2;
}

/// Lowers the limits of a search of links to what keeps the study's limits of pins, ports and wires; others can only be
/// measured in a layout.
void keep_limits_of(const Study& study, LinksOfNetwork& model) {
  const auto limit = [&](Limited what) {
    const auto found = study.limits.find(what);
    return found == study.limits.end() ? std::nullopt : std::optional(found->second);
  };
  const auto lower_degree = [&](double links) {
    model.limits.degree = std::min(model.limits.degree, static_cast<std::uint32_t>(std::clamp(links, 1.0, 1e6)));
  };
  if (const auto ports = limit(Limited::ports_per_node)) lower_degree(*ports / 2);
  const Design& design = study.search->network;
  if (const auto pins = limit(Limited::pins_per_node); pins && study.hold.resource == Resource::none)
    lower_degree(*pins / 2 / wires_of_channel(study, design, design.channel.width_bits.value_or(1)));
  const auto longest_mm = limit(Limited::longest_wire_mm);
  if (!longest_mm || study.technology.unit) return;
  const double span = std::floor(*longest_mm * 1e6 / pitch_nm(study, model.tile));
  const auto most = static_cast<std::uint32_t>(std::clamp(span, 1.0, 2.0 * kMostSearchedNodes));
  model.limits.span = std::min(model.limits.span.value_or(most), most);
}

/// What a link of each span costs a message in cycles, with the router that it leads to; empty where every link takes
/// as long as the longest wire, so that hops alone count.
std::vector<std::uint32_t> cycles_by_span(const Study& study, const LinksOfNetwork& model) {
  const Technology& technology = study.technology;
  if (!takes_own_cycles(study) || (technology.unit && wants_layout(study.delays.front()))) return {};
  const Time cycle = std::max(study.clock.cycle, study.clock.floor);
  const RouterChoice& router = study.search->network.router;
  const double of_router = router.delay.cycles + router.delay.time / cycle;
  const double pitch = pitch_nm(study, model.tile);
  const std::uint32_t farthest = model.limits.columns + model.limits.rows - 2;
  std::vector<double> cycles;
  for (std::uint32_t span = 0; span <= std::min(farthest, model.limits.span.value_or(farthest)); ++span) {
    WireLength wire;
    wire.span = span;
    wire.routed = Length{span * pitch};
    cycles.push_back(of_router + (span > 0 ? whole_cycles(study.delays.front()(wire), cycle) : 1));
  }
  if (cycles.back() == cycles.front()) return {};
  std::vector<std::uint32_t> steps;
  for (const double each : cycles)
    steps.push_back(static_cast<std::uint32_t>(std::clamp<long>(std::lround(each), 1, kMostLinkSteps)));
  return steps;
}

/// Small cases: the links found are the best of all, or the best of all take their place.
void prove(LinkAnswer& answer) {
  constexpr std::uint64_t kSteps = 1'000'000;
  FoundLinks& found = *answer.found;
  LinkProof proof;
  if (found.cost > answer.bound->cost) {
    proof = prove_links(answer.limits, found.cost, kSteps);
    if (proof.better) {
      proof.better->moves = found.moves;
      found = std::move(*proof.better);
    }
    if (!proof.finished) return;
  }
  answer.bound->solved = true;
  answer.bound->cost = found.cost;
  if (answer.limits.steps.empty()) answer.bound->hops = found.hops;
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
  if (!answer.found) {
    answer.nearest = nearest_limits(model.limits);
    return answer;
  }
  prove(answer);
  answer.needs = least_needs(model.limits, answer.found->cost);
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
std::vector<LinksOfNetwork> questions_of_hops(const SearchChoice& choice, const std::optional<LinksOfNetwork>& model) {
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

/// The same; where links take their own cycles, also the least latency, and then no links half as long: what they would
/// win is found there.
std::vector<LinksOfNetwork> questions(const Study& study, const std::optional<LinksOfNetwork>& model) {
  std::vector<LinksOfNetwork> all = questions_of_hops(*study.search, model);
  for (LinksOfNetwork& each : all) keep_limits_of(study, each);
  if (all.empty()) return all;
  std::vector<std::uint32_t> steps = cycles_by_span(study, all.front());
  if (steps.empty()) return all;
  all.resize(1);
  all.push_back(all.front());
  all.back().limits.steps = std::move(steps);
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

/// "found" where links alone were searched; else "irregular"; and what is special about the question.
std::string name_of_links(const SearchChoice& choice, std::size_t search, const LinkLimits& limits) {
  const std::string name = choice.among ? "irregular" : "found";
  if (search == 0) return name;
  return name + (limits.steps.empty() ? ", short links" : ", fast links");
}

std::vector<LinkAnswer> search_irregular(const Study& study, const std::optional<LinksOfNetwork>& model,
                                         const Effort& effort) {
  const SearchChoice& choice = *study.search;
  std::vector<LinkAnswer> answers;
  const std::vector<LinksOfNetwork> asked = questions(study, model);
  for (const LinksOfNetwork& one : asked) {
    const bool timed = choice.seconds && !contradiction(one.limits);
    const std::uint64_t moves =
        timed ? moves_within(*choice.seconds / static_cast<double>(asked.size()), choice, one, study.seed)
              : choice.moves.value_or(default_moves(one.limits.nodes())) / asked.size();
    answers.push_back(search_grid(choice, one, std::max<std::uint64_t>(1, moves), study.seed, effort.watch));
    answers.back().name = name_of_links(choice, answers.size() - 1, one.limits);
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

double LinkAnswer::gap() const {
  const bool by_hops = limits.steps.empty();
  const auto best = static_cast<double>(by_hops ? found->hops : found->cost);
  return best / static_cast<double>(by_hops ? bound->hops : bound->cost) - 1;
}

bool SearchAnswer::found() const { return !winners.empty(); }

SearchAnswer search(const Study& study, const Effort& effort) {
  const SearchChoice& choice = *study.search;
  if (serve_apart(choice.network.tiles)) {
    throw_input_error("a search finds networks by nodes that are alike, and kinds of tile differ",
                      "leave out `router`, `terminals` and `energy` of `tiles`", "tiles");
  }
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
  fill_answer(asked, candidates, needed, answer);
  return answer;
}

}  // namespace cutline
