#include "core/store/project_rows.h"

#include "core/store/contents.h"

#include <array>
#include <charconv>
#include <cmath>

namespace gevo {

namespace {

/// Strings and lists of strings of a project, by their key in the table `project`.
using List = std::pair<const char*, std::vector<std::string> BuildSettings::*>;
constexpr std::array<List, 11> lists{{{"file", &BuildSettings::files},
                                      {"define", &BuildSettings::defines},
                                      {"include", &BuildSettings::includes},
                                      {"library", &BuildSettings::libraries},
                                      {"library folder", &BuildSettings::libraryFolders},
                                      {"flag", &BuildSettings::flags},
                                      {"editable kernel", &BuildSettings::kernels},
                                      {"output", &BuildSettings::outputs},
                                      {"held-out line", &BuildSettings::heldOut},
                                      {"fuzz line", &BuildSettings::fuzz},
                                      {"synthesised function", &BuildSettings::synthesised}}};

/// Of the output at the row's position; older files have none.
constexpr const char* weightKey = "workload weight";
/// Only where there are any.
constexpr const char* runsKey = "statistical runs";
constexpr const char* toleranceKey = "output tolerance";
constexpr const char* ignoredKey = "output ignores";

/// Of the kernel at the row's position, if known.
constexpr const char* registersKey = "kernel registers";
/// Of kernels that no test launches, and of those of libraries; older files have neither. The value is not used.
constexpr const char* unlaunchedKey = "kernel not launched";
constexpr const char* libraryKey = "kernel of a library";
/// Only if it is not the default.
constexpr const char* deviceKey = "device";
/// Of a program that was taken over from its own build; others have neither.
constexpr const char* rootKey = "source root";
constexpr const char* perSourceKey = "per source"; ///< kind, space, value; each "file" begins another source

/// "1", only where undefined loads of the original are tolerated.
constexpr const char* tolerateKey = "tolerate undefined";

/// Of a project whose kernels nvcc compiles; others have neither.
constexpr const char* nvccKey = "nvcc";
constexpr const char* nvccPtxKey = "nvcc ptx";

/// Of a program with parameters; others have neither. JSON, see parameter.h.
constexpr const char* parameterKey = "parameter";
constexpr const char* requirementKey = "requirement";

/// Of a host-executed project; others have none of these.
constexpr const char* liveKey = "live"; ///< "outputs" or "quality"
constexpr const char* qualityKey = "live quality";
constexpr const char* goalKey = "live quality goal";
constexpr const char* runtimeKey = "live runtime";
constexpr const char* dataKey = "live data";
constexpr const char* fileKey = "live file"; ///< hash, space, name
constexpr std::size_t hashDigits = 32;

ByteView viewOf(const std::string& text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

std::string loadText(const Database& database, std::int64_t content) {
  const Bytes bytes = loadContent(database, content);
  return {bytes.begin(), bytes.end()};
}

void saveValue(Database& database, const std::string& key, std::int64_t position, const std::string& value) {
  database.query("INSERT INTO project VALUES (?, ?, ?)").bind(key, position, value).run();
}

std::vector<std::string> loadValues(const Database& database, const std::string& key) {
  std::vector<std::string> values;
  Query rows = database.query("SELECT value FROM project WHERE key = ? ORDER BY position");
  rows.bind(key);
  while (rows.next()) values.push_back(rows.text(0));
  return values;
}

std::string loadValue(const Database& database, const std::string& key) {
  const std::vector<std::string> values = loadValues(database, key);
  if (values.empty()) raise("{} is damaged: the project has no {}; restore it from a copy", database.path().string(), key);
  return values.front();
}

std::int64_t contentOf(const Database& database, const std::string& key) {
  Query row = database.query("SELECT content FROM project_content WHERE key = ?");
  if (!row.bind(key).next()) raise("{} is damaged: the project has no {}; restore it from a copy", database.path().string(), key);
  return row.integer(0);
}

void saveContent(Database& database, const std::string& key, ByteView bytes) {
  const std::int64_t content = addContent(database, packContent(bytes));
  database.query("INSERT INTO project_content VALUES (?, ?)").bind(key, content).run();
}

void saveLive(Database& database, const HostRunSettings& live) {
  if (!live.on) return;
  saveValue(database, liveKey, 0, live.quality.empty() ? "outputs" : "quality");
  saveValue(database, qualityKey, 0, live.quality);
  saveValue(database, goalKey, 0, live.goal == QualityGoal::Lower ? "lower" : "higher");
  saveValue(database, runtimeKey, 0, live.runtime == RuntimeScope::Program ? "program" : "kernels");
  std::int64_t position = 0;
  for (const std::string& name : live.data) saveValue(database, dataKey, position++, name);
  position = 0;
  for (const HostRunFile& file : live.files) saveValue(database, fileKey, position++, file.hash + ' ' + file.name);
}

void saveParameters(Database& database, const ParameterSpace& space) {
  std::int64_t position = 0;
  for (const Parameter& parameter : space.parameters) saveValue(database, parameterKey, position++, printParameter(parameter));
  position = 0;
  for (const std::string& requirement : space.requirements) saveValue(database, requirementKey, position++, requirement);
}

ParameterSpace loadParameters(const Database& database) {
  ParameterSpace space;
  for (const std::string& text : loadValues(database, parameterKey)) {
    Result<Parameter> parameter = parseParameter(text);
    if (!parameter) raise("{} is damaged: {}; restore it from a copy", database.path().string(), parameter.error().message);
    space.parameters.push_back(std::move(*parameter));
  }
  space.requirements = loadValues(database, requirementKey);
  return space;
}

HostRunSettings loadLive(const Database& database) {
  HostRunSettings live;
  live.on = !loadValues(database, liveKey).empty();
  if (!live.on) return live;
  live.quality = loadValue(database, qualityKey);
  if (loadValue(database, goalKey) == "lower") live.goal = QualityGoal::Lower;
  if (loadValue(database, runtimeKey) == "program") live.runtime = RuntimeScope::Program;
  live.data = loadValues(database, dataKey);
  for (const std::string& value : loadValues(database, fileKey)) {
    if (value.size() <= hashDigits + 1 || value[hashDigits] != ' ')
      raise("{} is damaged: a file of its program can't be read; restore it from a copy", database.path().string());
    live.files.push_back({value.substr(hashDigits + 1), value.substr(0, hashDigits)});
  }
  return live;
}

void savePerSource(Database& database, const std::vector<SourceSettings>& sources) {
  std::int64_t position = 0;
  const auto save = [&](const char* kind, const std::string& value) {
    saveValue(database, perSourceKey, position++, fmt::format("{} {}", kind, value));
  };
  for (const SourceSettings& source : sources) {
    save("file", source.file);
    save("language", source.language);
    for (const std::string& define : source.defines) save("define", define);
    for (const std::string& include : source.includes) save("include", include);
    for (const std::string& flag : source.flags) save("flag", flag);
  }
}

std::vector<SourceSettings> loadPerSource(const Database& database) {
  std::vector<SourceSettings> sources;
  for (const std::string& row : loadValues(database, perSourceKey)) {
    const std::size_t space = row.find(' ');
    const std::string kind = row.substr(0, space);
    const std::string value = space == std::string::npos ? std::string() : row.substr(space + 1);
    if (kind == "file") {
      sources.push_back({value, {}, {}, {}, {}});
      continue;
    }
    if (sources.empty())
      raise("{} is damaged: the settings of its sources can't be read; restore it from a copy", database.path().string());
    SourceSettings& source = sources.back();
    if (kind == "language") source.language = value;
    if (kind == "define") source.defines.push_back(value);
    if (kind == "include") source.includes.push_back(value);
    if (kind == "flag") source.flags.push_back(value);
  }
  return sources;
}

/// Uses the same cached statement as the tolerances, so it must not be called while that is being read.
void loadRegisters(const Database& database, Project& project) {
  Query registers = database.query("SELECT position, value FROM project WHERE key = ?");
  registers.bind(registersKey);
  while (registers.next()) {
    const std::int64_t place = registers.integer(0);
    const std::string text = registers.text(1);
    std::uint32_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    const bool read = error == std::errc() && end == text.data() + text.size();
    if (place < 0 || static_cast<std::size_t>(place) >= project.kernels.size() || !read)
      raise("{} is damaged: a kernel's registers can't be read; restore it from a copy", database.path().string());
    project.kernels[static_cast<std::size_t>(place)].registers = count;
  }
}

/// The kernels that have a row of this key. As with loadRegisters, nothing else may be read by the same statement.
template <class Set> void markKernels(const Database& database, Project& project, const char* key, Set&& set) {
  Query rows = database.query("SELECT position, value FROM project WHERE key = ?");
  rows.bind(key);
  while (rows.next()) {
    const std::int64_t place = rows.integer(0);
    if (place < 0 || static_cast<std::size_t>(place) >= project.kernels.size())
      raise("{} is damaged: a kernel's properties can't be read; restore it from a copy", database.path().string());
    set(project.kernels[static_cast<std::size_t>(place)]);
  }
}

void saveKernelMarks(Database& database, const Project& project) {
  for (std::size_t i = 0; i < project.kernels.size(); ++i) {
    const auto place = static_cast<std::int64_t>(i);
    if (!project.kernels[i].launched) saveValue(database, unlaunchedKey, place, "1");
    if (project.kernels[i].ofLibrary) saveValue(database, libraryKey, place, "1");
  }
}

/// `read`: false where the text can't be read.
template <class Read> void forEachOutput(const Database& database, Project& project, const char* key, const char* what, Read read) {
  Query values = database.query("SELECT position, value FROM project WHERE key = ?");
  values.bind(key);
  while (values.next()) {
    const std::int64_t place = values.integer(0);
    const bool isOne = place >= 0 && static_cast<std::size_t>(place) < project.outputs.size();
    if (!isOne || !read(project.outputs[static_cast<std::size_t>(place)], values.text(1)))
      raise("{} is damaged: an output's {} can't be read; restore it from a copy", database.path().string(), what);
  }
}

std::vector<double> loadWeights(const Database& database) {
  std::vector<double> weights;
  for (const std::string& text : loadValues(database, weightKey)) {
    double weight = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), weight);
    if (error != std::errc() || end != text.data() + text.size() || !(weight > 0) || !std::isfinite(weight))
      raise("{} is damaged: the weight of a workload is {}; restore it from a copy", database.path().string(), text);
    weights.push_back(weight);
  }
  return weights;
}

std::uint32_t loadRuns(const Database& database) {
  const std::vector<std::string> values = loadValues(database, runsKey);
  if (values.empty()) return 0;
  std::uint32_t runs = 0;
  const auto [end, error] = std::from_chars(values.front().data(), values.front().data() + values.front().size(), runs);
  if (error != std::errc() || end != values.front().data() + values.front().size() || runs == 0)
    raise("{} is damaged: its tests have {} runs; restore it from a copy", database.path().string(), values.front());
  return runs;
}

void loadRows(const Database& database, Project& project) {
  Query kernels = database.query("SELECT name, shown_name, instructions FROM kernel ORDER BY position");
  while (kernels.next()) project.kernels.push_back({kernels.text(0), kernels.text(1), std::uint32_t(kernels.integer(2)), 0});
  Query outputs = database.query("SELECT name, type, type_origin FROM output ORDER BY position");
  while (outputs.next()) project.outputs.push_back({outputs.text(0), outputs.text(1), outputs.text(2), std::nullopt, {}});
  loadRegisters(database, project);
  markKernels(database, project, unlaunchedKey, [](KernelInfo& kernel) { kernel.launched = false; });
  markKernels(database, project, libraryKey, [](KernelInfo& kernel) { kernel.ofLibrary = true; });
  forEachOutput(database, project, toleranceKey, "tolerance", [](OutputInfo& output, const std::string& text) {
    double tolerance = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), tolerance);
    output.tolerance = tolerance;
    return error == std::errc() && end == text.data() + text.size() && tolerance >= 0;
  });
  forEachOutput(database, project, ignoredKey, "ignored elements", [](OutputInfo& output, const std::string& text) {
    const std::optional<std::vector<IgnoredElements>> elements = parseIgnored(text);
    output.ignored = elements.value_or(output.ignored);
    return elements.has_value();
  });
  Query sources = database.query("SELECT name, content FROM source ORDER BY position");
  while (sources.next()) project.sources.push_back({sources.text(0), loadText(database, sources.integer(1))});
  Query tests = database.query("SELECT role, arguments, content FROM test ORDER BY position");
  while (tests.next()) {
    const std::int64_t role = tests.integer(0);
    if (role < 0 || role > std::int64_t(TestRole::Workload) || role == std::int64_t(TestRole::Fuzz))
      raise("{} is damaged: a test has no role; restore it from a copy", database.path().string());
    project.tests.push_back({TestRole(role), tests.text(1), loadContent(database, tests.integer(2))});
  }
  numberRuns(project.tests, project.build.statisticalRuns);
}

} // namespace

