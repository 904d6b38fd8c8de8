// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>

namespace cutline {

/// What the family of a network is called: to be printed, and to be looked up in the catalogue.
///
/// It does not compare with text, so that no code asks of a network which family it is of. What such code wants to know
/// is a property of the network (see network_shape) or of the family's row.
class FamilyName {
 public:
  FamilyName() = default;
  FamilyName(std::string name) : name_(std::move(name)) {}
  FamilyName(std::string_view name) : name_(name) {}
  FamilyName(const char* name) : name_(name) {}

  /// For messages and records.
  std::string printed() const { return name_; }

  friend bool operator==(const FamilyName&, const FamilyName&) = default;
  template <std::convertible_to<std::string_view> Text>
  friend bool operator==(const FamilyName&, const Text&) = delete;

 private:
  std::string name_;
};

}  // namespace cutline
