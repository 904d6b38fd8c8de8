// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "cutline/output/words/words.hpp"
#include "output/compare/answer.hpp"
#include "output/text/number.hpp"
#include "output/text/table_cells.hpp"
#include "output/words/phrases.hpp"
#include "study/machine_choice.hpp"

namespace cutline {

namespace {

/// In the order of BisectionCount.
constexpr std::array<std::string_view, 3> kCounts = {" of the graph", " at the layout's middle cut", " by formula"};
/// In the order of Switching.
constexpr std::array<std::string_view, 3> kSwitchings = {"wormhole", "store and forward", "virtual cut-through"};

std::string_view held_unit(const Study& study) {
  if (study.hold.resource == Resource::width) return "bits";
  if (study.hold.resource != Resource::area) return "wires";
  return study.technology.unit ? "square wire pitches" : "mm2";
}

std::string held_text(const Study& study) {
  const Hold& hold = study.hold;
  if (hold.resource == Resource::none) return "nothing held equal";
  std::string what(resource_name(hold.resource));
  std::replace(what.begin(), what.end(), '_', ' ');
  if (hold.resource == Resource::bisection) what += kCounts.at(static_cast<std::size_t>(hold.count));
  if (hold.resource == Resource::peak_density) what += hold.per_machine ? " of the machine" : " of a line";
  if (hold.of.empty()) return fmt::format("{} held at {} {}", what, text::short_text(hold.amount, 6), held_unit(study));
  const std::string times = hold.times == 1 ? "" : fmt::format("{} x ", text::short_text(hold.times));
  return fmt::format("{} held at {}that of {}", what, times, hold.of);
}

std::string messages_text(const Study& study) {
  const bool classes = study.message_classes > 1;
  std::vector<std::string> parts;
  for (const LatencyInput::Part& part : study.messages) {
    std::string text = text::short_text(part.size_bits, 6) + (part.size_bits == 1 ? " bit" : " bits");
    if (study.messages.size() > 1 && !classes) text += fmt::format(" ({} %)", text::short_text(part.share * 100, 3));
    parts.push_back(std::move(text));
  }
  const std::string header = study.header_bits > 0 ? fmt::format(" and a header of {} bits", study.header_bits) : "";
  const std::string packets =
      study.packets() > 1 ? fmt::format("{} packets of ", text::short_text(study.packets())) : "";
  if (classes) return fmt::format("requests of {}, replies of {}{}", parts.at(0), parts.at(1), header);
  return fmt::format("messages of {}{}{}", packets, fmt::join(parts, ", "), header);
}

std::string clock_text(const Study& study) {
  const std::string unit = time_unit(study);
  const ClockRule rule = study.clock.rule;
  std::string text = rule == ClockRule::longest_wire ? "cycle set by the longest wire"
                     : rule == ClockRule::per_link
                         ? "every wire takes its own delay"
                         : fmt::format("fixed cycle of {} {}", text::short_text(in_ns(study.clock.cycle)), unit);
  const double floor = in_ns(study.clock.floor);
  if (floor > 0) text += fmt::format(", at least {} {}", text::short_text(floor), unit);
  return text + (study.pipelined ? ", pipelined wires" : "");
}

/// What the candidates are asked: the study, and what single ones are asked in its place; each once.
std::vector<const Study*> asked_in(const Study& study) {
  std::vector<const Study*> all;
  std::set<const Study*> known;
  for (const Design& design : study.designs) {
    const Study& asked = study_of(study, design);
    if (known.insert(&asked).second) all.push_back(&asked);
  }
  if (all.empty()) all.push_back(&study);
  return all;
}

/// What `words` says of these studies, each text once; of more than three the first two and the number of others.
std::string said_once(const std::vector<const Study*>& all, FunctionRef<std::string(const Study&)> words) {
  std::vector<std::string> texts;
  for (const Study* each : all) {
    if (std::string text = words(*each); std::ranges::find(texts, text) == texts.end())
      texts.push_back(std::move(text));
  }
  if (texts.size() > 3) {
    texts[2] = fmt::format("{} others", texts.size() - 2);
    texts.resize(3);
  }
  return fmt::format("{}", fmt::join(texts, " or "));
}

/// Whether the spec gives times of clocks or routers. The unit technology takes their numbers unchanged.
bool gives_times(const Study& study) {
  return study.clock.cycle.base > 0 || study.clock.floor.base > 0 ||
         std::ranges::any_of(study.designs, [](const Design& design) { return design.router.delay.time.base > 0; });
}

/// Says which candidates could be before the winner by the model's error, in latency under load or in saturation;
/// empty: none.
std::string too_close_text(const Comparison& comparison, const Ranking& ranking, std::size_t delay) {
  const Study& study = comparison.study;
  const bool saturation = study.rank.size() == 1 && study.rank[0].measure == "saturation";
  if (study.rank.size() != 1 || (!study.rank[0].at && !saturation) || ranking.order.size() < 2) return {};
  const std::vector<OfferedLoad> loads = study.ranked_loads();
  const auto at =
      saturation ? 0 : static_cast<std::size_t>(std::ranges::find(loads, *study.rank[0].at) - loads.begin());
  const auto error_of = [&](std::size_t place) -> std::optional<double> {
    const Candidate& candidate = comparison.candidates[ranking.order[place]];
    const std::vector<Timing>& timings = candidate.latency.timings;
    const double* full = delay < timings.size() ? timings[delay].model_saturation() : nullptr;
    if (full == nullptr) return std::nullopt;
    const MessageFit fit = message_fit(timings[delay].input, candidate.sites.router.depth_flits);
    if (saturation) return stated_saturation_error(fit);
    if (at >= timings[delay].ranked_points.size()) return std::nullopt;
    return stated_error(timings[delay].ranked_points[at].offered / *full, fit);
  };
  std::vector<std::string> close = {comparison.candidates[ranking.order[0]].design->name};
  double most = 0;
  for (std::size_t place = 1; place < ranking.order.size(); ++place) {
    const auto own = error_of(0), other = error_of(place);
    if (!own || !other || !could_turn(ranking.verdict.margins[place], *own, *other)) continue;
    most = std::max({most, *own, *other});
    close.push_back(comparison.candidates[ranking.order[place]].design->name);
  }
  if (close.size() < 2) return {};
  return fmt::format(
      " {} are within the error of the model, {:.2g} % {}: simulate these (`cutline simulate {} --with booksim`).",
      enumerated(close), 100 * most, saturation ? "in saturation" : "at these loads", study.file);
}

/// The last sentences: one per delay model, and in a brief view what `--why` would add.
std::vector<std::string> closing(const Comparison& comparison, bool brief, std::size_t width, std::size_t caveats) {
  std::vector<std::string> sentences;
  bool whole = true;
  for (std::size_t d = 0; d < comparison.rankings.size(); ++d) {
    const Ranking& ranking = comparison.rankings[d];
    const std::string label = comparison.rankings.size() > 1 && ranking.order.empty() ? ranking.delay_label + ": " : "";
    const Study& study = comparison.study;
    const std::vector<Candidate>& candidates = comparison.candidates;
    const BriefVerdict verdict = brief ? brief_verdict(study, candidates, ranking, width)
                                       : BriefVerdict{verdict_text(study, candidates, ranking), true};
    whole = whole && verdict.is_whole;
    sentences.push_back(label + verdict.text + too_close_text(comparison, ranking, d));
  }
  std::vector<std::string> more;
  if (!whole) more.emplace_back("what holds the others back");
  if (caveats > 0) more.push_back(fmt::format("{} caveat{} on the figures", caveats, caveats == 1 ? "" : "s"));
  if (!more.empty()) sentences.push_back(fmt::format("--why tells {}.", fmt::join(more, " and ")));
  return sentences;
}

/// All but title, expectations and verdicts. A brief view counts its remarks in `caveats` instead.
std::vector<TableSection> sections_of(const Comparison& comparison, bool brief, std::size_t& caveats) {
  std::vector<TableSection> sections = {{"", {}, {conditions_text(comparison.study)}}};
  const auto append = [&](std::vector<TableSection> more) {
    for (TableSection& section : more) sections.push_back(std::move(section));
  };
  for (const std::string& warning : warnings(comparison.candidates)) sections.push_back({"", {}, {warning}});
  for (std::size_t d = 0; d < comparison.rankings.size(); ++d) {
    std::vector<std::string> remarks = compare::remarks_of(comparison, d);
    if (brief) caveats += std::exchange(remarks, {}).size();
    append(compare::ranking_sections(comparison, d, remarks));
  }
  append(compare::other_sections(comparison));
  return sections;
}

}  // namespace

std::vector<std::string> compare::study_conditions(const Study& study) {
  std::vector<std::string> technologies;
  for (const Design& design : study.designs) {
    const std::string& name = technology_of(study, design).name;
    if (std::ranges::find(technologies, name) == technologies.end()) technologies.push_back(name);
  }
  if (technologies.empty()) technologies.push_back(study.technology.name);
  std::vector<std::string> conditions = {
      fmt::format("{} {}", technologies.size() == 1 ? "technology" : "technologies", fmt::join(technologies, ", "))};
  const std::vector<const Study*> all = asked_in(study);
  conditions.push_back(said_once(all, [](const Study& each) { return held_text(each); }));
  conditions.push_back(said_once(all, [](const Study& each) {
    return fmt::format("{}, {}", messages_text(each), kSwitchings.at(static_cast<std::size_t>(each.switching)));
  }));
  conditions.push_back(said_once(all, [](const Study& each) { return clock_text(each); }));
  if (study.counts_tau()) {
    conditions.push_back(fmt::format("times in tau{}, longest links in node pitches, areas in square wire pitches",
                                     gives_times(study) ? " (1 ns of the spec is 1 tau)" : ""));
  }
  std::vector<std::string> prices;
  for (const Design& design : study.designs) {
    if (!design.machine || !design.machine->market.prices) continue;
    const machine::PriceList& list = *design.machine->market.prices;
    std::string text = fmt::format("{} in {}", list.name, list.currency);
    if (std::ranges::find(prices, text) == prices.end()) prices.push_back(std::move(text));
  }
  if (!prices.empty()) conditions.push_back(fmt::format("prices of {}", fmt::join(prices, " and of ")));
  return conditions;
}

std::string conditions_text(const Study& study) {
  return fmt::format("{}", fmt::join(compare::study_conditions(study), "; "));
}

std::string comparison_text(const Comparison& comparison, const ReportStyle& style) {
  std::size_t caveats = 0;
  const std::string& title = comparison.study.title;
  std::string out = title.empty() ? "" : text::bold_lines(title, style);
  out += sections_text(sections_of(comparison, comparison.view.brief, caveats), style) + '\n';
  const std::string expectations = expectations_text(comparison.expectations);
  if (!expectations.empty()) out += expectations + '\n';
  return out + sections_text({{"", {}, closing(comparison, comparison.view.brief, style.width, caveats)}}, style);
}

std::string comparison_markdown(const Comparison& comparison) {
  std::size_t caveats = 0;
  const std::string& title = comparison.study.title;
  std::string out = title.empty() ? "" : fmt::format("# {}\n\n", title);
  std::vector<TableSection> sections = sections_of(comparison, false, caveats);
  for (TableSection& section : sections) section.title = words::capital(section.title);
  out += sections_markdown(sections);
  const std::string expectations = expectations_text(comparison.expectations);
  if (!expectations.empty()) out += "\n```\n" + expectations + "```\n";
  return out + '\n' + sections_markdown({{"", {}, closing(comparison, false, 0, 0)}});
}

std::string comparison_latex(const Comparison& comparison) {
  std::vector<TableSection> sections = each_of(comparison.rankings.size(), [&](std::size_t d) {
    return TableSection{fmt::format("{}; {}", conditions_text(comparison.study),
                                    words::delays_heading(comparison.study, comparison.rankings[d].delay_label)),
                        ranking_table(comparison, d)};
  });
  sections.push_back({"", {}, closing(comparison, false, 0, 0)});
  return sections_latex(sections);
}

}  // namespace cutline