void saveProject(Database& database, const Project& project) {
  saveValue(database, "name", 0, project.name);
  saveValue(database, "compiler", 0, project.compiler);
  saveValue(database, "architecture", 0, project.build.architecture);
  for (const auto& [key, member] : lists) {
    std::int64_t position = 0;
    for (const std::string& value : project.build.*member) saveValue(database, key, position++, value);
  }
  if (project.build.device != BuildSettings().device) saveValue(database, deviceKey, 0, project.build.device);
  if (project.build.statisticalRuns > 0) saveValue(database, runsKey, 0, std::to_string(project.build.statisticalRuns));
  if (project.build.toleratesUndefined) saveValue(database, tolerateKey, 0, "1");
  if (!project.build.root.empty()) saveValue(database, rootKey, 0, project.build.root);
  savePerSource(database, project.build.perSource);
  saveLive(database, project.build.hostRun);
  saveParameters(database, project.parameters);
  for (std::size_t i = 0; i < project.build.workloadWeights.size(); ++i)
    saveValue(database, weightKey, static_cast<std::int64_t>(i),
              fmt::format("{}", project.build.workloadWeights[i])); // reads back the same
  saveContent(database, "base", project.base);
  saveContent(database, "base text", viewOf(project.baseText));
  if (!project.nvcc.ptx.empty()) {
    saveValue(database, nvccKey, 0, project.nvcc.compiler);
    saveContent(database, nvccPtxKey, viewOf(project.nvcc.ptx));
  }

  std::int64_t position = 0;
  for (const SourceFile& source : project.sources)
    database.query("INSERT INTO source VALUES (?, ?, ?)")
        .bind(position++, source.name, addContent(database, packContent(viewOf(source.text))))
        .run();
  position = 0;
  for (const KernelInfo& kernel : project.kernels)
    database.query("INSERT INTO kernel VALUES (?, ?, ?, ?)").bind(position++, kernel.name, kernel.shownName, kernel.instructions).run();
  for (std::size_t i = 0; i < project.kernels.size(); ++i)
    if (const std::uint32_t registers = project.kernels[i].registers; registers > 0)
      saveValue(database, registersKey, static_cast<std::int64_t>(i), std::to_string(registers));
  saveKernelMarks(database, project);
  position = 0;
  for (const OutputInfo& output : project.outputs)
    database.query("INSERT INTO output VALUES (?, ?, ?, ?)").bind(position++, output.name, output.type, output.typeOrigin).run();
  for (std::size_t i = 0; i < project.outputs.size(); ++i)
    if (const auto& tolerance = project.outputs[i].tolerance)
      saveValue(database, toleranceKey, static_cast<std::int64_t>(i), fmt::format("{}", *tolerance)); // reads back as the same number
  for (std::size_t i = 0; i < project.outputs.size(); ++i)
    if (const auto& ignored = project.outputs[i].ignored; !ignored.empty())
      saveValue(database, ignoredKey, static_cast<std::int64_t>(i), printIgnored(ignored));
  position = 0;
  for (const TestCase& test : project.tests)
    database.query("INSERT INTO test VALUES (?, ?, ?, ?)")
        .bind(position++, std::int64_t(test.role), test.arguments, addContent(database, packContent(test.trace)))
        .run();
}

