// SPDX-License-Identifier: Apache-2.0
#include "base/named.hpp"
#include "evaluate/rankable.hpp"
#include "families/search.hpp"
#include "output/figure/figures.hpp"
#include "rank/scoring.hpp"

namespace cutline::figure {

namespace {

constexpr double kWideMeasure = 12;
constexpr std::size_t kMostLabels = 30;
constexpr const char* kFront = "Pareto front";
constexpr const char* kOtherFamilies = "other families";

/// The families in the order of x, those with networks on the front first.
std::vector<std::string> families_of(const std::vector<Placed>& all) {
  std::vector<std::string> families;
  for (const bool on_front : {true, false}) {
    for (const Placed& each : all) {
      if (each.on_front == on_front && std::ranges::find(families, each.family) == families.end())
        families.push_back(each.family);
    }
  }
  return families;
}

/// Joins the families into one that are beyond the number that can be told apart; returns the families left.
std::vector<std::string> join_other_families(std::vector<Placed>& all, std::vector<std::string>& notes) {
  std::vector<std::string> families = families_of(all);
  if (families.size() <= kMostSeries) return families;
  const auto first = families.begin() + kMostSeries - 1;
  notes.push_back(fmt::format("{}: {}", kOtherFamilies, some_of({first, families.end()})));
  for (Placed& each : all) {
    if (std::find(first, families.end(), each.family) != families.end()) each.family = kOtherFamilies;
  }
  families.erase(first, families.end());
  families.emplace_back(kOtherFamilies);
  return families;
}

/// The points of a family on the front, or its other points, which are faint.
FigureSeries points_of(const std::vector<Placed>& all, const std::string& family, bool on_front, bool labelled) {
  FigureSeries series{family, SeriesStyle::points, {}, {}, {}};
  series.faint = !on_front;
  for (const Placed& each : all) {
    if (each.on_front != on_front || each.family != family) continue;
    series.add(each.x, each.y, labelled ? each.name : "");
  }
  return series;
}

void add_points(const std::vector<Placed>& all, const std::vector<std::string>& families, Figure& figure) {
  for (const bool on_front : {false, true}) {
    const auto count = static_cast<std::size_t>(std::ranges::count(all, on_front, &Placed::on_front));
    const bool labelled = count <= kMostLabels && (on_front || all.size() <= kMostLabels);
    if (!labelled)
      figure.notes.push_back(fmt::format("too many to name: {} {}", text::counted(count, "point"),
                                         on_front ? "on the front" : "not on the front"));
    for (const std::string& family : families) {
      FigureSeries points = points_of(all, family, on_front, labelled);
      if (!points.xs.empty()) figure.series.push_back(std::move(points));
    }
  }
}

/// The front from point to point; equal points count once. It is drawn as steps, which bound the region that the front
/// beats, or as straight lines if more is better in one of the measures.
FigureSeries front_of(const std::vector<Placed>& all, const std::vector<RankTerm>& terms) {
  const bool more =
      measure_named(terms[0].measure).more_is_better() || measure_named(terms[1].measure).more_is_better();
  FigureSeries front{kFront, more ? SeriesStyle::line : SeriesStyle::steps, {}, {}, {}};
  for (const Placed& each : all) {
    if (each.on_front && (front.xs.empty() || front.xs.back() != each.x)) front.add(each.x, each.y);
  }
  return front;
}

}  // namespace

FigureAxis measure_axis(const RankTerm& term, const Study& study, bool per_terminal) {
  const RankMeasure& measure = measure_named(term.measure);
  FigureAxis axis{term.at ? term_text(term, study.counts_tau()) : std::string(measure.summary())};
  if (per_terminal && measure.per_terminal()) axis.label += " per terminal";
  axis.unit = measure.unit(study);
  std::erase(axis.unit, '^');
  return axis;
}

void fill_front(Figure& figure, std::string_view what, std::vector<Placed> all, const std::vector<RankTerm>& terms,
                const Study& study, bool per_terminal) {
  const std::vector<std::string> names = terms_text(terms, study.counts_tau());
  figure.title = fmt::format("{} by {} and {}", what, names[0], names[1]);
  figure.x = measure_axis(terms[0], study, per_terminal);
  figure.y = measure_axis(terms[1], study, per_terminal);
  if (all.empty()) return;
  if (names.size() > 2)
    figure.notes.push_back(fmt::format("the front is that of {}: here it may look beaten", join(names, ", ")));
  add_front(std::move(all), terms, names.size() == 2, figure);
}

void add_front(std::vector<Placed> all, const std::vector<RankTerm>& terms, bool line, Figure& figure) {
  std::ranges::stable_sort(all,
                           [](const Placed& a, const Placed& b) { return std::pair(a.x, a.y) < std::pair(b.x, b.y); });
  const std::vector<std::string> families = join_other_families(all, figure.notes);
  if (FigureSeries front = front_of(all, terms); line && front.xs.size() > 1) figure.series.push_back(std::move(front));
  add_points(all, families, figure);
  choose_scales(figure, kWideMeasure, kWideMeasure);
  thin_out(figure);
  note_single_values(figure);
}

}  // namespace cutline::figure

