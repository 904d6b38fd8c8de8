// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/files.hpp"
#include "cutline/base/error.hpp"

namespace cutline {

namespace {

constexpr std::string_view kGzip = "\x1F\x8B";
constexpr std::string_view kMarkOfBytes = "\xEF\xBB\xBF";

/// A stream of zlib that unpacks one gzip file.
class Inflater {
 public:
  Inflater() {
    constexpr int kOfGzipAlone = 15 + 16;
    if (inflateInit2(&stream_, kOfGzipAlone) != Z_OK) throw_limit_error("no memory to unpack a gzip file");
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  z_stream* operator->() { return &stream_; }
  /// Goes on with the next gzip file, which is joined to the last one.
  void begin_next() { inflateReset(&stream_); }
  /// Z_OK, Z_STREAM_END after the last byte, or an error.
  int unpack() { return inflate(&stream_, Z_NO_FLUSH); }

 private:
  z_stream stream_{};
};

/// The text of a gzip file, or of several that are joined, as `cat a.gz b.gz` and some programs make them. It stops at
/// the limit, so a small file that unpacks to a huge one takes no memory.
std::string unpacked(const std::string& path, std::string& packed, std::size_t max_bytes) {
  Inflater inflater;
  std::string text;
  std::array<char, 65536> block{};
  inflater->next_in = reinterpret_cast<Bytef*>(packed.data());
  constexpr std::size_t kMostIn = 1U << 30;
  std::size_t fed = 0;
  int state = Z_OK;
  const auto next = [&] {
    const std::size_t at = fed - inflater->avail_in;
    return std::string_view(packed).substr(at);
  };
  while (state == Z_OK || next().starts_with(kGzip)) {
    if (state == Z_STREAM_END) inflater.begin_next();
    if (inflater->avail_in == 0) {
      const std::size_t more = std::min(packed.size() - fed, kMostIn);
      if (more == 0)
        throw_file_error(fmt::format("the gzip file '{}' ends before its text does", path), "copy it anew");
      inflater->avail_in = static_cast<uInt>(more);
      fed += more;
    }
    inflater->next_out = reinterpret_cast<Bytef*>(block.data());
    inflater->avail_out = static_cast<uInt>(block.size());
    state = inflater.unpack();
    if (state != Z_OK && state != Z_STREAM_END)
      throw_file_error(fmt::format("the gzip file '{}' is damaged", path), "`gzip -t` tests it");
    text.append(block.data(), block.size() - inflater->avail_out);
    if (text.size() > max_bytes)
      throw_limit_error(fmt::format("'{}' unpacks to more than {} MiB, the limit", path, max_bytes >> 20U));
  }
  // Some programs fill the last block of a tape with zeros, which say nothing.
  if (next().find_first_not_of('\0') != std::string_view::npos)
    throw_file_error(fmt::format("'{}' goes on after the end of its gzip file, with other bytes", path),
                     "gzip files that are joined are read; leave out what follows them");
  return text;
}

}  // namespace

std::string read_text_file(const std::string& path, std::size_t max_bytes) {
  std::string text = read_bounded_file(path, max_bytes);
  if (text.starts_with(kGzip)) text = unpacked(path, text, max_bytes);
  if (text.starts_with(kMarkOfBytes)) text.erase(0, kMarkOfBytes.size());
  return text;
}

}  // namespace cutline
