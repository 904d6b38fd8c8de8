// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "cutline/output/text/table.hpp"
#include "cutline/output/words/words.hpp"
#include "output/text/number.hpp"
#include "output/words/phrases.hpp"
#include "rank/scoring.hpp"

namespace cutline {

namespace {

std::string percent(double share) { return rounded_text(100 * share) + " %"; }

const UncertainFigure& figure_of(const Certainty& certainty, std::size_t number) {
  return uncertain_figures()[certainty.figures[number]];
}

/// "(wire_delay ±30 %, optics_price as listed)"
std::string uncertain_text(const Uncertainty& uncertainty, const Certainty& certainty) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < certainty.figures.size(); ++i) {
    const UncertainFigure& figure = figure_of(certainty, i);
    const double share = uncertainty.*figure.share;
    parts.push_back(fmt::format("{} {}", figure.name, share > 0 ? "±" + percent(share) : "as listed"));
  }
  return fmt::format("({})", fmt::join(parts, ", "));
}

/// "wire_delay is 30 % less": the value of a figure in a corner, against the given one.
std::string stand_text(const UncertainFigure& figure, const Uncertainty& uncertainty, bool most) {
  if (uncertainty.*figure.share == 0) return fmt::format("{} is at its {}", figure.name, most ? "most" : "least");
  return fmt::format("{} is {} {}", figure.name, percent(uncertainty.*figure.share), most ? "more" : "less");
}

/// "mesh in 2 and ring in 1": how many corners each candidate takes from the winner, most first.
std::string others_text(const std::vector<Candidate>& candidates, const Certainty& certainty) {
  std::map<std::string, int> counts;
  for (std::size_t i = 0; i < certainty.held.size(); ++i) {
    if (!certainty.held[i]) ++counts[candidates[certainty.winners[i]].design->name];
  }
  auto ordered = each_of(counts, [](const auto& each) { return std::pair(-each.second, each.first); });
  std::ranges::sort(ordered);
  return enumerated(
      each_of(ordered, [](const auto& each) { return fmt::format("{} in {}", each.second, -each.first); }));
}

std::string dependence(const Uncertainty& uncertainty, const std::vector<Candidate>& candidates,
                       const Certainty& certainty) {
  if (certainty.deciding.empty()) return "only with every figure as given";
  if (certainty.deciding.size() == 1) {
    // No other figure matters, so the winner loses all corners on one side of this figure. Any of them will do.
    const std::size_t figure = certainty.deciding[0];
    const std::size_t lost = certainty.held[0] ? std::size_t{1} << figure : 0;
    return fmt::format("it depends on {}: {} is first where {}", figure_of(certainty, figure).name,
                       candidates[certainty.winners[lost]].design->name,
                       stand_text(figure_of(certainty, figure), uncertainty, lost != 0));
  }
  std::vector<std::string> names;
  for (const std::size_t figure : certainty.deciding) names.emplace_back(figure_of(certainty, figure).name);
  return fmt::format("it depends on {}: {}", enumerated(names), others_text(candidates, certainty));
}

/// ", at a cost from 380,000 to 470,000"; empty where no price is uncertain.
std::string cost_range(const Study& study, const Candidate& winner) {
  const UnderDelay asked = under_delay(study, winner, 0);
  const Data least = quantity_value(asked, "machine.cost_least"), most = quantity_value(asked, "machine.cost_most");
  if (least.is_null() || most.is_null()) return {};
  const auto limit = asked.study.limits.find(Limited::machine_cost);
  const bool passes = limit != asked.study.limits.end() && most.number() > limit->second;
  return fmt::format(", at a cost from {} to {}{}", rounded_text(least.number()), rounded_text(most.number()),
                     passes ? fmt::format(", past its limit of {}", rounded_text(limit->second)) : "");
}

/// "torus is first in 4 of 4 corners (wire_delay ±30 %, ...)." Empty if no figure is uncertain, or no candidate ranked.
std::string certainty_text(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking) {
  const std::vector<bool>& held = ranking.certainty.held;
  if (held.empty()) return {};
  const auto wins = static_cast<std::size_t>(std::ranges::count(held, true));
  std::string text = fmt::format("{} is {}first in {} of {} corners {}", candidates[ranking.order[0]].design->name,
                                 ranking.verdict.winners > 1 ? "among the " : "", wins, held.size(),
                                 uncertain_text(study.uncertainty, ranking.certainty));
  const bool of_prices = std::ranges::any_of(
      ranking.certainty.figures, [](std::size_t figure) { return uncertain_figures()[figure].prices.has_value(); });
  if (of_prices) text += cost_range(study, candidates[ranking.order[0]]);
  if (wins < held.size()) text += "; " + dependence(study.uncertainty, candidates, ranking.certainty);
  return text + ".";
}

