// SPDX-License-Identifier: Apache-2.0
#include "output/text/number.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

#include "base/utf8.hpp"
#include "cutline/detail/base/values.hpp"

using namespace cutline;

TEST_CASE("thousands are separated from five digits on, whatever the sign") {
  CHECK(text::with_thousands(std::int64_t{0}) == "0");
  CHECK(text::with_thousands(std::int64_t{9999}) == "9999");
  CHECK(text::with_thousands(std::int64_t{10000}) == "10,000");
  CHECK(text::with_thousands(std::int64_t{-1048576}) == "-1,048,576");
  CHECK(text::with_thousands(12345.678, 2) == "12,345.68");
  CHECK(text::with_thousands(1234.5, 1) == "1234.5");
}

TEST_CASE("short texts round, but never hide a magnitude") {
  struct Case {
    double value;
    const char* text;
  };
  for (const Case& each :
       {Case{0, "0"}, Case{33.75, "33.75"}, Case{1.0 / 3, "0.3333"}, Case{154, "154"}, Case{1048576, "1,048,576"},
        Case{1.0995e12, "1.1e12"}, Case{2.5e-7, "2.5e-7"}, Case{-81, "-81"}, Case{0.5, "0.5"}}) {
    CHECK(text::short_text(each.value) == each.text);
  }
}

TEST_CASE("exact texts read back as the same number") {
  for (const double value : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, -2.5, 1e22}) {
    CHECK(std::strtod(text::exact_text(value).c_str(), nullptr) == value);
  }
}

TEST_CASE("bytes and seconds carry the unit that fits") {
  CHECK(text::bytes_text(999) == "999 B");
  CHECK(text::bytes_text(1500) == "1.5 kB");
  CHECK(text::bytes_text(8e9) == "8 GB");
  CHECK(text::seconds_text(0.001) == "under 0.01 s");
  CHECK(text::seconds_text(3.21) == "3.2 s");
  CHECK(text::seconds_text(600) == "10 min");
}

TEST_CASE("the width of a text is counted in characters, not bytes") {
  CHECK(character_count("torus") == 5);
  CHECK(character_count("\xc3\xa9t\xc3\xa9") == 3);
}

TEST_CASE("what closed forms round is whole again, and no other real is") {
  CHECK(as_whole(256.00000000000006) == 256);
  CHECK(as_whole(-3.0) == -3);
  CHECK(as_whole(0.0) == 0);
  CHECK(!as_whole(256.0000001));
  CHECK(!as_whole(1e-20));
  CHECK(!as_whole(1e300));
  CHECK(as_whole(0x1.0p53) == std::int64_t{1} << 53);
}

TEST_CASE("figures of files have twelve digits: sums leave no ...9997, and nothing else is lost") {
  CHECK(text::figure_text(2.0361599999999997) == "2.03616");
  CHECK(text::figure_text(0.1 + 0.2) == "0.3");
  CHECK(text::figure_text(0) == "0");
  CHECK(text::figure_text(-256) == "-256");
  for (double value : {1.0 / 3, 1e-13 / 7, 2.5e17 / 9, -5.0 / 11}) {
    CHECK(text::twelve_digits(value) == doctest::Approx(value).epsilon(5e-12));
    CHECK(text::twelve_digits(text::twelve_digits(value)) == text::twelve_digits(value));
  }
}
