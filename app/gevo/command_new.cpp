#include "app/gevo/commands.h"
#include "app/gevo/progress_bar.h"
#include "app/gevo/samples.h"
#include "core/base/wire.h"
#include "core/run/worker_pool.h"
#include "core/session/held_out_lines.h"
#include "core/store/store.h"

#include <CLI/CLI.hpp>

namespace gevo {

namespace {

struct NewOptions {
  std::string file;
  std::string sample;
  BuildSettings build;
  std::vector<std::string> screen;
  std::vector<std::string> tests;
  std::vector<std::string> heldOut;
  std::vector<std::string> outputs;
  bool force = false;
};

void addTests(std::vector<TestCase>& tests, TestRole role, const std::vector<std::string>& arguments) {
  for (const std::string& text : arguments) tests.push_back({role, text, {}});
}

Result<BuildRequest> makeRequest(NewOptions& options) {
  BuildRequest request;
  request.workingFolder = std::filesystem::current_path().string();
  if (!options.sample.empty()) {
    if (!options.build.files.empty()) return fail("give either --sample or source files, not both");
    Result<Sample> sample = findSample(options.sample);
    if (!sample) return std::unexpected(sample.error());
    options.build.files = {sample->source.filename().string()};
    request.workingFolder = sample->source.parent_path().string();
    if (options.screen.empty()) options.screen = sample->screen;
    if (options.tests.empty()) options.tests = sample->tests;
    if (options.heldOut.empty()) options.heldOut = sample->heldOut;
  }
  if (options.build.files.empty()) return fail("no source file; give a .cu file, or --sample NAME");
  if (options.tests.empty()) return fail("no test; give the program's command line as --test \"ARGS\"");
  request.name = std::filesystem::path(options.build.files.front()).stem().string();
  request.settings = options.build;
  request.outputs = options.outputs;
  addTests(request.tests, TestRole::Screen, options.screen);
  addTests(request.tests, TestRole::Test, options.tests);
  request.settings.heldOut = options.heldOut;
  std::vector<std::string> lines;
  for (const auto* given : {&options.screen, &options.tests, &options.heldOut}) lines.insert(lines.end(), given->begin(), given->end());
  const std::uint64_t seed = freshSeed(lines);
  for (std::string& line : options.heldOut) line = withSeed(line, seed);
  addTests(request.tests, TestRole::HeldOut, options.heldOut);
  return request;
}

void describe(const std::string& file, const BuildReply& reply) {
  const Project& project = reply.project;
  fmt::print("{}\n\n", file);
  Table kernels({"kernel", ">IR instructions"});
  for (const KernelInfo& kernel : project.kernels) kernels.add({kernel.shownName, std::to_string(kernel.instructions)});
  fmt::print("{}\n", kernels.text());
  Table outputs({"output", "type", "known from"});
  for (const OutputInfo& output : project.outputs) outputs.add({output.name, output.type, output.typeOrigin});
  fmt::print("{}\n", outputs.text());
  for (const std::string& note : reply.notes) fmt::print("note: {}\n", note);
  fmt::print("recorded: {}. Next: gevo run {} --time 60s\n", counted(project.tests.size(), "test"), file);
}

/// What stands in the way of making the file.
Result<void> checkPlace(const NewOptions& options) {
  std::error_code ignored;
  if (!std::filesystem::exists(options.file, ignored)) return {};
  if (!options.force) return fail("{} exists already; choose another name, or replace it with --force", options.file);
  Result<std::unique_ptr<Store>> old = Store::open(options.file, Store::Access::Read);
  if (!old) return {}; // damaged, or no .gevo file: --force says that it may go
  Result<bool> busy = (*old)->writerAlive();
  if (busy && *busy) return fail("{} is being written by a run; stop that run first", options.file);
  return {};
}

/// The old file goes only when the new one is complete.
Result<void> store(const NewOptions& options, const Project& project, const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (!options.force || !fs::exists(options.file, ignored)) {
    Result<std::unique_ptr<Store>> made = Store::create(options.file, project, folder);
    return made ? Result<void>() : std::unexpected(made.error());
  }
  const std::string fresh = options.file + ".new";
  fs::remove(fresh, ignored);
  if (Result<std::unique_ptr<Store>> made = Store::create(fresh, project, folder); !made) return std::unexpected(made.error());
  if (Result<void> place = checkPlace(options); !place) {
    fs::remove(fresh, ignored);
    return place;
  }
  for (const char* suffix : {"-wal", "-shm", "-journal"}) fs::remove(options.file + suffix, ignored);
  std::error_code problem;
  fs::rename(fresh, options.file, problem);
  if (problem) return fail("cannot replace {}: {}", options.file, problem.message());
  return {};
}

Result<void> create(NewOptions& options) {
  if (Result<void> place = checkPlace(options); !place) return place;
  Result<BuildRequest> request = makeRequest(options);
  if (!request) return std::unexpected(request.error());

  WorkerPoolSettings settings;
  settings.arguments = {"build"};
  settings.jobTimeout = std::chrono::hours(1);
  settings.memoryBytes = 0;
  settings.limitsProcessorTime = false;
  Result<std::unique_ptr<WorkerPool>> worker = WorkerPool::start(settings, {});
  if (!worker) return std::unexpected(worker.error());
  ProgressBar bar;
  bar.show(-1, fmt::format("building {} and recording {} tests", request->settings.files.front(), request->tests.size()));
  Result<BuildReply> reply = (*worker)->call(*request);
  bar.clear();
  if (!reply) return std::unexpected(reply.error());

  if (Result<void> stored = store(options, reply->project, request->workingFolder); !stored) return stored;
  describe(options.file, *reply);
  return {};
}

} // namespace

void addNew(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("new", "Make a .gevo file from a CUDA program");
  auto options = std::make_shared<NewOptions>();
  command->add_option("file", options->file, "The .gevo file to make")->required();
  command->add_option("sources", options->build.files, "The program: .cu first, then further .cu, .cpp or .c");
  command->add_option("--sample", options->sample, "A bundled sample instead of sources (gevo samples lists them)");
  command->add_option("--test", options->tests, "Command line of a test that selects; may be given several times")->take_all();
  command->add_option("--screen", options->screen, "Command line of the smallest test, run first")->take_all();
  command
      ->add_option("--heldout", options->heldOut,
                   "Command line of a test that only validates; {seed} in it: a number, another one for each fresh set of inputs")
      ->take_all();
  command->add_option("--kernel", options->build.kernels, "Edit only this kernel; may be given several times");
  command->add_option("--output", options->outputs, "NAME[:TYPE] of an output whose type is not to be guessed");
  command->add_option("-D", options->build.defines, "Macro for the compiler, X or X=Y")->allow_extra_args(false);
  command->add_option("-I", options->build.includes, "Folder of headers")->allow_extra_args(false);
  command->add_option("-l", options->build.libraries, "Extra host library")->allow_extra_args(false);
  command->add_option("--arch", options->build.architecture, "GPU architecture")->capture_default_str();
  command->add_flag("--force", options->force, "Replace the file if it exists");
  command->callback([options, &exitCode] {
    if (Result<void> done = create(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