/// The sentence of one ranking.
class VerdictSentence {
 public:
  VerdictSentence(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking)
      : study_(study),
        candidates_(candidates),
        ranking_(ranking),
        verdict_(ranking.verdict),
        units_(study, candidates, ranking) {}

  /// The parts that a brief verdict may omit, the most important first. text() says those in `kept`.
  enum class Part { certainty, under_load, others, unranked, least_to_spare };
  static constexpr std::array kParts = {Part::certainty, Part::under_load, Part::others, Part::unranked,
                                        Part::least_to_spare};

  std::string text(const std::set<Part>& kept) const {
    const std::size_t first = verdict_.winners;
    const auto part = [&](Part which, std::string said) { return kept.contains(which) ? std::move(said) : ""; };
    const std::string sure = certainty_text(study_, candidates_, ranking_);
    const std::string certainty = part(Part::certainty, sure.empty() ? "" : " " + sure);
    if (first == 0) return nobody() + certainty;
    std::string text = opening() + winners();
    if (first < ranking_.order.size())
      text += ", " + margin(first) + why_runner_up_loses(first) + part(Part::others, others(first + 1));
    return text + part(Part::unranked, unranked()) + part(Part::least_to_spare, least_to_spare()) + "." +
           part(Part::under_load, under_load()) + certainty;
  }

 private:
  bool weighted() const { return study_.rank.size() > 1; }
  const Candidate& candidate_at(std::size_t place) const { return candidates_[ranking_.order[place]]; }
  const std::string& name_at(std::size_t place) const { return candidate_at(place).design->name; }

  /// The score at `place` with its unit, for a ranking by one term. It has enough digits to tell it from that at
  /// `from`.
  std::string said_value(std::size_t place, std::size_t from) const {
    const double own = *ranking_.score[ranking_.order[place]], other = *ranking_.score[ranking_.order[from]];
    const std::string& shown = units_.of_scores();
    return text_apart(text::rescaled(own, verdict_.unit, shown), text::rescaled(other, verdict_.unit, shown)) +
           (shown.empty() ? "" : " " + shown);
  }

  std::string opening() const {
    if (ranks_by_latency_alone(study_))
      return fmt::format("Under {} ", words::delays_text(study_, ranking_.delay_label));
    std::vector<std::string> terms;
    for (const RankTerm& term : study_.rank) {
      const std::string text = term_text(term, study_.counts_tau());
      terms.push_back(weighted() ? fmt::format("{:.3g} x {}", term.weight, text) : text);
    }
    return fmt::format("Ranked by {} under {} ", fmt::join(terms, " + "),
                       words::delays_text(study_, ranking_.delay_label));
  }

  std::string winners() const {
    const std::size_t next = std::min(verdict_.winners, ranking_.order.size() - 1);
    const std::string value = weighted() ? "" : fmt::format(": {}", said_value(0, next));
    if (candidates_.size() == 1) return fmt::format("{} stands alone{}", name_at(0), value);
    if (verdict_.winners == 1) return fmt::format("{} wins{}", name_at(0), value);
    const auto names = each_of(verdict_.winners, [&](std::size_t place) { return name_at(place); });
    return fmt::format("{} share the first place{}{}", enumerated(names), value,
                       study_.tie > 0 ? fmt::format(", within {:.3g} %", 100 * study_.tie) : "");
  }

  /// How far the winner is ahead of a candidate: "1.4 times less than mesh (47 tau)".
  std::string margin(std::size_t place) const {
    const double times = verdict_.margins[place];
    if (weighted() && times <= 0)
      return fmt::format("better than {} by a weighted ratio without bound", name_at(place));
    if (weighted()) return fmt::format("{} better than {} by the weighted ratio", ratio_text(times), name_at(place));
    if (times <= 0) return fmt::format("against {} for {}", said_value(place, 0), name_at(place));
    return fmt::format("{} {} than {} ({})", ratio_text(times), more_is_better(study_) ? "more" : "less",
                       name_at(place), said_value(place, 0));
  }

  std::string why_runner_up_loses(std::size_t place) const {
    const Loss& loss = verdict_.losses[place];
    if (loss.cause == Cause::none) return {};
    return fmt::format(", which loses by {} ({})", words::loss_name(loss, false),
                       words::loss_figures(loss, time_unit(study_), units_));
  }

