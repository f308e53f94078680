#include "core/project/samples.h"

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

/// The table [live], named like `gevo new`'s options; without it traces are replayed.
Result<HostRunSettings> readHostRun(const toml::table& manifest) {
  HostRunSettings hostRun;
  const toml::table* table = manifest["live"].as_table();
  if (table == nullptr) return hostRun;
  hostRun.on = true;
  hostRun.quality = (*table)["quality-regex"].value_or(std::string());
  hostRun.data = strings(*table, "data");
  const std::string goal = (*table)["quality"].value_or(std::string("higher"));
  if (goal != "higher" && goal != "lower") return fail("quality is higher or lower, not {}", goal);
  if (goal == "lower") hostRun.goal = QualityGoal::Lower;
  const std::string runtime = (*table)["runtime"].value_or(std::string("kernels"));
  if (runtime != "kernels" && runtime != "program") return fail("runtime is kernels or program, not {}", runtime);
  if (runtime == "program") hostRun.runtime = RuntimeScope::Program;
  return hostRun;
}

Result<Sample> readSample(const fs::path& folder) {
  const fs::path manifest = folder / "sample.toml";
  try {
    const toml::table table = toml::parse_file(manifest.string());
    const std::vector<std::string> sources = strings(table, "sources");
    if (sources.empty()) return fail("{} names no sources", manifest.string());
    Result<HostRunSettings> hostRun = readHostRun(table);
    if (!hostRun) return fail("{}: {}", manifest.string(), hostRun.error().message);
    fs::path prebuilt = folder;
    prebuilt += ".gevo";
    std::error_code ignored;
    if (!fs::exists(prebuilt, ignored)) prebuilt.clear();
    return Sample{folder.filename().string(),
                  table["description"].value_or(std::string()),
                  folder / sources.front(),
                  strings(table, "screen"),
                  strings(table, "tests"),
                  strings(table, "heldout"),
                  std::move(prebuilt),
                  strings(table, "kernels"),
                  std::move(*hostRun),
                  strings(table, "gpu"),
                  strings(table, "gpu_heldout"),
                  strings(table, "parameters"),
                  strings(table, "requirements"),
                  strings(table, "fuzz"),
                  table.contains("parameters"),
                  strings(table, "synthesise")};
  } catch (const toml::parse_error& error) {
    return fail("{} line {}: {}", manifest.string(), error.source().begin.line, error.description());
  }
}

} // namespace

Result<std::vector<Sample>> listSamples() {
  GEVO_TRY_ASSIGN(fs::path folder, resourcePath("samples"));
  std::vector<Sample> samples;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (!fs::exists(entry.path() / "sample.toml", ignored)) continue;
    GEVO_TRY_ASSIGN(Sample sample, readSample(entry.path()));
    samples.push_back(std::move(sample));
  }
  if (samples.empty()) return fail("{} holds no sample", folder.string());
  std::ranges::sort(samples, {}, &Sample::name);
  return samples;
}

Result<Sample> findSample(const std::string& name) {
  GEVO_TRY_ASSIGN(std::vector<Sample> samples, listSamples());
  std::string names;
  for (Sample& sample : samples) {
    if (sample.name == name) return std::move(sample);
    names += (names.empty() ? "" : ", ") + sample.name;
  }
  return fail("there is no sample {}; there are {}", name, names);
}

} // namespace gevo
