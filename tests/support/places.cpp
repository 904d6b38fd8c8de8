// SPDX-License-Identifier: Apache-2.0
#include "support/places.hpp"

namespace cutline::test {

const std::string& source_folder() {
  static const std::string folder = CUTLINE_SOURCE_DIR;
  return folder;
}

const std::string& program_file() {
  static const std::string file = CUTLINE_PROGRAM;
  return file;
}

}  // namespace cutline::test
