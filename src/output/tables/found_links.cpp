// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cutline/base/format.hpp"
#include "output/tables/columns.hpp"
#include "output/tables/search.hpp"
#include "output/text/number.hpp"
#include "output/words/phrases.hpp"

namespace cutline::tables {

namespace {

std::string_view link_word(const LinkLimits& limits) { return limits.directed ? "one-way links" : "links"; }

Data most_data(std::uint64_t limit) { return limit != kNoLimit ? Data(limit) : Data(); }

std::string limits_text(const LinkLimits& limits) {
  std::vector<std::string> parts = {limits.directed ? fmt::format("{} links out of and into a router", limits.degree)
                                                    : fmt::format("{} links a router", limits.degree)};
  if (limits.links != kNoLimit) parts.push_back(fmt::format("{} {}", limits.links, link_word(limits)));
  if (limits.wire != kNoLimit) parts.push_back(fmt::format("a total wire of {} pitches", limits.wire));
  if (limits.span != kNoLimit) parts.push_back(fmt::format("a span of {}", limits.span));
  if (limits.diameter != kNoLimit) parts.push_back(fmt::format("a diameter of {}", limits.diameter));
  if (limits.middle_cut != kNoLimit) parts.push_back(fmt::format("{} over the middle cut", limits.middle_cut));
  if (limits.any_cut != kNoLimit) parts.push_back(fmt::format("{} over any cut", limits.any_cut));
  if (limits.reach != kAnyReach) parts.push_back(fmt::format("a reach of [{}, {}]", limits.reach[0], limits.reach[1]));
  std::string text = "at most " + join(parts, ", ");
  if (limits.bisection > 0) text += fmt::format("; at least {} links over every halving", limits.bisection);
  if (!limits.steps.empty()) text += "; for the fewest cycles through routers and links";
  return text;
}

/// The reasons why no network can be below the bound.
constexpr words::KindRow<HopBoundCause> kBoundCauses[] = {
    {HopBoundCause::links, "so many links lead to no more routers within few hops"},
    {HopBoundCause::reach, "routers have only so many links, and these only so much reach"},
    {HopBoundCause::wire, "so much wire gets to no more routers within few hops"},
    {HopBoundCause::cuts, "so few links over a line of the grid lead no more pairs over it within few hops"}};
static_assert(words::tells_all(kBoundCauses, HopBoundCause::cuts));

std::string range_text(const HalvingRange& range) {
  return range.exact() ? fmt::format("{}", range.least) : fmt::format("{} to {}", range.least, range.most);
}

std::string found_text(const LinkAnswer& answer) {
  const LinkLimits& limits = answer.limits;
  const FoundLinks& found = *answer.found;
  const double pairs = limits.pairs();
  const auto best_text = [&](std::uint64_t best, std::uint64_t bound, double unit, std::string_view what, double gap) {
    return fmt::format("best {:.4f} {}, none below {:.4f}: gap {:.1f} %\n", static_cast<double>(best) / pairs * unit,
                       what, static_cast<double>(bound) / pairs * unit, 100 * gap);
  };
  const char* hops = limits.weights.empty() ? "mean hops" : "mean hops of a message";
  std::string text = best_text(found.hops, answer.bound->hops, 1, hops, answer.gap_of_hops());
  if (!limits.steps.empty() && answer.step.exact) {
    text += best_text(found.cost, answer.bound->cost, answer.step.cycles, "cycles on a mean way", answer.gap());
  } else if (!limits.steps.empty()) {
    text +=
        fmt::format("best about {:.1f} cycles on a mean way; links were searched in steps of {} cycles\n",
                    static_cast<double>(found.cost) / pairs * answer.step.cycles, text::short_text(answer.step.cycles));
  }
  text += answer.bound->solved
              ? "proved to be the best\n"
              : fmt::format("the bound: {}\n", words::row_of(kBoundCauses, answer.bound->most_binding).words);
  text += fmt::format("{} {}, total wire {} pitches, longest span {}, diameter {}", found.links.size(),
                      link_word(limits), found.wire, found.longest_span, found.diameter);
  if (found.bisection) text += fmt::format(", {} over the least halving", range_text(*found.bisection));
  const std::string by =
      answer.found_by_proof ? "the proof" : fmt::format("start {} of {}", found.start + 1, answer.starts);
  text += fmt::format("\n{} found it; {} moves and seed {} find it again\n", by, answer.asked_moves, answer.seed);
  if (limits.bisection > 0 && found.bisection->least < limits.bisection) {
    text += fmt::format("no halving with fewer than {} links was found; that there is none is not proved\n",
                        limits.bisection);
  }
  if (answer.needs) {
    text += fmt::format(
        "any links with hops as few need at least {} pitches of wire and a span of {}; if every router sends "
        "every other one a message, some channel carries at least {:.1f}\n",
        answer.needs->wire, answer.needs->span, answer.needs->busiest_pairs);
  }
  if (found.moves < answer.asked_moves && found.cost > answer.bound->cost) {
    text += fmt::format("stopped after {} of these moves, so that they may find better links\n", found.moves);
  }
  return text;
}

/// The unit of a limit, if its name does not tell it.
std::string_view unit_of_limit(LinkLimit limit) {
  if (limit == LinkLimit::wire || limit == LinkLimit::span) return " pitches";
  return limit == LinkLimit::bisection ? " links" : "";
}

/// One limit, and the value to which it must be loosened if the others stay.
std::string nearest_text(const NearestLimit& limit) {
  const auto text_of = [&](std::uint64_t value) {
    const auto numbers = as_given(limit, value);
    return numbers.size() == 1 ? fmt::format("{}", value) : fmt::format("[{}, {}]", numbers[0], numbers[1]);
  };
  const bool least = limit.limit == LinkLimit::bisection;
  const char* side = least ? "at most" : "at least";
  std::string text = fmt::format("  `{}{}` is {}{}", least ? "at_least." : "", word(limit.limit), text_of(limit.given),
                                 unit_of_limit(limit.limit));
  if (!limit.nearest) return text + "; another value of it alone does not help\n";
  if (limit.met == limit.nearest && limit.met != limit.given)
    return text + fmt::format(", and must be {} {}, which links meet\n", side, text_of(*limit.nearest));
  if (limit.nearest != limit.given) text += fmt::format(", and must be {} {}", side, text_of(*limit.nearest));
  return text + (limit.met ? fmt::format("; links were found for {}\n", text_of(*limit.met))
                           : "; a short search found no value of it alone that links meet\n");
}

std::string nearest_texts(const std::vector<NearestLimit>& limits) {
  std::string text;
  for (const NearestLimit& limit : limits) text += nearest_text(limit);
  return text;
}

std::string against_text(const Contradiction& contradiction) {
  return fmt::format("no connected network can meet {}; to change one alone:\n",
                     contradiction.limits.size() == 1 ? "this limit" : "these limits together") +
         nearest_texts(contradiction.limits);
}

Data nearest_data(const std::vector<NearestLimit>& limits) {
  const auto value_data = [](const NearestLimit& limit, std::optional<std::uint64_t> value) {
    if (!value) return Data();
    const auto numbers = as_given(limit, *value);
    return numbers.size() == 1 ? Data(*value) : Data(Data::List(numbers.begin(), numbers.end()));
  };
  Data::List all;
  for (const NearestLimit& limit : limits) {
    all.emplace_back(Data::Map{{"limit", word(limit.limit)},
                               {"given", value_data(limit, limit.given)},
                               {"nearest", value_data(limit, limit.nearest)},
                               {"met", value_data(limit, limit.met)}});
  }
  return all;
}

Data limits_data(const LinkLimits& limits) {
  Data reach;
  if (limits.reach != kAnyReach) reach = Data::List{limits.reach[0], limits.reach[1]};
  return Data::Map{{"links_of_router", limits.degree},
                   {"links", most_data(limits.links)},
                   {"wire", most_data(limits.wire)},
                   {"span", most_data(limits.span)},
                   {"diameter", most_data(limits.diameter)},
                   {"reach", reach},
                   {"bisection", limits.bisection > 0 ? Data(limits.bisection) : Data()},
                   {"middle_links", most_data(limits.middle_cut)},
                   {"cut_links", most_data(limits.any_cut)}};
}

}  // namespace

Data links_data(const LinkAnswer& answer) {
  const LinkLimits& limits = answer.limits;
  Data::Map out = {{"name", answer.name},         {"grid", Data::List{limits.columns, limits.rows}},
                   {"directed", limits.directed}, {"limits", limits_data(limits)},
                   {"starts", answer.starts},     {"moves", answer.asked_moves},
                   {"seed", answer.seed}};
  const double pairs = limits.pairs();
  const bool bounded = answer.bound.has_value(), found = answer.found.has_value();
  out.emplace_back("bound_mean_hops", bounded ? Data(static_cast<double>(answer.bound->hops) / pairs) : Data());
  out.emplace_back("bound_by", bounded ? Data(word(answer.bound->most_binding)) : Data());
  out.emplace_back("mean_hops", found ? Data(answer.found->mean_hops(limits)) : Data());
  if (!limits.steps.empty()) {
    Data::List steps;
    for (const std::uint32_t each : limits.steps) steps.emplace_back(each * answer.step.cycles);
    out.emplace_back("cycles_by_span", std::move(steps));
    const double unit = answer.step.cycles / pairs;
    const bool proved = bounded && answer.step.exact;
    out.emplace_back("bound_mean_cycles", proved ? Data(static_cast<double>(answer.bound->cost) * unit) : Data());
    out.emplace_back("mean_cycles", found ? Data(static_cast<double>(answer.found->cost) * unit) : Data());
  }
  out.emplace_back("gap", found && bounded && answer.step.exact ? Data(answer.gap()) : Data());
  if (answer.contradiction) out.emplace_back("contradiction", nearest_data(answer.contradiction->limits));
  if (!answer.nearest.empty()) out.emplace_back("nearest", nearest_data(answer.nearest));
  if (!found) return out;
  Data::List links, over;
  for (const OverLimit& limit : answer.over)
    over.emplace_back(Data::Map{{"limit", limit.limit}, {"needed", limit.needed}, {"allowed", limit.allowed}});
  out.emplace_back("over_limits", std::move(over));
  for (const GridLink& link : answer.found->links) links.emplace_back(Data::List{link.a, link.b});
  out.emplace_back("proved_best", answer.bound->solved);
  if (answer.needs) {
    out.emplace_back("least_wire_pitches", answer.needs->wire);
    out.emplace_back("least_longest_span_pitches", answer.needs->span);
    out.emplace_back("least_busiest_channel_pairs", answer.needs->busiest_pairs);
  }
  out.emplace_back("tried_moves", answer.found->moves);
  out.emplace_back("total_wire_pitches", answer.found->wire);
  out.emplace_back("longest_span_pitches", answer.found->longest_span);
  out.emplace_back("diameter_hops", answer.found->diameter);
  const std::optional<HalvingRange>& halving = answer.found->bisection;
  out.emplace_back("least_halving_links", halving && halving->exact() ? Data(halving->least) : Data());
  out.emplace_back("halving_links_between", halving ? Data(Data::List{halving->least, halving->most}) : Data());
  out.emplace_back("middle_links", answer.found->cuts.middle);
  out.emplace_back("densest_cut_links", answer.found->cuts.densest);
  out.emplace_back("links", std::move(links));
  return out;
}

std::string link_answer_text(const LinkAnswer& answer) {
  const LinkLimits& limits = answer.limits;
  const std::string like =
      answer.like.empty() ? "" : fmt::format("links that follow no rule, wired as {}: ", answer.like);
  std::string text = fmt::format("{}{} routers on a grid of {} x {}: {}\n\n", like, limits.nodes(), limits.columns,
                                 limits.rows, limits_text(limits));
  if (answer.contradiction) return text + against_text(*answer.contradiction);
  if (answer.found) return text + found_text(answer);
  return text +
         fmt::format("{} moves found no network that meets these limits; that none exists is not proved\n",
                     answer.asked_moves) +
         nearest_texts(answer.nearest);
}

}  // namespace cutline::tables

namespace cutline {

Table search_links_table(const SearchAnswer& answer) {
  const LinkAnswer first = answer.irregular.empty() ? LinkAnswer() : answer.irregular.front();
  const auto span = [&](const GridLink& link) { return span_of_link(first.limits, link); };
  return tables::table_of<GridLink>(
      first.found ? first.found->links : std::vector<GridLink>(),
      {{{"a", "a", ""}, &GridLink::a}, {{"b", "b", ""}, &GridLink::b}, {{"span", "span", "pitches"}, span}});
}

}  // namespace cutline
