// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace cutline {

/// Computes the SHA-256 digest of a text that arrives in pieces.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  void add(std::string_view piece);
  /// The digest of all pieces, as 64 hexadecimal digits. Call it once only.
  std::string hex();

 private:
  void* context_;
};

}  // namespace cutline
