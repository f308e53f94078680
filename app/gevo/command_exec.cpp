#include "app/gevo/commands.h"
#include "app/gevo/exec_table.h"
#include "app/gevo/progress_bar.h"
#include "app/gevo/variant.h"
#include "core/base/temporary_folder.h"
#include "core/devices/examine.h"
#include "core/devices/gpu_choice.h"
#include "core/devices/program_trust.h"
#include "core/format/number.h"
#include "core/inspection/pool_variant_worker.h"
#include "core/project/build_project.h"
#include "core/values/built_project.h"
#include "core/values/exported_code.h"
#include "core/values/machine.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

namespace gevo {

namespace {

namespace fs = std::filesystem;

struct ExecOptions {
  std::string file;
  std::string variant = "best";
  std::int64_t run = 0;
  unsigned repeats = 5;
  std::string program;
  std::string target;
  bool original = false;
  bool trust = false;
  std::vector<std::string> arguments;
};

/// A version of the program to build and run: the original or the variant, by clang or nvcc.
struct ProgramVersion {
  std::string name;
  std::string ptx;
  fs::path program;
  std::vector<ProgramRun> runs;
  Configuration configuration = {};
};

/// The folder of the program, if its owner trusts it.
Result<fs::path> trustedFolder(const ExecOptions& options, Store& store, const Project& project) {
  const fs::path here = fs::current_path();
  const Result<bool> already = store.trusted();
  const Result<fs::path> known = store.programFolder();
  const bool isKnown = already && *already && known && !findProgram(project, {*known}).empty();
  if (options.trust && !isKnown) {
    if (findProgram(project, {here}).empty())
      return fail("{} is not in {}; use --trust in the folder that holds the program", project.build.files.front(), here.string());
    GEVO_TRY(store.trust(here));
  }
  GEVO_TRY_ASSIGN(const bool trusted, store.trusted());
  if (!trusted)
    return fail("{0} was made elsewhere, and its program would be built and run here; read its sources, and if you trust them, run gevo "
                "exec {0} --trust in the folder that holds the program",
                options.file);
  Result<fs::path> folder = store.programFolder();
  if (folder && folder->empty())
    return fail("the folder of the program of {0} is not known; run gevo exec {0} --trust in that folder", options.file);
  return folder;
}

/// The original by clang and, where it is known, by nvcc, and the variant. With --program only the requested one.
Result<std::vector<ProgramVersion>> programVersions(const ExecOptions& options, const ChosenVariant& chosen, const Project& project,
                                                    const std::string& architecture) {
  const auto worker = makeViewWorker(*chosen.store, chosen.run.settings.evaluation);
  const bool isOriginal = chosen.variant.id == 0;
  std::vector<ProgramVersion> all;
  if (options.program.empty() || isOriginal) {
    GEVO_TRY_ASSIGN(ExportedCode ptx, worker->code({}, Artifact::Ptx, architecture));
    all.push_back({"original", std::move(ptx.text), {}, {}});
  }
  if (options.program.empty() && !project.nvcc.ptx.empty() && architecture == project.build.architecture)
    all.push_back({"original, by nvcc", project.nvcc.ptx, {}, {}});
  if (!isOriginal) {
    GEVO_TRY_ASSIGN(ExportedCode ptx, worker->code(chosen.variant.edits, Artifact::Ptx, architecture));
    all.push_back({"variant " + variantName(chosen.variant.id), std::move(ptx.text), {}, {}, configurationOf(chosen.variant.edits)});
  }
  return all;
}

/// Runs the program twice: as it is for its total time, and once more to time its kernels.
Result<ProgramRun> runBothWays(ProgramCommand command) {
  Result<ProgramRun> run = runProgram(command);
  if (!run) return run;
  command.timesKernels = true;
  const Result<ProgramRun> timed = runProgram(command);
  if (!timed) return timed;
  run->kernelMicroseconds = timed->kernelMicroseconds;
  run->launches = timed->launches;
  return run;
}

/// The versions take turns, so that a drift of the GPU's clock affects all of them.
Result<void> runAll(std::vector<ProgramVersion>& all, const ExecOptions& options, const std::vector<std::string>& arguments,
                    const fs::path& folder) {
  ProgressBar bar;
  ProgramCommand command;
  command.arguments = arguments;
  command.folder = folder;
  for (unsigned i = 0; i < options.repeats; ++i)
    for (ProgramVersion& one : all) {
      bar.show(-1, fmt::format("running the {}, {} of {}", one.name, i + 1, options.repeats));
      command.name = "the " + one.name;
      command.program = one.program;
      Result<ProgramRun> run = runBothWays(command);
      if (!run) {
        bar.clear();
        return std::unexpected(run.error());
      }
      one.runs.push_back(std::move(*run));
      // So that a variant that hangs is killed before long.
      const double longest = std::max(60.0, 20 * all.front().runs.front().seconds);
      command.limit = std::chrono::milliseconds(static_cast<std::int64_t>(longest * 1000));
    }
  bar.clear();
  return {};
}

void report(const std::vector<ProgramVersion>& all, const DeviceChoice& gpu, const ExecOptions& options) {
  std::vector<ExecRow> rows;
  bool allKnown = true;
  for (const ProgramVersion& one : all) {
    rows.push_back({one.name, figuresOf(one.runs)});
    allKnown = allKnown && std::isfinite(rows.back().figures.kernelMicroseconds);
  }
  fmt::print("{}: median of {}\n\n{}\n", gpu.name, formatCounted(options.repeats, "run"), execTable(rows));
  if (!allKnown)
    fmt::print("the time of some kernels is not known: the program ended without shutting down the CUDA runtime, or reset the device\n");
  if (all.back().name.starts_with("variant")) fmt::print("{}\n", compareOutputs(all.front().runs, all.back().runs).message);
}

Result<void> execute(const ExecOptions& options) {
  Result<ChosenVariant> chosen =
      chooseVariant(options.file, options.run, options.original ? "original" : options.variant, Store::Access::Read);
  GEVO_TRY(chosen);
  GEVO_TRY_ASSIGN(Project project, chosen->store->project());
  GEVO_TRY_ASSIGN(const fs::path folder, trustedFolder(options, *chosen->store, project));

  DeviceChoice gpu;
  if (options.program.empty()) {
    GEVO_TRY_ASSIGN(const MachineReport machine, examineMachine());
    GEVO_TRY_ASSIGN(DeviceChoice found, firstGpu(machine));
    gpu = std::move(found);
  }
  const std::string code = options.target.empty() ? gpu.architecture : options.target;
  const std::string& architecture = options.target.empty() ? ptxArchitecture(project.build.architecture, code) : options.target;
  GEVO_TRY_ASSIGN(std::vector<ProgramVersion> all, programVersions(options, *chosen, project, architecture));

  GEVO_TRY_ASSIGN(const TemporaryFolder made, TemporaryFolder::make());
  GpuBuildInputs request;
  const auto usual = std::ranges::find(project.tests, timedRole(project.tests), &TestCase::role);
  if (usual != project.tests.end()) request.commandLine = usual->arguments;
  project.tests.clear();
  request.project = std::move(project);
  request.workingFolder = folder.string();
  request.architecture = code;
  for (ProgramVersion& one : all) {
    one.program = made.path() / fmt::format("program{}", request.codes.size());
    request.codes.push_back({one.ptx, one.program.string(), one.configuration});
  }
  ProgressBar bar;
  BuildOptions building;
  building.progress = [&](const std::string& step) { bar.show(-1, step); };
  const Result<GpuBuild> built = buildForGpu(request, building);
  bar.clear();
  GEVO_TRY(built);
  for (const std::string& note : built->notes) fmt::print(stderr, "gevo: {}\n", note);

  if (!options.program.empty()) {
    std::error_code problem;
    fs::copy_file(all.front().program, options.program, fs::copy_options::overwrite_existing, problem);
    if (problem) return fail("{} can't be written: {}", options.program, problem.message());
    fmt::print("{}: the program with the kernels of {} ({})\n", options.program, all.front().name, architecture);
    return {};
  }
  const bool own = !options.arguments.empty();
  GEVO_TRY(runAll(all, options, own ? options.arguments : built->arguments, own ? fs::path() : folder));
  report(all, gpu, options);
  return {};
}

} // namespace

void addExec(CLI::App& app, int& exitCode) {
  CLI::App* command =
      app.add_subcommand("exec", "Run the program itself with a variant's kernels on this machine's GPU, beside the original");
  auto options = std::make_shared<ExecOptions>();
  command->add_option("file", options->file, "The .gevo file")->required();
  command->add_option("--variant", options->variant, "Id, original, or best: the fastest exact variant not known to fail validation")
      ->capture_default_str();
  command->add_option("--run", options->run, "Number of the run (default: the latest)");
  command
      ->add_option("--repeat", options->repeats,
                   "Rounds: each program runs once as it is and once with its kernels timed; medians are shown")
      ->capture_default_str()
      ->check(CLI::Range(1U, 1000U));
  command->add_option("--program", options->program, "Write the program to this path and run nothing; needs no GPU");
  command->add_flag("--original", options->original, "The original's kernels, built the same way; same as --variant original");
  command->add_option("--target", options->target,
                      "Architecture of the kernels, such as sm_80 (default: this machine's GPU, else the project's)");
  command->add_flag("--trust", options->trust, "Allow the program of a file from elsewhere to run here, as for gevo run");
  command->add_option("arguments", options->arguments,
                      "After --: the program's arguments (default: those of the first workload or test, in the program's folder)");
  command->callback([options, &exitCode] {
    if (Result<void> done = execute(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
