// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/floorplan/floorplan.hpp"
#include "output/report/section.hpp"
#include "output/svg/canvas.hpp"
#include "output/text/xml.hpp"

namespace cutline::report {

namespace {

constexpr std::size_t kMostPlans = 12;
constexpr double kFloorplanWidthMm = 120;  ///< wide enough for details, and its texts can be read on a telephone
constexpr double kMostAddresses = 100;     ///< more would hide the drawing; the page then tells them one by one
constexpr int kDensityMap = 3;             ///< steps to the coarsest drawing

struct Drawn {
  std::size_t candidate = 0;
  int coarser = 0;
  Floorplan plan;
};

Floorplan drawn(const Report& report, std::size_t index, int coarser) {
  const Comparison& comparison = report.comparison;
  const Candidate& candidate = comparison.candidates[index];
  DrawOptions options;
  options.width_mm = kFloorplanWidthMm;
  options.in_page = true;
  options.coarser = coarser;
  options.memory_bytes = report.memory_bytes;
  options.show = {"nodes", "modules", "wires", "longest", "peak", "profile", "legend", "scale"};
  if (candidate.facts.nodes <= kMostAddresses) options.show.emplace_back("addresses");
  return floorplan(comparison.study, candidate, options);
}

/// Makes floorplans fit into `room` bytes: repeatedly, the largest one gets fewer details, or is removed if it has none
/// left.
std::vector<Drawn> fitted(const Report& report, std::vector<Drawn> all, std::size_t room,
                          std::vector<std::size_t>& too_large) {
  const auto size = [](const Drawn& each) { return each.plan.svg.size(); };
  auto total = sum_over<std::size_t>(all, size);
  while (total > room) {
    const auto largest =
        std::max_element(all.begin(), all.end(), [&](const Drawn& a, const Drawn& b) { return size(a) < size(b); });
    total -= size(*largest);
    if (largest->coarser == kDensityMap) {
      too_large.push_back(largest->candidate);
      all.erase(largest);
      continue;
    }
    largest->plan = drawn(report, largest->candidate, ++largest->coarser);
    total += size(*largest);
  }
  return all;
}

std::string figure(const Comparison& comparison, const Drawn& drawn) {
  const std::string less =
      drawn.plan.less
          ? paragraph("Drawn with less detail, to keep this page small; cutline draw shows more of it.", "note")
          : "";
  return fmt::format(
      "<figure class=\"plan\" id=\"floorplan-{}\">\n<figcaption><h3>{}</h3>\n<p>{}</p></figcaption>\n"
      "<div class=\"sheet\">\n{}</div>\n{}</figure>\n",
      drawn.candidate, text::xml_escape(comparison.candidates[drawn.candidate].design->name),
      text::xml_escape(drawn.plan.facts), drawn.plan.svg, less);
}

/// Why some candidates are not drawn, one sentence per reason.
std::string left_out(const Comparison& comparison, std::size_t most, const std::vector<std::size_t>& others,
                     const std::vector<std::size_t>& too_large) {
  std::vector<std::size_t> ideal, unbuilt;
  for (std::size_t c = 0; c < comparison.candidates.size(); ++c) {
    const Candidate& candidate = comparison.candidates[c];
    if (candidate.laid_out()) continue;
    (candidate.design->ideal ? ideal : unbuilt).push_back(c);
  }
  std::string out;
  const auto say = [&](std::string_view why, const std::vector<std::size_t>& which) {
    if (!which.empty()) out += paragraph(fmt::format("{}: {}.", why, some_names(comparison, which)), "note");
  };
  say("No layout, since they are evaluated by closed forms alone", ideal);
  say("No layout, since they cannot be built", unbuilt);
  say(fmt::format("Not shown here, since they rank below the best {}; cutline draw draws them", most), others);
  say("Not shown here, since the page would grow too large; cutline draw draws them", too_large);
  return out;
}

std::string floorplans_html(const Report& report, std::size_t room) {
  const Comparison& comparison = report.comparison;
  const bool of_search = report.search != nullptr;
  const std::size_t most = of_search ? 2 : kMostPlans;
  std::vector<std::size_t> shown, others, too_large;
  for (const std::size_t c : by_merit(comparison)) {
    const Candidate& candidate = comparison.candidates[c];
    if (candidate.laid_out()) (shown.size() < most ? shown : others).push_back(c);
  }
  if (!of_search) std::sort(shown.begin(), shown.end());
  auto all = each_of(shown, [&](std::size_t c) { return Drawn{c, 0, drawn(report, c, 0)}; });
  std::string figures;
  for (const Drawn& each : fitted(report, std::move(all), room, too_large)) figures += figure(comparison, each);
  std::string others_said = left_out(comparison, most, others, too_large);
  if (figures.empty()) return others_said;
  const std::string who = of_search ? "The winner and the runner-up. " : "";
  return paragraph(who +
                       "To scale, as routed; where links would be too thin to be seen, as a schematic. Where links and "
                       "nodes are drawn one by one, each says what it is.",
                   "lead") +
         fmt::format("<div class=\"plans\">\n{}</div>\n", figures) + others_said;
}

}  // namespace

ReportSection floorplans_section() { return {"floorplans", "Floorplans", floorplans_html, true}; }

}  // namespace cutline::report
