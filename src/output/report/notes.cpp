// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "cutline/output/explain/explain.hpp"
#include "output/report/section.hpp"
#include "output/svg/canvas.hpp"
#include "output/text/xml.hpp"

namespace cutline::report {

namespace {

/// The entries of lines "- [key] text"; a line that begins with a blank continues an entry.
std::vector<BibliographyEntry> read_entries(std::string_view rest) {
  std::vector<BibliographyEntry> entries;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const std::size_t end = line.find("] ");
    if (line.substr(0, 3) == "- [" && end != std::string_view::npos) {
      entries.push_back({std::string(line.substr(3, end - 3)), std::string(line.substr(end + 2))});
    } else if (line.substr(0, 2) == "  " && !entries.empty()) {
      entries.back().text += line.substr(1);
    }
  }
  return entries;
}

constexpr std::size_t kMostExplained = 12, kMostSaid = 100;

/// Sentences, each once, with the candidates that they apply to.
class Said {
 public:
  void add(const std::string& text, std::size_t candidate) {
    auto found = std::find_if(said_.begin(), said_.end(), [&](const One& one) { return one.text == text; });
    if (found == said_.end()) found = said_.insert(said_.end(), {text, {}});
    if (found->candidates.empty() || found->candidates.back() != candidate) found->candidates.push_back(candidate);
  }
  std::string html(const Comparison& comparison, std::string_view title) const {
    if (said_.empty()) return {};
    std::string out = fmt::format("<h3>{}</h3>\n<ul class=\"notes\">\n", title);
    for (std::size_t i = 0; i < std::min(said_.size(), kMostSaid); ++i) {
      const One& one = said_[i];
      const bool all = one.candidates.size() == comparison.candidates.size();
      const std::string of = all ? "all candidates" : some_names(comparison, one.candidates);
      out +=
          fmt::format("<li>{} <span class=\"of\">{}</span></li>\n", text::xml_escape(one.text), text::xml_escape(of));
    }
    out += "</ul>\n";
    if (said_.size() <= kMostSaid) return out;
    return out + paragraph(fmt::format("And {} more; cutline measure prints all.", said_.size() - kMostSaid), "note");
  }

 private:
  struct One {
    std::string text;
    std::vector<std::size_t> candidates;
  };
  std::vector<One> said_;
};

/// Adds the errata of printed formulas that the measures of the best candidates use.
void add_errata(const Report& report, Said& errata) {
  const Comparison& comparison = report.comparison;
  std::vector<std::size_t> best = by_merit(comparison);
  best.resize(std::min(best.size(), kMostExplained));
  std::sort(best.begin(), best.end());
  for (const std::size_t c : best) {
    for (const ExplainedMeasure& measure : explained_measures()) {
      if (needs_faults(std::string(measure.name)) && comparison.study.fail.empty()) continue;
      const Explanation explanation = explain(comparison.study, comparison.candidates[c], 0, std::string(measure.name));
      if (explanation.value == "-") continue;
      for (const std::string& erratum : explanation.errata) errata.add(erratum, c);
    }
  }
}

/// "eq. 9" from "Dally 1990, eq. 9"; empty if the text has another form.
std::string place_in(const std::string& source, const std::string& key) {
  const std::string before = key + ", ";
  return source.compare(0, before.size(), before) == 0 ? source.substr(before.size()) : std::string();
}

std::string sources_html(const Comparison& comparison) {
  std::set<std::string> sources;
  for (const Candidate& candidate : comparison.candidates)
    sources.insert(candidate.sources.begin(), candidate.sources.end());
  if (sources.empty()) return {};
  std::map<std::string, std::set<std::string>> places;  // places in a source, by its entry in the bibliography
  for (const std::string& source : sources) {
    const std::vector<BibliographyEntry> entries = bibliography_entries(source);
    if (entries.empty()) places[fmt::format("<b>{}</b>", text::xml_escape(source))];
    for (const BibliographyEntry& entry : entries) {
      std::set<std::string>& of =
          places[fmt::format("<b>{}</b> {}", text::xml_escape(entry.key), text::xml_escape(entry.text))];
      if (const std::string place = place_in(source, entry.key); !place.empty()) of.insert(place);
    }
  }
  std::string out = "<h3>Sources</h3>\n<ul class=\"sources\">\n";
  for (const auto& [entry, in] : places) {
    out += fmt::format("<li>{}", entry);
    if (!in.empty())
      out += fmt::format(" <span class=\"of\">{}</span>",
                         text::xml_escape(join(std::vector<std::string>(in.begin(), in.end()), "; ")));
    out += "</li>\n";
  }
  return out + "</ul>\n";
}

std::string notes_html(const Report& report, std::size_t) {
  const Comparison& comparison = report.comparison;
  const std::size_t delays = comparison.study.delays.size();
  Said notes, errata;
  add_errata(report, errata);
  const Data::List& records = report.document.at("candidates").list();
  for (std::size_t i = 0; i < records.size(); ++i) {
    for (const Data& note : records[i].at("notes").list()) notes.add(note.text(), i / delays);
  }
  return notes.html(comparison, "Notes") + errata.html(comparison, "Errata") + sources_html(comparison);
}

}  // namespace

std::vector<BibliographyEntry> bibliography_entries(std::string_view text) {
  static const std::vector<BibliographyEntry> entries = read_entries(kSources);
  return those_with(entries,
                    [&](const BibliographyEntry& entry) { return text.find(entry.key) != std::string_view::npos; });
}

ReportSection notes_section() { return {"notes", "Notes and sources", notes_html}; }

}  // namespace cutline::report
