// SPDX-License-Identifier: Apache-2.0
#include "study/sentence.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/format.hpp"
#include "cutline/study/study.hpp"
#include "study/scoring.hpp"

namespace cutline {

namespace {

const Candidate& candidate_at(const Ranked& ranked, std::size_t place) {
  return ranked.candidates[ranked.ranking.order[place]];
}

const std::string& name_at(const Ranked& ranked, std::size_t place) { return candidate_at(ranked, place).design->name; }

bool by_latency(const Ranked& ranked) {
  return ranked.study.rank.size() == 1 && ranked.study.rank[0].measure == "latency";
}

bool weighted(const Ranked& ranked) { return ranked.study.rank.size() > 1; }

/// The score of one term with its unit.
std::string said_value(const Ranked& ranked, std::size_t place) {
  return rounded_text(*ranked.ranking.score[ranked.ranking.order[place]]) +
         unit_text(ranked, measure_named(ranked.study.rank[0].measure));
}

std::string opening(const Ranked& ranked) {
  if (by_latency(ranked)) return fmt::format("Under {} wire delay ", ranked.ranking.delay_label);
  std::vector<std::string> terms;
  for (const RankTerm& term : ranked.study.rank) {
    terms.push_back(weighted(ranked) ? fmt::format("{:.3g} x {}", term.weight, term.measure) : term.measure);
  }
  return fmt::format("Ranked by {} under {} wire delay ", join(terms, " + "), ranked.ranking.delay_label);
}

/// How far behind the winner a candidate is: "1.4 times less than mesh (47 tau)".
std::string margin(const Ranked& ranked, std::size_t place) {
  const double best = *ranked.ranking.score[ranked.ranking.order[0]];
  const double score = *ranked.ranking.score[ranked.ranking.order[place]];
  if (weighted(ranked)) {
    return fmt::format("{} better than {} by the weighted ratio", ratio_text(std::exp(score - best), 1),
                       name_at(ranked, place));
  }
  if (best <= 0) return fmt::format("against {} for {}", said_value(ranked, place), name_at(ranked, place));
  return fmt::format("{} less than {} ({})", ratio_text(score, best), name_at(ranked, place),
                     said_value(ranked, place));
}

/// What limits the candidates behind the runner-up, one clause a cause, in the order of their best candidates.
std::string limits_of_others(const Ranked& ranked, std::size_t runner_up) {
  std::vector<std::pair<Loss, std::vector<std::string>>> groups;
  for (std::size_t place = runner_up + 1; place < ranked.ranking.order.size(); ++place) {
    const std::optional<Loss> loss = loss_at(ranked, place);
    if (!loss) continue;
    const auto same = [&](const auto& known) { return known.first.of_one == loss->of_one; };
    auto group = std::find_if(groups.begin(), groups.end(), same);
    if (group == groups.end()) group = groups.insert(groups.end(), {*loss, {}});
    group->second.push_back(name_at(ranked, place));
  }
  std::string text;
  for (const auto& [loss, names] : groups) {
    const bool several = names.size() > 1;
    const std::string verb = text.empty() ? (several ? " are held back" : " is held back") : "";
    text += fmt::format("{}{}{} by {}", text.empty() ? "; " : ", ", enumerated(names), verb,
                        several ? loss.of_several : loss.of_one);
  }
  return text;
}

std::string why_runner_up_loses(const Ranked& ranked, std::size_t place) {
  const std::optional<Loss> loss = loss_at(ranked, place);
  return loss ? fmt::format(", which loses by {} ({})", loss->of_one, loss->detail) : "";
}

/// The limits that a candidate's packages set and it passes, each once.
void add_package_limits(const Candidate& candidate, std::vector<std::string>& limits) {
  if (!candidate.packages()) return;
  for (const OverLimit& over : candidate.infeasible) {
    const bool of_package = over.limit.find(" of ") != std::string::npos;
    if (of_package && std::find(limits.begin(), limits.end(), over.limit) == limits.end()) limits.push_back(over.limit);
  }
}

/// What of the winner's packages has least to spare.
std::string least_to_spare(const Ranked& ranked) {
  const std::optional<Tightest> most = tightest(candidate_at(ranked, 0));
  if (!most) return {};
  return fmt::format("; of the packages of {} the {} have least to spare, {} % used", name_at(ranked, 0), most->what,
                     rounded_text(100 * most->fraction()));
}

std::string unranked(const Ranked& ranked) {
  std::vector<std::string> cannot, over, limits;
  for (const Candidate& candidate : ranked.candidates) {
    if (!candidate.can_be_built()) {
      cannot.push_back(candidate.design->name);
    } else if (!candidate.infeasible.empty()) {
      over.push_back(candidate.design->name);
      add_package_limits(candidate, limits);
    }
  }
  std::string text;
  if (!cannot.empty()) text += fmt::format("; {} cannot be built", enumerated(cannot));
  if (!over.empty()) {
    const std::string what = limits.size() > 0 ? fmt::format(" ({})", enumerated(limits)) : std::string();
    text += fmt::format("; {} {} a limit{}", enumerated(over), over.size() > 1 ? "pass" : "passes", what);
  }
  return text;
}

std::string nobody(const Ranked& ranked) {
  const bool built = std::any_of(ranked.candidates.begin(), ranked.candidates.end(),
                                 [](const Candidate& c) { return c.can_be_built(); });
  return built ? "No candidate can be ranked" + unranked(ranked) + "." : "No candidate can be built.";
}

std::string winners(const Ranked& ranked, std::size_t count) {
  const std::string value = weighted(ranked) ? "" : fmt::format(": {}", said_value(ranked, 0));
  if (ranked.candidates.size() == 1) return fmt::format("{} stands alone{}", name_at(ranked, 0), value);
  if (count == 1) return fmt::format("{} wins{}", name_at(ranked, 0), value);
  std::vector<std::string> names;
  for (std::size_t place = 0; place < count; ++place) names.push_back(name_at(ranked, place));
  const double tie = ranked.study.tie;
  return fmt::format("{} share the first place{}{}", enumerated(names), value,
                     tie > 0 ? fmt::format(", within {:.3g} %", 100 * tie) : "");
}

}  // namespace

std::string conclusion(const Ranked& ranked) {
  const std::vector<std::size_t>& order = ranked.ranking.order;
  if (order.empty()) return nobody(ranked);
  std::size_t first = 0;
  while (first < order.size() && ranked.ranking.rank[order[first]] == 1) ++first;
  std::string text = opening(ranked) + winners(ranked, first);
  if (first < order.size()) {
    text += ", " + margin(ranked, first);
    text += why_runner_up_loses(ranked, first) + limits_of_others(ranked, first);
  }
  return text + unranked(ranked) + least_to_spare(ranked) + ".";
}

std::string enumerated(const std::vector<std::string>& names) {
  if (names.size() <= 1) return names.empty() ? "" : names[0];
  if (names.size() > 4) {
    return fmt::format("{} and {} others", join({names.begin(), names.begin() + 3}, ", "), names.size() - 3);
  }
  return fmt::format("{} and {}", join({names.begin(), names.end() - 1}, ", "), names.back());
}

std::string rounded_text(double value) {
  const double size = std::abs(value);
  if (size >= 1e6) return fmt::format("{:.3g}", value);
  if (size >= 99.95 || value == std::floor(value)) return fmt::format("{:.0f}", value);
  return fmt::format("{:.3g}", value);
}

std::string ratio_text(double larger, double smaller) {
  const double ratio = larger / smaller;
  if (ratio < 1.1) return fmt::format("{:.2g} %", 100 * (1 - smaller / larger));
  if (ratio < 1.995) return fmt::format("{:.2f} times", ratio);
  return ratio < 9.95 ? fmt::format("{:.1f} times", ratio) : fmt::format("{} times", rounded_text(std::round(ratio)));
}

}  // namespace cutline
