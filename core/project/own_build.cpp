#include "core/project/own_build.h"

#include "core/build_commands/compile_commands.h"
#include "core/build_commands/linked_program.h"
#include "core/build_recorder/build_recorder.h"

#include <algorithm>

namespace gevo {

namespace fs = std::filesystem;

namespace {

/// File systems keep time in coarser steps than the clock.
constexpr auto clockStep = std::chrono::seconds(2);

/// What makes everything new, for the build tools that we know.
std::string cleanAdvice(const std::vector<std::string>& command) {
  const std::string tool = fs::path(command.front()).filename().string();
  const auto has = [&](const char* word) { return std::ranges::find(command, word) != command.end(); };
  if (tool == "cmake" && has("--build")) return "add --clean-first to cmake --build";
  if (tool == "ninja") return "run ninja -t clean first";
  return tool == "make" || tool == "gmake" ? "run make clean first" : "remove what it made before, and build again";
}

bool isObject(const std::string& file) { return fs::path(file).extension() == ".o"; }

/// Objects that were there before the build are what an earlier one made.
std::vector<std::string> olderObjects(const LinkedProgram& program, fs::file_time_type begin) {
  std::vector<std::string> older;
  for (const std::string& file : program.linked) {
    std::error_code ignored;
    const auto time = fs::last_write_time(file, ignored);
    if (isObject(file) && !ignored && time < begin - clockStep) older.push_back(file);
  }
  return older;
}

std::vector<CompilerCall> callsOf(const std::vector<BuildCommand>& commands) {
  std::vector<CompilerCall> calls;
  for (const BuildCommand& command : commands)
    if (auto call = readCompilerCall(command); call && call->makes != CompilerCall::Product::Nothing) calls.push_back(std::move(*call));
  return calls;
}

bool compilesCuda(const std::vector<CompilerCall>& calls) {
  return std::ranges::any_of(calls, [](const CompilerCall& call) {
    return std::ranges::any_of(call.sources, [](const CompiledFile& source) { return source.language == Language::Cuda; });
  });
}

/// Of a build that did not reach its link line. Make looks for a program with a path by itself, and finds that it is not there.
std::string withoutNvcc(const RecordedBuild& build) {
  return fmt::format(
      "there is no nvcc here, and the build failed before it linked a program with CUDA code ({}); let it call nvcc by its name, "
      "as in make NVCC=nvcc, or give the sources",
      build.failure);
}

Result<OwnBuild> taken(const LinkedProgram& program, const fs::path& folder) {
  for (const ProgramSource& source : program.sources) {
    std::error_code ignored;
    if (!fs::exists(source.path, ignored))
      return fail("{}, which the build compiled into {}, is gone; let the build keep it", source.path, program.name());
  }
  GEVO_TRY_ASSIGN(auto settings, settingsOf(program, folder));
  return OwnBuild{program.name(), std::move(settings), {}};
}

} // namespace

Result<OwnBuild> takeFromBuild(const std::vector<std::string>& command, const fs::path& folder, const std::string& program) {
  GEVO_TRY_ASSIGN(const auto build, recordBuild(command, folder));
  const std::vector<CompilerCall> calls = callsOf(build.commands);
  const std::vector<LinkedProgram> programs = linkedPrograms(calls);
  const auto chosen = chooseProgram(programs, program);
  if (!chosen && !build.failure.empty()) return std::unexpected(Error{withoutNvcc(build), build.output});
  const bool isPartial =
      std::ranges::any_of(programs, [&](const LinkedProgram& one) { return !one.hasCuda() && !olderObjects(one, build.begin).empty(); });
  if (calls.empty() || (isPartial && !compilesCuda(calls)))
    return std::unexpected(Error{
        fmt::format("the build compiled nothing that is new, so what it is made of is not known; {}", cleanAdvice(command)), build.output});
  if (!compilesCuda(calls)) return fail("the build compiles no CUDA file; build the program that has kernels");
  GEVO_TRY(chosen);
  if (const auto older = olderObjects(*chosen, build.begin); !older.empty())
    return fail("{} was made by an earlier build, so its source is not known; {}", older.front(), cleanAdvice(command));
  auto made = taken(*chosen, folder);
  if (made && build.lacksNvcc)
    made->note = "there is no nvcc here: the build had empty files in place of its objects, and its own program does not run; clean it "
                 "before you build with nvcc. GEVO compiles the "
                 "sources with clang";
  return made;
}

Result<OwnBuild> takeFromCompileCommands(const fs::path& file, const fs::path& folder, const std::string& program,
                                         const std::vector<std::string>& sources) {
  GEVO_TRY_ASSIGN(auto commands, readCompileCommands(file));
  std::vector<std::string> given;
  for (const std::string& source : sources) given.push_back((folder / source).lexically_normal().string());
  GEVO_TRY_ASSIGN(const auto chosen, programOf(commands, program, given));
  return taken(chosen, folder);
}

} // namespace gevo