namespace cutline {

namespace {

constexpr const char* kNoRule = "links that follow no rule";

bool sizes_differ(const SearchAnswer& answer) { return answer.regular && answer.regular->sizes_differ; }

bool is_called(const RankMeasure& measure, const std::string& name) {
  return measure.name == name || std::ranges::any_of(measure.quantities, [&](const auto* q) {
           return q->key == name || q->names.column == name || q->names.name == name;
         });
}

RankTerm objective(const std::string& name) {
  for (const RankMeasure& measure : rank_measures()) {
    if (is_called(measure, name)) return {std::string(measure.name)};
  }
  if (find_measure(name) != nullptr) return {name};
  const std::vector<std::string_view> known = names_of(rank_measures());
  throw_input_error(fmt::format("the networks of a search have no '{}'", name),
                    did_you_mean(name, known, fmt::format("they have: {}", join(known, ", "))));
}

std::string title_of_history(const SearchHistory& history, bool times_in_tau) {
  return history.of ? fmt::format("The best {} as networks were laid out", term_text(*history.of, times_in_tau))
                    : "The best ranking as networks were laid out";
}

Figure history_figure(const Study& study, const SearchAnswer& answer, const SearchHistory& history, std::size_t i) {
  Figure figure = {fmt::format("search-history-{}", i + 1), title_of_history(history, study.counts_tau())};
  FigureSeries best{"the best until then", SeriesStyle::steps, {}, {}, {}};
  FigureSeries beats{"a network that beat all before", SeriesStyle::points, {}, {}, {}};
  for (const SearchStep& step : history.steps) {
    best.add(static_cast<double>(step.laid_out), step.value);
    beats.add(best.xs.back(), step.value, {});
  }
  beats.labels.back() = history.steps.back().name;
  best.add(std::max(best.xs.back(), static_cast<double>(answer.points.size())), best.ys.back());
  figure.series = {std::move(best), std::move(beats)};
  figure.x = {"networks laid out", false, false, true};
  figure.y = history.of ? figure::measure_axis(*history.of, study, sizes_differ(answer))
                        : FigureAxis{"sum of the weighted terms of the ranking"};
  return figure;
}

/// How the best value of each start fell with its moves, and the lower bound that no links are below.
Figure course_figure(const LinkAnswer& links, std::size_t i) {
  const bool load = links.limits.objective == LinkObjective::load;
  const bool hops = links.limits.steps.empty() && !load;
  const double pairs = load ? kLoadSteps : links.limits.pairs();
  const char* best = load ? "busiest channel" : hops ? "mean hops" : "mean cost";
  Figure figure = {fmt::format("search-moves-{}", i + 1),
                   fmt::format("{}: the best {} of each start", links.name, best)};
  double last = 1;
  for (std::size_t start = 0; start < links.found->course.size(); ++start) {
    FigureSeries series{fmt::format("start {}", start + 1), SeriesStyle::steps, {}, {}, {}};
    for (const LinkStep& step : links.found->course[start])
      series.add(static_cast<double>(std::max<std::uint64_t>(1, step.moves)), static_cast<double>(step.cost) / pairs);
    if (series.xs.empty()) continue;
    last = std::max(last, series.xs.back());
    if (figure.series.size() + 1 < figure::kMostSeries) figure.series.push_back(std::move(series));
  }
  if (last <= 1) {
    figure.notes = {"no start found better links than those it began with"};
    figure.series.clear();
    return figure;
  }
  for (FigureSeries& series : figure.series) series.add(last, series.ys.back());
  if (hops && links.bound && !figure.series.empty()) {
    const double bound = static_cast<double>(links.bound->hops) / pairs;
    figure.series.push_back({"no links are below", SeriesStyle::line, {1, last}, {bound, bound}, {}});
  }
  figure.x = {"moves of the start", true, false, true};
  figure.y = {load ? "messages over the busiest channel" : hops ? "mean hops" : "mean cost of ways, steps"};
  figure::thin_out(figure);
  return figure;
}

}  // namespace

std::vector<RankTerm> searched_objectives(const Study& study, const std::string& x, const std::string& y) {
  std::vector<RankTerm> axes = {objective(x), objective(y)};
  const std::vector<RankTerm> own = pareto_measures(study);
  const bool same = own.size() == 2 && std::ranges::all_of(axes, [&](const RankTerm& axis) {
                      return own[0].measure == axis.measure || own[1].measure == axis.measure;
                    });
  if (same) return own[0].measure == axes[0].measure ? own : std::vector<RankTerm>{own[1], own[0]};
  if (study.search->front) {
    throw_input_error(fmt::format("{} searches a front of {}, and knows nothing else of the networks that it tries",
                                  study.file, join(terms_text(own, study.counts_tau()), " and ")),
                      "name these with --x and --y, or rank instead");
  }
  return axes;
}

Figure search_front_figure(const Study& study, const SearchAnswer& answer) {
  const std::vector<std::string> names = terms_text(answer.objectives, study.counts_tau());
  if (names.size() < 2)
    return {.id = "search-front",
            .title = "Networks that the search laid out",
            .notes = {fmt::format("the only objective is {}", names.front())},
            .hint = "name two measures: `pareto: [latency, total]`"};
  std::vector<figure::Placed> all;
  for (const SearchPoint& point : answer.points)
    all.push_back(
        {point.values[0], point.values[1], point.name, point.family.empty() ? kNoRule : point.family, point.on_front});
  Figure figure = {.id = "search-front"};
  figure::fill_front(figure, "Networks", std::move(all), answer.objectives, study, sizes_differ(answer));
  if (figure.series.empty()) figure.notes = {"no network was laid out that keeps the limits"};
  return figure;
}

std::vector<Figure> search_history_figures(const Study& study, const SearchAnswer& answer) {
  std::vector<Figure> figures;
  for (const SearchHistory& history : answer.history) {
    if (!history.steps.empty()) figures.push_back(history_figure(study, answer, history, figures.size()));
  }
  for (const LinkAnswer& links : answer.irregular) {
    if (links.found) figures.push_back(course_figure(links, figures.size()));
  }
  return figures;
}

}  // namespace cutline