Project loadProject(const Database& database) {
  const Snapshot snapshot(database);
  Project project;
  project.name = loadValue(database, "name");
  project.compiler = loadValue(database, "compiler");
  project.build.architecture = loadValue(database, "architecture");
  for (const auto& [key, member] : lists) project.build.*member = loadValues(database, key);
  if (const auto device = loadValues(database, deviceKey); !device.empty()) project.build.device = device.front();
  project.build.toleratesUndefined = !loadValues(database, tolerateKey).empty();
  if (const auto root = loadValues(database, rootKey); !root.empty()) project.build.root = root.front();
  project.build.perSource = loadPerSource(database);
  project.build.hostRun = loadLive(database);
  project.parameters = loadParameters(database);
  project.build.workloadWeights = loadWeights(database);
  project.build.statisticalRuns = loadRuns(database);
  project.base = loadContent(database, contentOf(database, "base"));
  project.baseText = loadText(database, contentOf(database, "base text"));
  if (const auto compiler = loadValues(database, nvccKey); !compiler.empty())
    project.nvcc = {compiler.front(), loadText(database, contentOf(database, nvccPtxKey))};
  loadRows(database, project);
  return project;
}

Sha256Digest projectDigest(const Database& database) {
  const Snapshot snapshot(database);
  Sha256 hash;
  Query values = database.query("SELECT key, position, value FROM project ORDER BY key, position");
  while (values.next()) hash.addText(values.text(0)).addNumber(std::uint64_t(values.integer(1))).addText(values.text(2));
  Query contents = database.query("SELECT key, content FROM project_content ORDER BY key");
  while (contents.next()) addContentTo(hash.addText(contents.text(0)), database, contents.integer(1));
  Query sources = database.query("SELECT name, content FROM source ORDER BY position");
  while (sources.next()) addContentTo(hash.addText(sources.text(0)), database, sources.integer(1));
  Query kernels = database.query("SELECT name, shown_name, instructions FROM kernel ORDER BY position");
  while (kernels.next()) hash.addText(kernels.text(0)).addText(kernels.text(1)).addNumber(std::uint64_t(kernels.integer(2)));
  Query outputs = database.query("SELECT name, type, type_origin FROM output ORDER BY position");
  while (outputs.next()) hash.addText(outputs.text(0)).addText(outputs.text(1)).addText(outputs.text(2));
  Query tests = database.query("SELECT role, arguments, content FROM test ORDER BY position");
  while (tests.next()) addContentTo(hash.addNumber(std::uint64_t(tests.integer(0))).addText(tests.text(1)), database, tests.integer(2));
  return hash.finish();
}

} // namespace gevo
