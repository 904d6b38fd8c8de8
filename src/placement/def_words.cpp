// SPDX-License-Identifier: Apache-2.0
#include "placement/def_words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/letters.hpp"

namespace cutline {

namespace {

bool is_blank_of_def(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

bool is_keyword(std::string_view word, std::string_view keyword) { return same_but_case(word, keyword); }

bool is_keyword_of(std::string_view word, std::initializer_list<std::string_view> keywords) {
  return std::any_of(keywords.begin(), keywords.end(),
                     [&](std::string_view keyword) { return is_keyword(word, keyword); });
}

std::string_view DefWords::next() {
  skip();
  begin_ = at_;
  if (at_ < file_.text.size() && file_.text[at_] == '"') {
    at_ = std::min(file_.text.find('"', at_ + 1), file_.text.size() - 1) + 1;
  } else {
    while (at_ < file_.text.size() && !is_blank_of_def(file_.text[at_])) ++at_;
  }
  return std::string_view(file_.text).substr(begin_, at_ - begin_);
}

std::string_view DefWords::peek() {
  const std::size_t at = at_, begin = begin_;
  const std::string_view word = next();
  at_ = at;
  begin_ = begin;
  return word;
}

void DefWords::expect(std::string_view wanted) {
  const std::string_view word = next();
  if (word != wanted && !is_keyword(word, wanted)) fail(fmt::format("`{}` should stand here", wanted));
}

double DefWords::number() {
  const std::optional<double> value = read_as_finite(next());
  if (!value) fail("a number should stand here");
  if (std::abs(*value) > 1e12) fail("a number of DEF is at most 10^12 here");
  return *value;
}

std::optional<DefPoint> DefWords::next_point() {
  const std::string_view word = next();
  if (word == ";") return std::nullopt;
  if (word != "(") fail("`(` should stand here");
  const double x = number(), y = number();
  expect(")");
  return DefPoint{x, y};
}

DefPoint DefWords::point() {
  if (const auto next = next_point()) return *next;
  fail("`(` should stand here");
}

std::vector<DefPoint> DefWords::points() {
  std::vector<DefPoint> all;
  const auto coordinate = [&](double DefPoint::*of) {
    if (all.empty() || peek() != "*") return number();
    next();
    return all.back().*of;
  };
  while (peek() == "(") {
    next();
    const double x = coordinate(&DefPoint::first), y = coordinate(&DefPoint::second);
    expect(")");
    all.emplace_back(x, y);
  }
  return all;
}

std::string_view DefWords::within(std::string_view what) {
  const std::string_view word = next();
  if (word.empty()) fail(fmt::format("the file ends within {}", what));
  return word;
}

void DefWords::skip_statement() {
  while (within("a statement") != ";") continue;
}

void DefWords::skip_to_end_of(std::string_view name) {
  bool ends = false;
  for (std::string_view word = within("a block"); !ends || word != name; word = within("a block"))
    ends = is_keyword(word, "END");
}

void DefWords::skip_extension() {
  while (!is_keyword(within("an extension"), "ENDEXT")) continue;
}

Polygon DefWords::polygon(std::vector<Polygon::Corner> corners, std::string_view what, std::size_t at) const {
  if (const auto fault = polygon_fault(corners))
    fail(at, fmt::format("{} {}", what, fault_words(*fault)), std::string(fault_hint(*fault)));
  return counter_clockwise(std::move(corners));
}

void DefWords::fail(std::string message) const {
  fail(begin_, std::move(message),
       "read are DIEAREA, COMPONENTS and BLOCKAGES of DEF, and MACRO with SIZE and OVERLAP of LEF");
}

void DefWords::fail(std::size_t at, std::string message, std::string hint) const {
  file_.fail(at, std::move(message), std::move(hint));
}

void DefWords::skip() {
  while (at_ < file_.text.size() && (is_blank_of_def(file_.text[at_]) || file_.text[at_] == '#')) {
    at_ = file_.text[at_] == '#' ? std::min(file_.text.find('\n', at_), file_.text.size()) : at_ + 1;
  }
}

}  // namespace cutline
