// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace cutline {

/// SHA-256 of a text that arrives in pieces, as 64 hexadecimal digits.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  void add(std::string_view piece);
  /// The digest of all pieces; call it once.
  std::string hex();

 private:
  void* context_;
};

}  // namespace cutline
