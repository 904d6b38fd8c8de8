// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/options.hpp"
#include "cutline/output/text/table.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/study.hpp"
#include "output/text/file.hpp"

namespace cutline {

/// What the commands share.

/// Reads one spec with the overrides and the seed of the command line; its warnings go to standard error. Its text goes
/// to `text` where that is given.
Study load_study(const Options& options, const std::string& spec, std::string* text = nullptr);
/// The index of the candidate that -c names, or of the only one. Throws an input error with a "did you mean".
std::size_t chosen_candidate(const Options& options, const Study& study);
/// The indices of what -c leaves: one, or all. With -c, the study keeps only what that one needs.
std::vector<std::size_t> chosen_candidates(const Options& options, Study& study);
/// Takes every design away but the chosen one and the one whose resource is held equal; the new index of the chosen
/// one.
std::size_t keep_only(Study& study, std::size_t chosen);
/// The index of the delay model that --delay names, by its label or its model's name; the first without it.
std::size_t chosen_delay(const Options& options, const Study& study);
/// Evaluates the study for its layouts alone: keeps them, and leaves out what takes long searches of the graph.
std::vector<Candidate> laid_out(const Options& options, const Study& study);

/// Throws an input error where -o names a file of another kind than the SVG that the command writes.
void expect_svg_file(const Options& options);

/// A table as the formats csv and markdown have it.
std::string table_in(Format format, const Table& table);

/// Colour for standard output where it is a terminal and nothing forbids it; never for files.
ReportStyle report_style(const Options& options);
/// Data to -o or to standard output. Throws a file error where it cannot be written whole.
void deliver(const Options& options, FileWriter& files, std::string_view data);
/// The same of data made piece by piece. What goes to standard output is gathered first, so that nothing is printed
/// where the last piece fails.
void deliver_pieces(const Options& options, FileWriter& files, const TextPieces& pieces);
/// A line to standard error.
void say(std::string_view text);
/// Results that go to standard output where that is a terminal.
bool is_read_at_terminal(const Options& options);
/// A next step that a newcomer may not know: a line to standard error where that is a terminal, else nothing.
void suggest(std::string_view text);

}  // namespace cutline
