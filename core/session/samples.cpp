#include "core/session/samples.h"

#include "core/base/paths.h"

#include <algorithm>
#include <toml++/toml.h>

namespace gevo {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> strings(const toml::table& table, std::string_view key) {
  std::vector<std::string> result;
  if (const toml::array* array = table[key].as_array())
    for (const toml::node& node : *array)
      if (const auto text = node.value<std::string>()) result.push_back(*text);
  return result;
}

Result<Sample> readSample(const fs::path& folder) {
  const fs::path manifest = folder / "sample.toml";
  try {
    const toml::table table = toml::parse_file(manifest.string());
    const std::vector<std::string> sources = strings(table, "sources");
    if (sources.empty()) return fail("{} names no sources", manifest.string());
    fs::path prebuilt = folder;
    prebuilt += ".gevo";
    std::error_code ignored;
    if (!fs::exists(prebuilt, ignored)) prebuilt.clear();
    return Sample{folder.filename().string(), table["description"].value_or(std::string()),
                  folder / sources.front(),   strings(table, "screen"),
                  strings(table, "tests"),    strings(table, "heldout"),
                  std::move(prebuilt)};
  } catch (const toml::parse_error& error) {
    return fail("{} line {}: {}", manifest.string(), error.source().begin.line, error.description());
  }
}

} // namespace

Result<std::vector<Sample>> listSamples() {
  Result<fs::path> folder = resourcePath("samples");
  if (!folder) return std::unexpected(folder.error());
  std::vector<Sample> samples;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(*folder, ignored)) {
    if (!fs::exists(entry.path() / "sample.toml", ignored)) continue;
    Result<Sample> sample = readSample(entry.path());
    if (!sample) return std::unexpected(sample.error());
    samples.push_back(std::move(*sample));
  }
  if (samples.empty()) return fail("{} holds no sample", folder->string());
  std::ranges::sort(samples, {}, &Sample::name);
  return samples;
}

Result<Sample> findSample(const std::string& name) {
  Result<std::vector<Sample>> samples = listSamples();
  if (!samples) return std::unexpected(samples.error());
  std::string names;
  for (Sample& sample : *samples) {
    if (sample.name == name) return std::move(sample);
    names += (names.empty() ? "" : ", ") + sample.name;
  }
  return fail("there is no sample {}; there are {}", name, names);
}

} // namespace gevo
