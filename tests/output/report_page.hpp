// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>

#include "cutline/output/record/record.hpp"
#include "cutline/output/report/report.hpp"
#include "cutline/study/ranking.hpp"
#include "output/svg_reader.hpp"

/// Makes reports of specs in tests, and reads them back.
namespace cutline::test {

/// A spec, evaluated and ranked, as `cutline report` does it.
class Reported {
 public:
  explicit Reported(std::string spec, const std::string& folder = "", Overrides overrides = {})
      : spec_(std::move(spec)), overrides_(std::move(overrides)) {
    study_ = parse_study(spec_, "folder/spec.yaml", folder, overrides_);
    candidates_ = evaluate(study_, {}, Layouts::kept);
    rankings_ = rank(study_, candidates_);
    document_ = result_document(study_, candidates_, rankings_);
    expectations_ = check_expectations(study_, document_, candidates_, rankings_);
  }
  Reported(const Reported&) = delete;
  Reported& operator=(const Reported&) = delete;

  Comparison comparison() const { return {study_, candidates_, rankings_, expectations_, nullptr}; }
  std::string html(std::size_t most_bytes = kReportBytes) const {
    const Comparison compared = comparison();
    return report_html({compared, document_, spec_, overrides_}, most_bytes);
  }
  const Study& study() const { return study_; }
  const std::vector<Candidate>& candidates() const { return candidates_; }

 private:
  std::string spec_;
  Overrides overrides_;
  Study study_;
  std::vector<Candidate> candidates_;
  std::vector<Ranking> rankings_;
  Data document_;
  std::vector<ExpectationResult> expectations_;
};

/// The text without the contents of elements with this name: scripts and style rules are not XML.
inline std::string emptied(std::string text, const std::string& name) {
  for (std::size_t at = 0; (at = text.find('<' + name, at)) != std::string::npos;) {
    const std::size_t begin = text.find('>', at) + 1;
    const std::size_t end = text.find("</" + name + ">", begin);
    REQUIRE(end != std::string::npos);
    text.erase(begin, end - begin);
    at = begin;
  }
  return text;
}

/// The page as a tree; fails if it is not well formed.
inline Element parsed_page(const std::string& html) {
  const std::string text = emptied(emptied(html, "script"), "style");
  return parsed(text, "<html");
}

inline std::vector<Element> of_name(const Element& root, const std::string& name) {
  std::vector<Element> found;
  visit(root, [&](const Element& element) {
    if (element.name == name) found.push_back(element);
  });
  return found;
}

/// All texts below an element, one after the other.
inline std::string all_text(const Element& element) {
  std::string text = element.text;
  for (const Element& child : element.children) text += ' ' + all_text(child);
  return text;
}

}  // namespace cutline::test
