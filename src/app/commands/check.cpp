// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "app/command.hpp"
#include "cutline/study/laid_out.hpp"
#include "evaluate/proof.hpp"
#include "output/text/number.hpp"
#include "output/words/phrases.hpp"
#include "study/work_estimate.hpp"

namespace cutline::app {

namespace {

/// The choices that only `check` has.
struct CheckChoice {
  bool limits = false;
};

/// The result of `check` for one candidate.
struct Checked {
  std::string name;
  std::string why_not;  ///< why there is no layout to check; empty if there is one
  CheckResult result;
  std::vector<OverLimit> over = {};  ///< empty without --limits
  bool passed() const { return why_not.empty() && result.passed() && over.empty(); }
};

std::string count(std::uint64_t value) { return text::with_thousands(static_cast<std::int64_t>(value)); }

Checked check_candidate(const Candidate& candidate, const Options& options) {
  Checked out{candidate.design->name, {}, {}};
  if (!candidate.laid_out()) {
    out.why_not =
        candidate.design->ideal ? "ideal: closed forms only, no layout" : "cannot be built: " + candidate.why_not();
    return out;
  }
  expect_memory(check_memory(candidate.laid_out()->layout), options.effort);
  out.result = prove_candidate(candidate, options.effort.link_visits, options.effort.onlooker);
  return out;
}

std::string limits_lines(const Checked& checked) {
  std::string out;
  for (const OverLimit& over : checked.over)
    out += fmt::format("  over the limit {}: {}\n", over.limit, words::over_limit_text(over));
  return out;
}

std::string check_line(const Checked& checked) {
  if (!checked.why_not.empty()) return fmt::format("{}: not checked, {}\n", checked.name, checked.why_not);
  const CheckResult& result = checked.result;
  const std::string links = result.every_link
                                ? text::counted(result.links, "link") + " compared"
                                : text::counted(result.links, "link") + " compared, on one line of each pattern";
  const std::string looked = fmt::format("{} standing for {}, {}", text::counted(result.patterns, "pattern"),
                                         text::counted(result.wires, "wire"), links);
  if (result.passed() && !checked.over.empty())
    return fmt::format("{}: OVER LIMITS: {}\n{}", checked.name, looked, limits_lines(checked));
  if (checked.passed()) return fmt::format("{}: passed: {}\n", checked.name, looked);
  std::string out =
      fmt::format("{}: FAILED: {} violations in {}\n", checked.name, count(result.violation_count), looked);
  for (const Violation& violation : result.violations)
    out += fmt::format("  {}: {}\n", violation.rule, violation.message);
  if (result.violation_count > result.violations.size())
    out += fmt::format("  and {} more\n", count(result.violation_count - result.violations.size()));
  return out + limits_lines(checked);
}

Data data_of(const Checked& checked) {
  if (!checked.why_not.empty()) return Data::Map{{"name", checked.name}, {"passed", {}}, {"note", checked.why_not}};
  const CheckResult& result = checked.result;
  const Data::List violations = each_of(result.violations, [](const Violation& violation) {
    return Data(Data::Map{{"rule", violation.rule}, {"message", violation.message}});
  });
  const Data::List over = each_of(checked.over, [](const OverLimit& each) {
    return Data(Data::Map{{"limit", each.limit}, {"needed", each.needed}, {"allowed", each.allowed}});
  });
  return Data::Map{{"name", checked.name},
                   {"passed", checked.passed()},
                   {"patterns", result.patterns},
                   {"wires", result.wires},
                   {"links", result.links},
                   {"every_link", result.every_link},
                   {"violation_count", result.violation_count},
                   {"violations", violations},
                   {"over_limits", over}};
}

Table check_table(const std::vector<Checked>& all) {
  Table table{{{"name", "candidate", "", true},
               {"passed", "passed", "", true},
               {"patterns", "patterns", ""},
               {"wires", "wires", ""},
               {"links", "links", ""},
               {"violation_count", "violations", ""},
               {"first_violation", "first violation", "", true}},
              {}};
  for (const Checked& each : all) {
    if (!each.why_not.empty()) {
      table.rows.push_back({each.name, "not checked", {}, {}, {}, {}, each.why_not});
      continue;
    }
    const std::vector<Violation>& violations = each.result.violations;
    table.rows.push_back({each.name, each.passed() ? "yes" : "no", static_cast<std::int64_t>(each.result.patterns),
                          static_cast<std::int64_t>(each.result.wires), static_cast<std::int64_t>(each.result.links),
                          static_cast<std::int64_t>(each.result.violation_count),
                          !violations.empty() ? TableCell(violations.front().message)
                          : !each.over.empty()
                              ? TableCell(each.over.front().limit + " " + words::over_limit_text(each.over.front()))
                              : TableCell()});
  }
  return table;
}

std::string check_rendered(const Options& options, const std::vector<Checked>& all) {
  const auto data = [&] { return Data(each_of(all, data_of)); };
  const auto text = [&] { return sum_over<std::string>(all, [&](const Checked& each) { return check_line(each); }); };
  return rendered(options, {.table = [&] { return check_table(all); }, .data = data, .text = text});
}

ExitCode run_check(const Options& given, text::FileWriter& files) {
  Options options = given;
  options.effort.bisections = Bisections::none;  // no rule of the check needs one
  const bool limits = own<CheckChoice>(options).limits;
  std::vector<Checked> all;
  bool failed = false, none_built = true;
  for (const std::string& spec : options.specs) {
    Study study = load_study(options, spec);
    const std::vector<Chosen> chosen = chosen_candidates(options, study);
    expect_whole(study, chosen, "a layout is proved as a whole");
    const std::vector<Candidate> candidates =
        limits ? evaluate(study, options.effort, Layouts::kept) : laid_out(options, study);
    for (const Chosen& each : chosen) {
      const std::size_t c = each.design;
      all.push_back(check_candidate(candidates[c], options));
      none_built = none_built && !candidates[c].can_be_built();
      if (limits) all.back().over = candidates[c].infeasible;
      failed = failed || !all.back().over.empty() || (all.back().why_not.empty() && !all.back().passed());
    }
  }
  deliver(options, files, check_rendered(options, all));
  return failed || none_built ? ExitCode::answer_is_no : ExitCode::done;
}

}  // namespace

Command check_command() {
  return {"check",
          "prove the routed layouts: no two wires touch, every wire joins what it should, and all lengths and cuts are "
          "true",
          joined({several_specs(),
                  {any_candidate(),
                   flag({"--limits"}, "fail a candidate over a limit too", into(&CheckChoice::limits, is_true))},
                  format_options(),
                  {output_option()},
                  work_options()}),
          run_check};
}

}  // namespace cutline::app
