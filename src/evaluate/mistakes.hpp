// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "cutline/base/parallel.hpp"
#include "cutline/detail/study/design.hpp"

namespace cutline {

/// Collects the first error of each design and throws all of them together, in their order and without repetitions.
/// Designs of sweeps and searches are left out instead, see Design::swept.
class Mistakes {
 public:
  explicit Mistakes(const std::vector<Design>& designs)
      : designs_(designs), failed_(designs.size()), why_left_out_(designs.size()) {}

  /// Calls body(i) on all threads for every design from `begin` to before `end` that has not failed, and keeps the
  /// errors that the calls throw.
  template <class Body>
  void collect(std::size_t begin, std::size_t end, const Body& body) {
    std::vector<std::optional<Error>> errors(end - begin);
    parallel_for(errors.size(), [&](std::size_t i) {
      if (failed_[begin + i]) return;
      try {
        body(begin + i);
      } catch (const Error& error) {
        errors[i] = error;
      }
    });
    for (std::size_t i = 0; i < errors.size(); ++i) {
      if (!errors[i]) continue;
      const Design& design = designs_[begin + i];
      failed_[begin + i] = true;
      if (design.is_left_out_for(*errors[i])) {
        why_left_out_[begin + i] = errors[i]->diagnostics().front().message;
      } else {
        take(*errors[i], design);
      }
    }
  }

  bool none() const { return !code_; }
  bool failed(std::size_t design) const { return failed_[design]; }
  /// Empty: the design is not left out.
  const std::string& why_left_out(std::size_t design) const { return why_left_out_[design]; }

  void throw_if_any() const {
    if (code_) throw Error(*code_, diagnostics_);
  }

 private:
  void take(const Error& error, const Design& design) {
    if (!code_) code_ = error.code();
    for (Diagnostic diagnostic : error.diagnostics()) {
      // Floors below know no spec: what they refuse is refused at the key that they name, else at the candidate.
      if (!diagnostic.place.known()) diagnostic.place = design.place_of({diagnostic.parameter, "candidate"});
      const auto same = [&](const Diagnostic& known) {
        return known.message == diagnostic.message && same_place(known.place, diagnostic.place);
      };
      if (std::none_of(diagnostics_.begin(), diagnostics_.end(), same)) diagnostics_.push_back(diagnostic);
    }
  }

  static bool same_place(const Place& a, const Place& b) {
    return std::tie(a.file, a.line, a.column) == std::tie(b.file, b.line, b.column);
  }

  const std::vector<Design>& designs_;
  std::vector<char> failed_;
  std::vector<std::string> why_left_out_;
  std::optional<ExitCode> code_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace cutline
