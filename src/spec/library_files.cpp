// SPDX-License-Identifier: Apache-2.0
#include "spec/library_files.hpp"

#include <filesystem>

#include "base/files.hpp"

namespace cutline {
namespace {

constexpr std::size_t kMostMapBytes = std::size_t{1} << 20;

/// Reads the map that a text holds.
void read_map_text(Reader& reader, YamlId id, std::string text, const std::string& file,
                   FunctionRef<void(Reader&, YamlId)> read) {
  Document document = parse_document(std::move(text), file);
  Reader inner{document, std::filesystem::path(file).parent_path().string(), false};
  read(inner, document.root);
  if (!document.diagnostics.empty()) reader.take(Error(ExitCode::bad_input, document.diagnostics), id);
}

void report_unknown(Reader& reader, YamlId id, const NamedMaps& maps, const std::string& name) {
  const std::vector<std::string_view> names = names_of(maps.library);
  const std::string_view near = nearest(name, names);
  std::string hint = near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
  hint += fmt::format("the {} are: {}, or the path of a .yaml file", maps.plural, join(names, ", "));
  reader.report(id, fmt::format("no {} is called {}", maps.noun, in_words(reader[id])), hint);
}

}  // namespace

bool names_a_file(const std::string& text) {
  const auto ends_in = [&](std::string_view end) { return text.size() > end.size() && text.ends_with(end); };
  return text.find('/') != std::string::npos || ends_in(".yaml") || ends_in(".yml");
}

void read_named_map(Reader& reader, YamlId id, const NamedMaps& maps, FunctionRef<void(Reader&, YamlId)> read) {
  if (reader[id].kind == YamlKind::map) return read(reader, id);
  const auto text = read_text(reader, id, maps.noun);
  if (!text) return;
  reader.tries(id, [&] {
    if (names_a_file(*text)) {
      if (const auto path = read_path(reader, id, maps.noun))
        read_map_text(reader, id, read_bounded_file(*path, kMostMapBytes), *path, read);
    } else if (const BuiltinFile* found = find_named(maps.library, *text)) {
      read_map_text(reader, id, found->yaml, *text + ".yaml", read);
    } else {
      report_unknown(reader, id, maps, *text);
    }
  });
}

void for_each_named_map(const NamedMaps& maps, FunctionRef<void(Reader&, YamlId)> read) {
  for (const BuiltinFile& each : maps.library) {
    Document document = parse_document(each.yaml, each.name);
    Reader reader{document, {}, false};
    read(reader, document.root);
    CUTLINE_EXPECT(document.diagnostics.empty());
  }
}

}  // namespace cutline
