// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "cutline/base/error.hpp"
#include "cutline/detail/base/values.hpp"

namespace cutline {

/// A parameter whose value is one of a few words. Each word stands for a value of the enumeration E: words[i] for E(i).
/// A Choice makes the field and reads the parameter, so no other code compares words.
template <class E, std::size_t N>
struct Choice {
  std::string_view name;
  std::array<std::string_view, N> words;

  /// The field of the parameter, without a default. It allows the first `allowed` words.
  Field field(std::string_view help, std::size_t allowed = N) const {
    Field out{.name = name, .kind = FieldKind::choice, .help = help};
    out.choices.assign(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(allowed));
    return out;
  }
  Field field(std::string_view help, E by_default, std::size_t allowed = N) const {
    Field out = field(help, allowed);
    out.default_value = word(by_default);
    return out;
  }
  std::string word(E value) const { return std::string(words[static_cast<std::size_t>(value)]); }
  /// The value in parameters that complete() has checked.
  E of(const Parameters& parameters) const {
    const auto found = std::find(words.begin(), words.end(), parameters.text(name));
    CUTLINE_EXPECT(found != words.end());
    return static_cast<E>(found - words.begin());
  }
};

}  // namespace cutline
