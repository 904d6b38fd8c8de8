// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace cutline::test {

/// The folder of the repository.
const std::string& source_folder();

/// The program that was built beside these tests.
const std::string& program_file();

}  // namespace cutline::test
