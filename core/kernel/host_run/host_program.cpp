#include "core/kernel/host_run/host_program.h"

#include "core/base/hash.h"
#include "core/base/paths.h"
#include "core/base/wire.h"
#include "core/kernel/compile/changed_sources.h"
#include "core/kernel/compile/project_program.h"

#include <algorithm>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

constexpr const char* programName = "program";
constexpr const char* deviceName = "device.bc";
constexpr std::size_t mostHeaders = 10'000;

/// Size and time of a file, or of all files in a folder: enough to notice changes.
std::string stampOf(const fs::path& path) {
  std::error_code ignored;
  std::vector<std::string> stamps;
  const auto add = [&](const fs::path& file) {
    stamps.push_back(fmt::format("{} {} {}", file.string(), fs::file_size(file, ignored),
                                 fs::last_write_time(file, ignored).time_since_epoch().count()));
  };
  if (fs::is_regular_file(path, ignored)) add(path);
  if (fs::is_directory(path, ignored))
    for (const auto& entry : fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied, ignored))
      if (entry.is_regular_file(ignored) && stamps.size() < mostHeaders) add(entry.path());
  std::ranges::sort(stamps);
  std::string text;
  for (const std::string& stamp : stamps) text += stamp + '\n';
  return text;
}

/// Cache key of the built program: the same for the same inputs.
std::string keyOf(const Project& project, const CompilerSetup& setup, const fs::path& runtime) {
  std::string text = toHex(hashBytes(wire::encode(project.build)));
  text += setup.clang.version + setup.cuda.string() + setup.folder.string() + runtime.string();
  for (const SourceFile& source : project.sources) text += source.name + ' ' + toHex(hashText(source.text)) + '\n';
  for (const auto* paths : {&project.build.files, &project.build.includes})
    for (const std::string& path : *paths) text += stampOf(setup.folder / path);
  for (const SourceSettings& source : project.build.perSource)
    for (const std::string& path : source.includes) text += stampOf(setup.folder / path);
  return toHex(hashText(text));
}

Result<void> compileInto(const fs::path& folder, const CompilerSetup& setup, const InputFiles& files) {
  GEVO_TRY_ASSIGN(const auto deviceFiles, compileDeviceCode(setup, files));
  GEVO_TRY_ASSIGN(const auto deviceCode, linkDeviceFiles(deviceFiles, files.cuda));
  GEVO_TRY_ASSIGN(const auto program, compileProgram(setup, files, deviceFiles));
  std::error_code problem;
  fs::create_directories(folder, problem);
  const std::string_view bitcode(reinterpret_cast<const char*>(deviceCode.data()), deviceCode.size());
  if (const auto written = writeFile(folder / deviceName, bitcode); !written) return written;
  // Last, by renaming: a program that exists is complete.
  const fs::path unfinished = folder / "unfinished";
  fs::copy_file(program, unfinished, fs::copy_options::overwrite_existing, problem);
  if (!problem) fs::rename(unfinished, folder / programName, problem);
  if (problem) return fail("{} can't be written: {}", (folder / programName).string(), problem.message());
  return {};
}

} // namespace

Result<HostProgram> buildHostProgram(const Project& project, const fs::path& folder, const Workspace& workspace) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    return fail("{}, where the program was made, is gone; put it back, or give its new path with --trust", folder.string());
  GEVO_TRY_ASSIGN(const auto files, sortFiles(project.build, folder));
  // The texts of another configuration come from files that were checked when the program's own was built.
  const bool isConfigured = !project.configuration.empty();
  if (!isConfigured) GEVO_TRY(checkSources(project, projectFolder(files, folder)));
  auto clang = locateClang();
  if (!clang) return fail("live evaluation builds the program, and {}", clang.error().message);
  auto cuda = locateCuda();
  if (!cuda) return fail("live evaluation builds the program, and {}", cuda.error().message);
  GEVO_TRY_ASSIGN(const auto runtime, companionPath("libgevocudart.so"));
  const fs::path scratch = workspace.folder() / "build";
  fs::create_directories(scratch, ignored);
  CompilerSetup setup{std::move(*clang), std::move(*cuda), project.build, folder, scratch};
  if (isConfigured) setup = withSources(std::move(setup), files, project.sources);

  const fs::path made = workspace.programs() / keyOf(project, setup, runtime);
  const auto lock = FileLock::take(made.string() + ".lock"); // one builds, the others wait for it
  GEVO_TRY(lock);
  if (!fs::exists(made / programName, ignored)) GEVO_TRY(compileInto(made, setup, files));
  fs::last_write_time(made, fs::file_time_type::clock::now(), ignored);

  GEVO_TRY_ASSIGN(const auto bitcode, readFile(made / deviceName));
  GEVO_TRY_ASSIGN(auto device, describeDeviceCode(ByteView(reinterpret_cast<const std::uint8_t*>(bitcode.data()), bitcode.size())));
  GEVO_TRY_ASSIGN(auto offsets, offsetsOf(project, device));
  return HostProgram{made / programName, std::move(device), std::move(offsets)};
}

} // namespace gevo::program
