// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/base/memo.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"

using namespace cutline;

TEST_CASE("a memo answers a question once, as long as few others came between") {
  const Memo<int, int> memo(2);
  int asked = 0;
  const auto square = [&](int number) {
    return memo.of(number, [&] {
      ++asked;
      return number * number;
    });
  };
  CHECK(square(3) == 9);
  CHECK(square(4) == 16);
  CHECK(square(3) == 9);
  CHECK(asked == 2);
  CHECK(square(5) == 25);  // the oldest answer, that of 3, gives way
  CHECK(square(4) == 16);
  CHECK(asked == 3);
  CHECK(square(3) == 9);
  CHECK(asked == 4);
}

TEST_CASE("a copy of a memo begins empty, and so does one that is assigned to") {
  Memo<int, int> memo;
  memo.of(1, [] { return 10; });
  const Memo<int, int> copy = memo;
  CHECK(copy.of(1, [] { return 20; }) == 20);
  memo = copy;
  CHECK(memo.of(1, [] { return 30; }) == 30);
}

TEST_CASE("an error is no answer: the question is asked again") {
  const Memo<int, int> memo;
  CHECK_THROWS_AS(memo.of(1, []() -> int { throw_input_error("no", ""); }), Error);
  CHECK(memo.of(1, [] { return 10; }) == 10);
}

TEST_CASE("threads that ask at once get the answers of the function") {
  const Memo<std::size_t, std::size_t> memo(4);
  std::vector<std::size_t> answers(10'000);
  parallel_for(answers.size(), [&](std::size_t i) { answers[i] = memo.of(i % 7, [&] { return i % 7 * 100; }); });
  for (std::size_t i = 0; i < answers.size(); ++i) REQUIRE(answers[i] == i % 7 * 100);
}
