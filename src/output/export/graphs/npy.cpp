// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

constexpr std::size_t kAlignment = 64;

/// Appends an integer, lowest byte first on every machine.
template <class Integer>
void put(std::string& out, Integer value) {
  for (std::size_t byte = 0; byte < sizeof(Integer); ++byte) {
    out.push_back(static_cast<char>(static_cast<unsigned char>(value & 0xff)));
    value = static_cast<Integer>(static_cast<std::uint64_t>(value) >> 8);
  }
}
void put_real(std::string& out, double value) { put(out, std::bit_cast<std::uint64_t>(text::twelve_digits(value))); }

/// The head of format 1.0: the magic string, the length of the dictionary, and the dictionary padded with blanks to a
/// multiple of 64 bytes.
std::string npy_head(const ExportNetwork& network) {
  std::string fields =
      "('from', '<u4'), ('to', '<u4'), ('one_way', '|u1'), ('class', '<u2'), ('wires', '<u4'), "
      "('width_bits', '<f8'), ('span_pitches', '<f8'), ('length_pitches', '<i8'), ";
  if (!network.unit) fields += "('length_mm', '<f8'), ";
  fields += "('delay_ns', '<f8'), ";
  if (network.clocked()) fields += "('delay_cycles', '<u4'), ";
  fields += "('route_cost', '<f8')";
  if (network.has_given_lengths) fields += ", ('given_mm', '<f8')";  // -1: none
  std::string dictionary =
      fmt::format("{{'descr': [{}], 'fortran_order': False, 'shape': ({},), }}", fields, network.links.size());
  std::string head = "\x93NUMPY";
  head += '\x01';
  head += '\0';
  constexpr std::size_t kLengthBytes = 2;
  const std::size_t used = head.size() + kLengthBytes + dictionary.size() + 1;
  dictionary.append((kAlignment - used % kAlignment) % kAlignment, ' ');
  dictionary += '\n';
  put(head, static_cast<std::uint16_t>(dictionary.size()));
  return head + dictionary;
}

std::vector<ExportFile> write_npy(const Export& target, ExportNetwork& network, const ExportChoice&) {
  std::string out = npy_head(network);
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    const ExportLink& link = network.links[i];
    put(out, static_cast<std::uint32_t>(link.from));
    put(out, static_cast<std::uint32_t>(link.to));
    put(out, static_cast<std::uint8_t>(link.one_way ? 1 : 0));
    put(out, link.link_class);
    put(out, link.wires);
    put_real(out, link.width_bits);
    put_real(out, link.span);
    put(out, static_cast<std::uint64_t>(link.length_pitches));
    if (!network.unit) put_real(out, in_mm(link.length));
    put_real(out, in_ns(link.delay));
    if (network.clocked()) put(out, static_cast<std::uint32_t>(link.cycles));
    put_real(out, network.link_cost(i));
    if (network.has_given_lengths) put_real(out, link.given_length ? in_mm(*link.given_length) : -1);
  }
  note_mean_costs(network);
  std::string text;
  for (const std::string& line : export_header(target, network)) text += line + '\n';
  for (std::size_t i = 0; i < network.classes.size(); ++i)
    text += comment_line("class", fmt::format("{}: {}", i, network.classes[i]));
  return {{"", out}, {".txt", text}};
}

}  // namespace

Export npy_export() {
  return {.name = "npy",
          .summary = "a NumPy record array, one record a link; what was assumed in a text beside it",
          .source = "NumPy, numpy.lib.format, version 1.0",
          .extension = ".npy",
          .ignores = "an array holds no comments: the text file beside it says what was assumed and names the classes",
          .several_files = true,
          .limits = {1 << 24, 1 << 24, 80},
          .write = write_npy};
}

}  // namespace cutline::exporting
