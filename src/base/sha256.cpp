// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.hpp"

#include <openssl/evp.h>

#include <array>

#include "cutline/base/error.hpp"

namespace cutline {
namespace {

/// The algorithm, looked up once: OpenSSL looks up EVP_sha256() by its name for each digest.
const EVP_MD* algorithm() {
  static const EVP_MD* const found = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return found;
}

EVP_MD_CTX* context(void* pointer) { return static_cast<EVP_MD_CTX*>(pointer); }

}  // namespace

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  CUTLINE_EXPECT(context_ != nullptr);
  const int started = EVP_DigestInit_ex(context(context_), algorithm(), nullptr);
  if (started != 1) EVP_MD_CTX_free(context(context_));
  CUTLINE_EXPECT(started == 1);
}

Sha256::~Sha256() { EVP_MD_CTX_free(context(context_)); }

void Sha256::add(std::string_view piece) {
  CUTLINE_EXPECT(EVP_DigestUpdate(context(context_), piece.data(), piece.size()) == 1);
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  CUTLINE_EXPECT(EVP_DigestFinal_ex(context(context_), digest.data(), &size) == 1);
  std::string text;
  text.reserve(2 * size);
  for (unsigned int i = 0; i < size; ++i) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    text += kDigits[digest[i] >> 4];
    text += kDigits[digest[i] & 15];
  }
  return text;
}

}  // namespace cutline
