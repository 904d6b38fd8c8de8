// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "evaluate/candidate_routes.hpp"
#include "evaluate/under_load.hpp"
#include "output/exported.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// Whether a line of any of an export's files begins with the words, after blanks.
bool has_line(const Exported& made, const std::string& words) {
  for (const ExportFile& file : made.files) {
    for (const std::string& line : lines_of(file.content)) {
      const std::size_t begin = line.find_first_not_of(" \t");
      if (begin != line.npos && line.compare(begin, words.size(), words) == 0) return true;
    }
  }
  return false;
}

bool has_words(const Exported& made, const std::string& words) {
  for (const ExportFile& file : made.files) {
    if (file.content.find(words) != file.content.npos) return true;
  }
  return false;
}

/// Checks that the law of routers, the model under load and every export with buffers use these values.
void check_routers(const std::string& more, int channels, int depth) {
  CAPTURE(more);
  const Evaluated mesh(spec_of("family: mesh, radix: 4, dimensions: 2", more));
  const SiteCost& router = mesh.one().sites.router;
  CHECK(router.virtual_channels == channels);
  CHECK(router.depth_flits == depth);
  const RouterCost law = router_by_law(mesh.study.technology, {.ports = router.ports,
                                                               .width_bits = mesh.one().channel.width_bits,
                                                               .virtual_channels = static_cast<double>(channels),
                                                               .depth_flits = static_cast<double>(depth)});
  CHECK(*site_value(router.energy_pj_per_bit) == *law.energy_pj_per_bit);
  const LoadedRouters loaded = loaded_routers(mesh.study, mesh.one(), mesh.one().latency.timings.at(0));
  CHECK(loaded.virtual_channels == channels);
  CHECK(loaded.depth_flits == depth);
  const std::string vcs = std::to_string(channels), flits = std::to_string(depth);
  CHECK(has_line(mesh.to("booksim", to_file("n.anynet")), "num_vcs = " + vcs));
  CHECK(has_line(mesh.to("booksim", to_file("n.anynet")), "vc_buf_size = " + flits));
  CHECK(has_words(mesh.to("garnet", to_file("N.py")), "--vcs-per-vnet=" + vcs));
  CHECK(has_line(mesh.to("garnet", to_file("N.py")), "network.buffers_per_data_vc = " + flits));
  CHECK(has_line(mesh.to("sst", to_file("n.py")), "BUFFER_BITS = FLIT_BITS * " + flits));
  CHECK(has_line(mesh.to("noxim", to_file("n.yaml")), "n_virtual_channels: " + vcs));
  CHECK(has_line(mesh.to("noxim", to_file("n.yaml")), "buffer_depth: " + flits));
  CHECK(has_line(mesh.to("caminos", to_file("n.cfg")), "virtual_channels: " + vcs));
  CHECK(has_line(mesh.to("caminos", to_file("n.cfg")), "buffer_size: " + flits));
}

}  // namespace

TEST_CASE("virtual channels and the depth of their buffers are the same in the law, under load and in every export") {
  // Short links, fast routers and packets of four flits, so that no export asks for deeper buffers.
  check_routers("router: {delay: 2 cycles}\n", kVirtualChannels, static_cast<int>(kDepthFlits));
  check_routers("virtual_channels: 4\nrouter: {delay: 3 cycles, depth: 16}\n", 4, 16);
}
