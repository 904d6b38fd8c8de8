// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "app/options.hpp"
#include "app/session.hpp"

namespace cutline::app {

/// Whether a file's name has the ending of a picture: .svg, .pdf or .png.
bool is_picture(const std::string& file);

/// Throws an input error if -o names a file that is no picture, or if the picture would go to a terminal; a file error
/// if the program that makes this kind of picture is missing. Call it before the work, so that the user need not wait.
void expect_picture_file(const Options& options);

/// Writes a picture to -o or to standard output: as SVG, or as PDF or PNG if the file's name has that ending. The
/// program rsvg-convert of librsvg makes PDF (with its fonts) and PNG (with 300 dots per inch), on a page of the
/// style's colour. Throws a file error if it cannot write.
void deliver_picture(const Options& options, text::FileWriter& files, std::string_view svg, std::string_view style);

}  // namespace cutline::app
