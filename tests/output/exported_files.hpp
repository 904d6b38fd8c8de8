// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/place.hpp"
#include "output/exported.hpp"
#include "support/tools.hpp"

/// Exports as files, for the tools that read them.
namespace cutline::test {

/// A temporary folder of the test. It is not called Place, because the library has a type of that name.
using Folder = test::Place;

/// Writes the files of an export as the program names them, beside a main file of the given name.
inline void write_files(const Folder& folder, const Exported& made, const std::string& file) {
  for (const ExportFile& each : made.files)
    folder.write(each.extension.empty() ? file : fs::path(file).replace_extension(each.extension).string(),
                 each.content);
}

}  // namespace cutline::test
