// SPDX-License-Identifier: Apache-2.0
#include "topology/graph_yaml.hpp"

#include <utility>
#include <vector>

#include "cutline/base/error.hpp"

namespace cutline {

Document yaml_of(const GraphText& file, std::string_view hint) {
  std::vector<Diagnostic> mistakes;
  try {
    Document document = parse_document(file.text, file.path);
    if (document.diagnostics.empty()) return document;
    mistakes = document.diagnostics;
  } catch (const Error& error) {
    if (error.code() != ExitCode::bad_input) throw;
    mistakes = error.diagnostics();
  }
  for (Diagnostic& mistake : mistakes) {
    if (mistake.hint.empty()) mistake.hint = hint;
  }
  throw Error(ExitCode::bad_input, std::move(mistakes));
}

}  // namespace cutline