  /// Why the candidates behind the runner-up lose: one clause for each cause, in the order of their best candidates.
  std::string others(std::size_t from) const {
    std::vector<std::pair<const Loss*, std::vector<std::string>>> groups;
    for (std::size_t place = from; place < ranking_.order.size(); ++place) {
      const Loss& loss = verdict_.losses[place];
      if (loss.cause == Cause::none) continue;
      const auto same = [&](const auto& group) {
        const Loss& known = *group.first;
        return known.cause == loss.cause && known.part == loss.part && known.term == loss.term;
      };
      auto group = std::ranges::find_if(groups, same);
      if (group == groups.end()) group = groups.insert(groups.end(), {&loss, {}});
      group->second.push_back(name_at(place));
    }
    std::string text;
    for (const auto& [loss, names] : groups) {
      const bool several = names.size() > 1;
      const std::string verb = text.empty() ? (several ? " are held back" : " is held back") : "";
      text += fmt::format("{}{}{} by {}", text.empty() ? "; " : ", ", enumerated(names), verb,
                          words::loss_name(*loss, several));
    }
    return text;
  }

  /// The candidates that cannot be built, and those over a limit. Limits of packages are named.
  std::string unranked() const {
    std::vector<std::string> cannot, over, limits;
    for (const Candidate& candidate : candidates_) {
      if (!candidate.can_be_built()) {
        cannot.push_back(candidate.design->name);
      } else if (!candidate.infeasible.empty()) {
        over.push_back(candidate.design->name);
        for (const OverLimit& limit : candidate.infeasible) {
          if (limit.of_package && std::ranges::find(limits, limit.limit) == limits.end()) limits.push_back(limit.limit);
        }
      }
    }
    std::string text;
    if (!cannot.empty()) text += fmt::format("; {} cannot be built", enumerated(cannot));
    if (!over.empty()) {
      const std::string what = limits.empty() ? "" : fmt::format(" ({})", enumerated(limits));
      text += fmt::format("; {} {} over a limit{}", enumerated(over), over.size() > 1 ? "are" : "is", what);
    }
    return text;
  }

  std::string nobody() const {
    const bool built = std::ranges::any_of(candidates_, [](const Candidate& c) { return c.can_be_built(); });
    return built ? "No candidate can be ranked" + unranked() + "." : "No candidate can be built.";
  }

  /// Which candidate wins as the load grows, and up to which load.
  std::string under_load() const {
    const LoadWinners& all = verdict_.under_load;
    if (all.winners.empty()) return {};
    const auto name = [&](const LoadWinner& winner) { return candidates_[winner.candidate].design->name; };
    const auto load = [](const LoadWinner& winner) { return rounded_text(winner.until); };
    const std::string unit = fmt::format("bits a {} and terminal", all.per_time ? time_unit(study_) : "cycle");
    const LoadWinner& first = all.winners.front();
    const bool stays = all.winners.size() == 1 && first.candidate == ranking_.order.front();
    std::string text = fmt::format(" Under load {} {} up to about {} {}", name(first), stays ? "stays first," : "wins",
                                   load(first), unit);
    for (std::size_t i = 1; i < all.winners.size(); ++i)
      text += fmt::format("{} {} up to {}", i == 1 ? ", beyond that" : ", then", name(all.winners[i]),
                          load(all.winners[i]));
    text += ", its expected saturation";
    const auto unknown = each_of(all.without_model, [&](std::size_t each) { return candidates_[each].design->name; });
    if (!unknown.empty()) text += fmt::format("; there is no model under load of {}", enumerated(unknown));
    return text + ".";
  }

  /// The resource of the winner's packages of which the largest fraction is used.
  std::string least_to_spare() const {
    const std::optional<Tightest> most = tightest(candidate_at(0));
    if (!most) return {};
    return fmt::format("; of the packages of {} the {} have least to spare, {} % used", name_at(0), most->what,
                       rounded_text(100 * most->fraction()));
  }

  const Study& study_;
  const std::vector<Candidate>& candidates_;
  const Ranking& ranking_;
  const Verdict& verdict_;
  const words::RankedUnits units_;
};

}  // namespace

std::string verdict_text(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking) {
  return VerdictSentence(study, candidates, ranking)
      .text({VerdictSentence::kParts.begin(), VerdictSentence::kParts.end()});
}

BriefVerdict brief_verdict(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking,
                           std::size_t width) {
  constexpr std::size_t kLines = 4;
  const VerdictSentence sentence(study, candidates, ranking);
  std::set<VerdictSentence::Part> kept;
  BriefVerdict brief{sentence.text(kept), true};
  for (const VerdictSentence::Part part : VerdictSentence::kParts) {
    kept.insert(part);
    std::string longer = sentence.text(kept);
    if (wrap_text(longer, width).size() <= kLines) {
      brief.text = std::move(longer);
    } else {
      brief.is_whole = false;
      kept.erase(part);
    }
  }
  return brief;
}

}  // namespace cutline
