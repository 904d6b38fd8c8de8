// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "app/options.hpp"
#include "app/session.hpp"

namespace cutline::app {

/// Whether a file's name ends as that of a picture: .svg, .pdf or .png.
bool is_picture(const std::string& file);

/// Throws an input error where -o names a file that is no picture, or a terminal would get it, and a file error where
/// the program that makes its kind is missing, so that both are told before the work.
void expect_picture_file(const Options& options);

/// Writes a picture to -o or to standard output: as SVG, or as PDF or PNG where the file's name ends so. rsvg-convert
/// of librsvg makes these, with the fonts in the PDF and 300 dots an inch in the PNG, on a page of the style's colour.
/// Throws a file error.
void deliver_picture(const Options& options, text::FileWriter& files, std::string_view svg, std::string_view style);

}  // namespace cutline::app
