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

/// A program to build, and how it is called.
struct Contender {
  std::string name;
  std::string ptx;
  fs::path program;
  std::vector<ProgramRun> runs;
};

/// Where the program lies, if its owner trusts it.
Result<fs::path> trustedFolder(const ExecOptions& options, Store& store, const Project& project) {
  const fs::path here = fs::current_path();
  if (options.trust) {
    if (findProgram(project, {here}).empty())
      return fail("{} is not in {}; say --trust in the folder where the program lies", project.build.files.front(), here.string());
    GEVO_TRY(store.trust(here));
  }
  GEVO_TRY_ASSIGN(const bool trusted, store.trusted());
  if (!trusted)
    return fail("{0} was made elsewhere, and its program would be built and run here; read its sources, and if you trust them say so: gevo "
                "exec {0} "
                "--trust, in the folder where the program lies",
                options.file);
  Result<fs::path> folder = store.programFolder();
  if (folder && folder->empty())
    return fail("it is not known where the program of {0} lies; say gevo exec {0} --trust in that folder", options.file);
  return folder;
}

/// The original, as nvcc compiles it too, and the variant. With --program, the one that is asked for.
Result<std::vector<Contender>> contenders(const ExecOptions& options, const ChosenVariant& chosen, const Project& project,
                                          const std::string& architecture) {
  const auto worker = makeViewWorker(*chosen.store, chosen.run.settings.evaluation);
  const bool isOriginal = chosen.variant.id == 0;
  std::vector<Contender> all;
  if (options.program.empty() || isOriginal) {
    GEVO_TRY_ASSIGN(ExportedCode ptx, worker->code({}, Artifact::Ptx, architecture));
    all.push_back({"original", std::move(ptx.text), {}, {}});
  }
  if (options.program.empty() && !project.nvcc.ptx.empty() && architecture == project.build.architecture)
    all.push_back({"original, by nvcc", project.nvcc.ptx, {}, {}});
  if (!isOriginal) {
    GEVO_TRY_ASSIGN(ExportedCode ptx, worker->code(chosen.variant.edits, Artifact::Ptx, architecture));
    all.push_back({"variant " + variantName(chosen.variant.id), std::move(ptx.text), {}, {}});
  }
  return all;
}

/// What the program takes as it is, and what its kernels take, in a run of their own.
Result<ProgramRun> runBothWays(ProgramOrder order) {
  Result<ProgramRun> run = runProgram(order);
  if (!run) return run;
  order.timesKernels = true;
  const Result<ProgramRun> timed = runProgram(order);
  if (!timed) return timed;
  run->kernelMicroseconds = timed->kernelMicroseconds;
  run->launches = timed->launches;
  return run;
}

/// One after the other, so that what drifts meets all of them.
Result<void> runAll(std::vector<Contender>& all, const ExecOptions& options, const std::vector<std::string>& arguments,
                    const fs::path& folder) {
  ProgressBar bar;
  ProgramOrder order;
  order.arguments = arguments;
  order.folder = folder;
  for (unsigned i = 0; i < options.repeats; ++i)
    for (Contender& one : all) {
      bar.show(-1, fmt::format("running the {}, {} of {}", one.name, i + 1, options.repeats));
      order.name = "the " + one.name;
      order.program = one.program;
      Result<ProgramRun> run = runBothWays(order);
      if (!run) {
        bar.clear();
        return std::unexpected(run.error());
      }
      one.runs.push_back(std::move(*run));
      // A variant that hangs is found so before long.
      const double longest = std::max(60.0, 20 * all.front().runs.front().seconds);
      order.limit = std::chrono::milliseconds(static_cast<std::int64_t>(longest * 1000));
    }
  bar.clear();
  return {};
}

void report(const std::vector<Contender>& all, const DeviceChoice& gpu, const ExecOptions& options) {
  std::vector<ExecRow> rows;
  bool allKnown = true;
  for (const Contender& one : all) {
    rows.push_back({one.name, figuresOf(one.runs)});
    allKnown = allKnown && std::isfinite(rows.back().figures.kernelMicroseconds);
  }
  fmt::print("{}: median of {}\n\n{}\n", gpu.name, formatCounted(options.repeats, "run"), execTable(rows));
  if (!allKnown) fmt::print("the time of some kernels is not known: the program ended without the runtime's end, or reset the device\n");
  if (all.back().name.starts_with("variant")) fmt::print("{}\n", compareOutputs(all.front().runs, all.back().runs).sentence);
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
  GEVO_TRY_ASSIGN(std::vector<Contender> all, contenders(options, *chosen, project, architecture));

  GEVO_TRY_ASSIGN(const TemporaryFolder made, TemporaryFolder::make());
  GpuBuildInputs request;
  for (const TestCase& test : project.tests)
    if (test.role == TestRole::Test && request.commandLine.empty()) request.commandLine = test.arguments;
  project.tests.clear();
  request.project = std::move(project);
  request.workingFolder = folder.string();
  request.architecture = code;
  for (Contender& one : all) {
    one.program = made.path() / fmt::format("program{}", request.codes.size());
    request.codes.push_back({one.ptx, one.program.string()});
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
  if (Result<void> ran = runAll(all, options, own ? options.arguments : built->arguments, own ? fs::path() : folder); !ran) return ran;
  report(all, gpu, options);
  return {};
}

} // namespace

void addExec(CLI::App& app, int& exitCode) {
  CLI::App* command =
      app.add_subcommand("exec", "Run the program itself with a variant's kernels on this machine's GPU, beside the original");
  auto options = std::make_shared<ExecOptions>();
  command->add_option("file", options->file, "The .gevo file")->required();
  command->add_option("--variant", options->variant, "Id, original, or best: the fastest exact variant that has not failed a check")
      ->capture_default_str();
  command->add_option("--run", options->run, "Number of the run (default: the latest)");
  command->add_option("--repeat", options->repeats, "Rounds: each program once as it is, once with its kernels timed; medians count")
      ->capture_default_str()
      ->check(CLI::Range(1U, 1000U));
  command->add_option("--program", options->program, "Write the program to this path and run nothing; needs no GPU");
  command->add_flag("--original", options->original, "The original's kernels, built the same way; as --variant original");
  command->add_option("--target", options->target,
                      "Architecture of the kernels, as sm_80 (default: this machine's GPU, else the project's)");
  command->add_flag("--trust", options->trust, "As for gevo run: the program of a file from elsewhere may run here");
  command->add_option("arguments", options->arguments,
                      "After --: the program's arguments (default: those of the first test, in the program's folder)");
  command->callback([options, &exitCode] {
    if (Result<void> done = execute(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
