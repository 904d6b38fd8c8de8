// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <set>

#include "cutline/output/figure/figure.hpp"
#include "cutline/spec/spec.hpp"
#include "output/text/file.hpp"

namespace cutline::app {

enum class Format { table, json, jsonl, csv, markdown, latex };
enum class Colour { automatic, always, never };

struct Command;

/// The values of the command line.
struct Options {
  const Command* command = nullptr;
  std::vector<std::string> specs;       ///< paths, "-" is standard input
  std::vector<std::string> from;        ///< --from: files of records, in place of specs
  std::vector<std::string> candidates;  ///< -c, in the order given; none: all, or the only one
  std::string delay;                    ///< --delay; empty: the first, or all
  Overrides overrides;
  Format format = Format::table;
  Colour colour = Colour::automatic;
  std::size_t width = 0;  ///< columns of tables; 0: the terminal's, or 110
  std::string output = "-";
  std::string against;   ///< path of an older result; empty: none
  double tolerance = 0;  ///< a fraction of the older number
  bool dry_run = false;
  bool watch = false;
  int threads = 0;
  std::optional<std::uint64_t> seed;
  Effort effort;
  FigurePage page;  ///< of a picture: --size, --style and --title
  std::any own;     ///< the choices that only this command has, in a type of its own; empty if none was given
};

/// The command's own choices, for writing; default-constructed at the first call.
template <class Own>
Own& own(Options& options) {
  if (!options.own.has_value()) options.own = Own{};
  return std::any_cast<Own&>(options.own);
}
/// The command's own choices, for reading; the defaults if none was given.
template <class Own>
Own own(const Options& options) {
  return options.own.has_value() ? std::any_cast<Own>(options.own) : Own{};
}

/// Reads the command line. If it asks for help or the version, prints that to standard output and returns nothing.
/// Throws input errors, with a "did you mean" for commands and options.
std::optional<Options> parse_command_line(int argc, const char* const* argv);

/// Runs the command now, and again whenever a file that it read has changed, until the program is interrupted. At a
/// terminal, each run begins with an empty screen and the time of day. Its errors go to standard error, and the watch
/// goes on: the next change may fix them. Looks at the files five times a second.
ExitCode run_on_each_change(const Options& options, text::FileWriter& writer);

/// Functions that the commands share.

/// Reads one spec with the overrides and the seed of the command line; its warnings go to standard error. Stores the
/// spec's text in `text` if that is given.
Study load_spec(const Options& options, const std::string& spec, std::string* text = nullptr);
/// The same for a spec with candidates. Throws an input error if it asks for a search instead.
Study load_study(const Options& options, const std::string& spec, std::string* text = nullptr);
/// A candidate that -c names, or a part of one: "noc/request".
struct Chosen {
  std::size_t design = 0;  ///< its index in the study
  std::string part = {};   ///< the plane or the application; empty: the whole
};
/// The candidates that -c names, in that order, or all without -c. With -c the study keeps those designs, in that
/// order, then the ones whose resource is held equal, and what is expected of them alone. Throws an input error, with a
/// "did you mean", if there is no such candidate, or if one is named twice.
std::vector<Chosen> chosen_candidates(const Options& options, Study& study);
/// The same for a command that works on single candidates: without -c there must be only one.
std::vector<Chosen> named_candidates(const Options& options, Study& study);
/// The same for a command that takes one candidate alone.
Chosen one_candidate(const Options& options, Study& study);
/// What a command works on: a candidate with its study.
struct Subject {
  const Study& study;
  const Candidate& candidate;
};
/// The candidate, or its part that is named, with the part's own study. The result refers to the arguments.
Subject subject_of(const Study& study, const Candidate& candidate, const std::string& part);
/// Candidates with the study that they belong to.
struct ChosenSubjects {
  Study study;
  std::vector<Candidate> candidates;
};
/// What chosen_candidates() gives, of all candidates of the study: whole candidates that follow each other with their
/// study, and each part with its own.
std::vector<ChosenSubjects> chosen_subjects(Study study, const std::vector<Chosen>& chosen, std::vector<Candidate> all);
/// The same where all must belong to one study, as for a picture: a part must be chosen alone.
ChosenSubjects subjects_of_one_study(Study study, const std::vector<Chosen>& chosen, std::vector<Candidate> all);
/// Throws an input error if a part of a candidate is chosen; `why` says why all parts stay together.
void expect_whole(const Study& study, const std::vector<Chosen>& chosen, std::string_view why);
/// The index of the delay model that --delay names, by its label or its model's name; the first without it.
std::size_t chosen_delay(const Options& options, const Study& study);
/// Evaluates the study for its layouts only: keeps them, and omits measures that need long searches of the graph.
std::vector<Candidate> laid_out(const Options& options, const Study& study, Bisections bisections = Bisections::none);

/// What an answer is in each format; only what is asked for is made.
struct Forms {
  std::function<Table()> table;                              ///< for CSV, and where the others are missing
  std::function<Data()> data = {};                           ///< for JSON; by default the rows of the table
  std::function<Data()> lines = {};                          ///< for JSON lines: a list, or one map; by default `data`
  std::function<std::vector<TableSection>()> sections = {};  ///< for people; by default the table
  std::function<std::string()> text = {};                    ///< at a terminal; by default the sections or the table
  int indent = 2;                                            ///< of JSON; negative: on one line
};
/// The answer in the format that the command line asks for.
std::string rendered(const Options& options, const Forms& forms);
/// What an answer is for each of several candidates, by their names. That of one alone is as rendered() gives it; of
/// several, tables have a column of names, JSON is one list whose maps have the name, and the rest stands one below the
/// other.
struct NamedForms {
  std::string candidate;
  Forms forms;
};
std::string rendered_each(const Options& options, const std::vector<NamedForms>& all);

/// The style of tables. They are as wide as --width says, else as the terminal, else 110 columns. Standard output has
/// colour if --color asks for it, or if it is a terminal and nothing forbids colour; files never have it.
ReportStyle report_style(const Options& options);
/// Writes data to -o or to standard output. Throws a file error if it cannot write all of it.
void deliver(const Options& options, text::FileWriter& files, std::string_view data);
/// Writes data that is made piece by piece. Pieces for standard output are gathered first, so that nothing is printed
/// if a later piece fails.
void deliver_pieces(const Options& options, text::FileWriter& files, const text::TextPieces& pieces);
/// Prints a line to standard error.
void say(std::string_view text);
/// Whether results go to standard output and standard output is a terminal.
bool is_read_at_terminal(const Options& options);
/// Throws an input error if the result, which nobody can read there, would go to a terminal. `result` is "a page of
/// HTML", `example` a name for its file.
void expect_no_terminal(const Options& options, std::string_view result, std::string_view example);
/// Suggests a next step to a newcomer: prints a line to standard error if that is a terminal, else nothing.
void suggest(std::string_view text);

/// The result of a command with the spec, the overrides and the candidates that it was asked for, for `reproduce`;
/// none: it was asked for all.
Data with_run(const Options& options, const std::vector<std::string>& candidates, const Study& study, Data document);
/// The documents in a file of results: one, or a list.
Data read_result(const std::string& path);

/// Throws an input error if --tolerance is given without --against.
void expect_against(const Options& options);
/// Compares a result with the older one that --against names, and delivers the differences. Returns exit code 1 if
/// there are any.
ExitCode report_against(const Options& options, text::FileWriter& files, const Data& result);

/// Whether a file's name has the ending of a picture: .svg, .pdf or .png.
bool is_picture(const std::string& file);

/// Throws an input error if -o names a file that is no picture, or if the picture would go to a terminal; a file error
/// if the program that makes this kind of picture is missing. Call it before the work, so that the user need not wait.
void expect_picture_file(const Options& options);

/// Writes a picture to -o or to standard output: as SVG, or as PDF or PNG if the file's name has that ending. The
/// program rsvg-convert of librsvg makes PDF (with its fonts) and PNG (with 300 dots per inch), on a page of the
/// style's colour. Throws a file error if it cannot write.
void deliver_picture(const Options& options, text::FileWriter& files, std::string_view svg);

/// Pages of SVG as one PDF, by rsvg-convert, which must be there: see can_convert().
std::string joined_pdf(const std::vector<std::string>& pages);
bool can_convert();
/// A page of HTML as PDF, as a browser prints it, which must be there: see find_browser().
std::string printed_page(std::string_view html);
/// The path of a browser that prints without a screen; empty where there is none.
std::string find_browser();

}  // namespace cutline::app
