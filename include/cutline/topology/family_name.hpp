// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>

namespace cutline {

/// The name of a network's family, for printing and for look-up in the catalogue.
///
/// It cannot be compared with text, so that no code can depend on the family of a network. Code should ask for a
/// property of the network (see network_shape) or of the family's row instead.
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
