// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.hpp"

#include <doctest/doctest.h>

namespace {

std::string digest(std::string_view text, std::size_t piece) {
  cutline::Sha256 sha;
  for (std::size_t i = 0; i < text.size(); i += piece) sha.add(text.substr(i, piece));
  return sha.hex();
}

}  // namespace

TEST_CASE("SHA-256 gives the digests of the standard's examples") {
  CHECK(digest("", 1) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(digest("abc", 3) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(digest(std::string(1000000, 'a'), 4096) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("SHA-256 does not depend on how the text is cut into pieces") {
  const std::string text =
      "the wire cost of a network is a length or a cut; both are counted here, piece by piece, in bytes";
  for (const std::size_t piece : {1u, 2u, 7u, 63u, 64u, 65u}) CHECK(digest(text, piece) == digest(text, text.size()));
}
