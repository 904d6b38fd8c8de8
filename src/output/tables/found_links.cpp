// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/format.hpp"
#include "output/tables/candidate_tables.hpp"
#include "output/tables/search.hpp"
#include "output/text/number.hpp"
#include "output/words/phrases.hpp"

namespace cutline::tables {

namespace {

std::string_view link_word(const LinkLimits& limits) { return limits.directed ? "one-way links" : "links"; }

Data most_data(std::uint64_t limit) { return limit != kNoLimit ? Data(limit) : Data(); }

/// A span or wire: "180 pitches", "12.5 mm".
std::string length_text(const LinkLimits& limits, std::uint64_t length) {
  if (limits.unit_mm == 0) return fmt::format("{} pitches", length);
  return fmt::format("{} mm", text::short_text(static_cast<double>(length) * limits.unit_mm));
}

/// The load of a channel, in messages of a pair that sends as much as the mean one.
double messages_of(const LinkLimits& limits, double load) {
  return load / limits.pairs() * limits.nodes() * (limits.nodes() - 1);
}

std::string limits_text(const LinkLimits& limits) {
  std::vector<std::string> parts = {text::counted(limits.degree, "link") +
                                    (limits.directed ? " out of and into a router" : " a router")};
  if (limits.links != kNoLimit) parts.push_back(fmt::format("{} {}", limits.links, link_word(limits)));
  if (limits.wire != kNoLimit) parts.push_back("a total wire of " + length_text(limits, limits.wire));
  if (limits.span != kNoLimit)
    parts.push_back(limits.unit_mm == 0 ? fmt::format("a span of {}", limits.span)
                                        : "a span of " + length_text(limits, limits.span));
  if (limits.diameter != kNoLimit) parts.push_back(fmt::format("a diameter of {}", limits.diameter));
  if (limits.middle_cut != kNoLimit) parts.push_back(fmt::format("{} over the middle cut", limits.middle_cut));
  if (limits.any_cut != kNoLimit) parts.push_back(fmt::format("{} over any cut", limits.any_cut));
  if (limits.reach != kAnyReach) parts.push_back(fmt::format("a reach of [{}, {}]", limits.reach[0], limits.reach[1]));
  std::string text = "at most " + join(parts, ", ");
  if (limits.bisection > 0)
    text += fmt::format("; at least {} over every halving", text::counted(limits.bisection, "link"));
  if (!limits.steps.empty()) text += "; for the fewest cycles through routers and links";
  if (limits.objective == LinkObjective::load) text += "; for the least load of the busiest channel";
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
  std::string text;
  if (limits.objective == LinkObjective::load) {
    text = fmt::format("busiest channel {:.2f} messages if {} sends one, none below {:.2f}: gap {:.1f} %\n",
                       messages_of(limits, found.busiest),
                       limits.weights.empty() ? "every router to every other" : "a mean pair of routers",
                       messages_of(limits, answer.least_busiest), 100 * (found.busiest / answer.least_busiest - 1));
  }
  text += best_text(found.hops, answer.bound->hops, 1, hops, answer.gap_of_hops());
  if (!limits.steps.empty() && answer.step.exact) {
    text += best_text(found.cost, answer.bound->cost, answer.step.cycles, "cycles on a mean way", answer.gap());
  } else if (!limits.steps.empty()) {
    text +=
        fmt::format("best about {:.1f} cycles on a mean way; links were searched in steps of {} cycles\n",
                    static_cast<double>(found.cost) / pairs * answer.step.cycles, text::short_text(answer.step.cycles));
  }
  if (answer.bound->solved) {
    text += "proved to be the best\n";
  } else if (limits.objective == LinkObjective::cost) {
    text += fmt::format("the bound: {}\n", words::row_of(kBoundCauses, answer.bound->most_binding).words);
  }
  text +=
      fmt::format("{} {}, total wire {}, longest span {}, diameter {}", found.links.size(), link_word(limits),
                  length_text(limits, found.wire),
                  limits.unit_mm == 0 ? fmt::format("{}", found.longest_span) : length_text(limits, found.longest_span),
                  found.diameter);
  if (found.bisection) text += fmt::format(", {} over the least halving", range_text(*found.bisection));
  const std::string by =
      answer.found_by_proof ? "the proof" : fmt::format("start {} of {}", found.start + 1, answer.starts);
  text += fmt::format("\n{} found it; {} moves and seed {} find it again\n", by, answer.asked_moves, answer.seed);
  if (limits.bisection > 0 && found.bisection->least < limits.bisection) {
    text += fmt::format("no halving with fewer than {} was found; that there is none is not proved\n",
                        text::counted(limits.bisection, "link"));
  }
  if (answer.needs) {
    text += fmt::format(
        "any links with hops as few need at least {} of wire and a span of {}; if every router sends "
        "every other one a message, some channel carries at least {:.1f}\n",
        length_text(limits, answer.needs->wire),
        limits.unit_mm == 0 ? fmt::format("{}", answer.needs->span) : length_text(limits, answer.needs->span),
        answer.needs->busiest_pairs);
  }
  if (found.moves < answer.asked_moves && found.cost > answer.bound->cost)
    text += fmt::format("stopped after {} of these moves, so that they may find better links\n", found.moves);
  return text;
}

bool is_length(LinkLimit limit) { return limit == LinkLimit::wire || limit == LinkLimit::span; }

/// The unit of a limit, if its name does not tell it.
std::string_view unit_of_limit(LinkLimit limit) {
  if (is_length(limit)) return " pitches";
  return limit == LinkLimit::bisection ? " links" : "";
}

/// One limit, and the value to which it must be loosened if the others stay.
std::string nearest_text(const LinkLimits& limits, const NearestLimit& limit) {
  const bool in_mm = is_length(limit.limit) && limits.unit_mm > 0;
  const auto text_of = [&](std::uint64_t value) {
    if (in_mm) return length_text(limits, value);
    const auto numbers = as_given(limit, value);
    return numbers.size() == 1 ? fmt::format("{}", value) : fmt::format("[{}, {}]", numbers[0], numbers[1]);
  };
  const bool least = limit.limit == LinkLimit::bisection;
  const char* side = least ? "at most" : "at least";
  std::string text = fmt::format("  `{}{}` is {}{}", least ? "at_least." : "", word(limit.limit), text_of(limit.given),
                                 in_mm ? "" : unit_of_limit(limit.limit));
  if (!limit.nearest) return text + "; another value of it alone does not help\n";
  if (limit.met == limit.nearest && limit.met != limit.given)
    return text + fmt::format(", and must be {} {}, which links meet\n", side, text_of(*limit.nearest));
  if (limit.nearest != limit.given) text += fmt::format(", and must be {} {}", side, text_of(*limit.nearest));
  return text + (limit.met ? fmt::format("; links were found for {}\n", text_of(*limit.met))
                           : "; a short search found no value of it alone that links meet\n");
}

std::string nearest_texts(const LinkLimits& asked, const std::vector<NearestLimit>& limits) {
  return sum_over<std::string>(limits, [&](const NearestLimit& limit) { return nearest_text(asked, limit); });
}

std::string against_text(const LinkLimits& limits, const Contradiction& contradiction) {
  return fmt::format("no connected network can meet {}; to change one alone:\n",
                     contradiction.limits.size() == 1 ? "this limit" : "these limits together") +
         nearest_texts(limits, contradiction.limits);
}

Data nearest_data(const LinkLimits& asked, const std::vector<NearestLimit>& limits) {
  const auto value_data = [&](const NearestLimit& limit, std::optional<std::uint64_t> value) {
    if (!value) return Data();
    if (is_length(limit.limit) && asked.unit_mm > 0) return Data(static_cast<double>(*value) * asked.unit_mm);
    const auto numbers = as_given(limit, *value);
    return numbers.size() == 1 ? Data(*value) : Data(Data::List(numbers.begin(), numbers.end()));
  };
  return each_of(limits, [&](const NearestLimit& limit) {
    return Data(Data::Map{{"limit", word(limit.limit)},
                          {"given", value_data(limit, limit.given)},
                          {"nearest", value_data(limit, limit.nearest)},
                          {"met", value_data(limit, limit.met)}});
  });
}

/// In pitches, or in mm.
Data length_data(const LinkLimits& limits, std::uint64_t length) {
  if (length == kNoLimit) return {};
  return limits.unit_mm > 0 ? Data(static_cast<double>(length) * limits.unit_mm) : Data(length);
}

Data limits_data(const LinkLimits& limits) {
  const bool in_mm = limits.unit_mm > 0;
  Data reach;
  if (limits.reach != kAnyReach) reach = Data::List{limits.reach[0], limits.reach[1]};
  return Data::Map{{"links_of_router", limits.degree},
                   {"links", most_data(limits.links)},
                   {in_mm ? "wire_mm" : "wire", length_data(limits, limits.wire)},
                   {in_mm ? "span_mm" : "span", length_data(limits, limits.span)},
                   {"diameter", most_data(limits.diameter)},
                   {"reach", reach},
                   {"bisection", limits.bisection > 0 ? Data(limits.bisection) : Data()},
                   {"middle_links", most_data(limits.middle_cut)},
                   {"cut_links", most_data(limits.any_cut)}};
}

}  // namespace

Data links_data(const LinkAnswer& answer) {
  const LinkLimits& limits = answer.limits;
  const Data grid = answer.on_grid() ? Data(Data::List{limits.columns, limits.rows}) : Data();
  Data::Map out = {{"name", answer.name},         {"grid", grid},
                   {"directed", limits.directed}, {"limits", limits_data(limits)},
                   {"starts", answer.starts},     {"moves", answer.asked_moves},
                   {"seed", answer.seed}};
  const std::string of_length = limits.unit_mm > 0 ? "mm" : "pitches";
  const double pairs = limits.pairs();
  const bool bounded = answer.bound.has_value(), found = answer.found.has_value();
  out.emplace_back("bound_mean_hops", bounded ? Data(static_cast<double>(answer.bound->hops) / pairs) : Data());
  out.emplace_back("bound_by", bounded ? Data(word(answer.bound->most_binding)) : Data());
  out.emplace_back("mean_hops", found ? Data(answer.found->mean_hops(limits)) : Data());
  if (!limits.steps.empty()) {
    out.emplace_back("cycles_by_span",
                     each_of(limits.steps, [&](const std::uint32_t each) { return Data(each * answer.step.cycles); }));
    const double unit = answer.step.cycles / pairs;
    const bool proved = bounded && answer.step.exact;
    out.emplace_back("bound_mean_cycles", proved ? Data(static_cast<double>(answer.bound->cost) * unit) : Data());
    out.emplace_back("mean_cycles", found ? Data(static_cast<double>(answer.found->cost) * unit) : Data());
  }
  out.emplace_back("gap", found && bounded && answer.step.exact ? Data(answer.gap()) : Data());
  if (answer.contradiction) out.emplace_back("contradiction", nearest_data(limits, answer.contradiction->limits));
  if (!answer.nearest.empty()) out.emplace_back("nearest", nearest_data(limits, answer.nearest));
  if (!found) return out;
  out.emplace_back(
      "over_limits", each_of(answer.over, [](const OverLimit& limit) {
        return Data(Data::Map{{"limit", limit.limit}, {"needed", limit.needed}, {"allowed", limit.allowed}});
      }));
  out.emplace_back("proved_best", answer.bound->solved);
  if (answer.needs) {
    out.emplace_back("least_wire_" + of_length, length_data(limits, answer.needs->wire));
    out.emplace_back("least_longest_span_" + of_length, length_data(limits, answer.needs->span));
    out.emplace_back("least_busiest_channel_pairs", answer.needs->busiest_pairs);
  }
  out.emplace_back("tried_moves", answer.found->moves);
  out.emplace_back("total_wire_" + of_length, length_data(limits, answer.found->wire));
  out.emplace_back("longest_span_" + of_length, length_data(limits, answer.found->longest_span));
  out.emplace_back("busiest_channel_pairs", messages_of(limits, answer.found->busiest));
  if (limits.objective == LinkObjective::load)
    out.emplace_back("bound_busiest_channel_pairs", messages_of(limits, answer.least_busiest));
  out.emplace_back("diameter_hops", answer.found->diameter);
  const std::optional<HalvingRange>& halving = answer.found->bisection;
  out.emplace_back("least_halving_links", halving && halving->exact() ? Data(halving->least) : Data());
  out.emplace_back("halving_links_between", halving ? Data(Data::List{halving->least, halving->most}) : Data());
  out.emplace_back("middle_links", answer.found->cuts.middle);
  out.emplace_back("densest_cut_links", answer.found->cuts.densest);
  out.emplace_back("links", each_of(answer.found->links, [](const GridLink& link) {
                     return Data(Data::List{link.a, link.b});
                   }));
  return out;
}

std::string link_answer_text(const LinkAnswer& answer) {
  const LinkLimits& limits = answer.limits;
  const std::string like =
      answer.like.empty() ? "" : fmt::format("links that follow no rule, wired as {}: ", answer.like);
  const std::string where =
      answer.on_grid() ? fmt::format("on a grid of {} x {}", limits.columns, limits.rows) : "in given places";
  std::string text = fmt::format("{}{} routers {}: {}\n\n", like, limits.nodes(), where, limits_text(limits));
  if (answer.contradiction) return text + against_text(limits, *answer.contradiction);
  if (answer.found) return text + found_text(answer);
  return text +
         fmt::format("{} moves found no network that meets these limits; that none exists is not proved\n",
                     answer.asked_moves) +
         nearest_texts(limits, answer.nearest);
}

}  // namespace cutline::tables

namespace cutline {

Table search_links_table(const SearchAnswer& answer) {
  const LinkAnswer first = answer.irregular.empty() ? LinkAnswer() : answer.irregular.front();
  const bool in_mm = first.limits.unit_mm > 0;
  const auto span = [&](const GridLink& link) {
    return span_of_link(first.limits, link) * (in_mm ? first.limits.unit_mm : 1);
  };
  return tables::table_of<GridLink>(first.found ? first.found->links : std::vector<GridLink>(),
                                    {{{"a", "a", ""}, &GridLink::a},
                                     {{"b", "b", ""}, &GridLink::b},
                                     {{"span", "span", in_mm ? "mm" : "pitches"}, span}});
}

}  // namespace cutline
