#include "app/gevo/commands.h"
#include "app/gevo/progress_bar.h"
#include "core/format/number.h"
#include "core/project/build_project.h"
#include "core/project/evaluation_cost.h"
#include "core/project/new_project.h"
#include "core/project/own_build.h"
#include "core/values/built_project.h"
#include "core/values/device_name.h"
#include "core/values/function_names.h"

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>
#include <ranges>

namespace gevo {

namespace {

struct NewOptions {
  NewProject project;
  std::string sample;
  std::vector<std::string> build; ///< the user's own build command
  std::string compileCommands;    ///< a compile_commands.json
  std::string program;            ///< that is taken over from either
  std::string standard;
  std::vector<std::string> features;
  std::vector<std::string> synthesised; ///< functions, several in a text too
  std::vector<std::string> flags;
  std::string goal;    ///< --quality
  std::string runtime; ///< --runtime
  std::string device;
  std::string architecture;
  bool warnings = false;
  bool force = false;
  bool trust = false; ///< accepted everywhere
};

/// These options need --live; without it they are an error, so that none of them is silently ignored.
Result<void> readHostRun(const NewOptions& options, HostRunSettings& hostRun) {
  const bool asked = !hostRun.quality.empty() || !options.goal.empty() || !options.runtime.empty() || !hostRun.data.empty();
  if (asked && !hostRun.on)
    return fail("--quality-regex, --quality, --runtime and --data are for variants evaluated by running the host program; add --live");
  if (!options.goal.empty() && hostRun.quality.empty())
    return fail("--quality needs a number that the program prints; add --quality-regex");
  if (options.goal == "lower") hostRun.goal = QualityGoal::Lower;
  if (options.runtime == "program") hostRun.runtime = RuntimeScope::Program;
  return {};
}

/// In trade-off mode.
std::string toleranceText(const OutputInfo& output) {
  const double own = output.tolerance.value_or(output.type.find('f') == std::string::npos ? 0 : -1);
  return own < 0 ? "the run's" : own == 0 ? "exact" : fmt::format("{} %", own * 100);
}

/// "taken over from the build of bfs: kernels.cu, main.cpp, -lm"
std::string takenFrom(const BuildSettings& build, const std::string& program) {
  std::string text;
  for (const std::string& name : build.files) text += (text.empty() ? "" : ", ") + name;
  for (const std::string& library : build.libraries) text += ", -l" + library;
  return fmt::format("taken over from the build of {}: {}", program, text);
}

std::string fuzzNote(const std::vector<std::string>& lines) {
  const std::string more = lines.size() > 2 ? fmt::format(" and {} more", lines.size() - 2) : "";
  return fmt::format("runs try what leads on other inputs too, made from the tests: \"{}\"{}; give better lines with --fuzz, or none with "
                     "--no-fuzz",
                     fmt::join(lines | std::views::take(2), "\", \""), more);
}

void describe(const std::string& file, const BuiltProject& reply) {
  const Project& project = reply.project;
  fmt::print("{}\n\n", file);
  if (!project.build.perSource.empty()) fmt::print("{}\n\n", takenFrom(project.build, project.name));
  fmt::print("{}\n", kernelTable(project.kernels).text());
  Table outputs({"output", "type", "known from", "tolerance", "ignored"});
  for (const OutputInfo& output : project.outputs)
    outputs.add({output.name, output.type, output.typeOrigin, toleranceText(output), printIgnored(output.ignored)});
  fmt::print("{}\n", outputs.text());
  if (!project.parameters.empty()) fmt::print("{}\n", parameterTable(project.parameters).text());
  for (const std::string& requirement : project.parameters.requirements) fmt::print("required: {}\n", requirement);
  if (const HostRunSettings& hostRun = project.build.hostRun; hostRun.on)
    fmt::print("evaluated by running the host program, by {}; runtime of {}; a private copy of {} for each run\n",
               hostRun.quality.empty() ? "what is copied to the host last" : "the number that matches " + hostRun.quality,
               hostRun.runtime == RuntimeScope::Program ? "the kernels and, measured, the host" : "the kernels",
               formatCounted(hostRun.files.size(), "file"));
  for (const std::string& note : reply.notes) fmt::print("note: {}\n", note);
  std::vector<double> seconds;
  for (const RecordedTest& test : reply.recorded) seconds.push_back(test.seconds);
  if (const std::string cost = describeCost(project.tests, seconds); !cost.empty()) fmt::print("{}\n", cost);
  fmt::print("recorded: {}. Next: gevo run {} --time 60s\n", formatCounted(project.tests.size(), "test"), file);
}

/// An error message that the explorer shows too, completed with the option that helps here.
std::unexpected<Error> withFlag(Error error, std::string_view flag) {
  error.message += flag;
  return std::unexpected(std::move(error));
}

std::string_view missingFlag(const NewProject& project) {
  if (project.build.files.empty()) return ", --sample NAME, or the command that builds the program: -- make";
  return project.tests.empty() ? " as --test \"ARGS\"" : "";
}

void addTo(std::vector<std::string>& values, std::vector<std::string> more) { std::ranges::move(more, std::back_inserter(values)); }

/// Without a name where sources are given by hand. What is given by options stays.
Result<OwnBuild> takeOver(const NewOptions& options, NewProject& project) {
  const bool isBuilt = !options.build.empty();
  const bool isListed = !options.compileCommands.empty();
  if (!isBuilt && !isListed) {
    if (options.program.empty()) return OwnBuild();
    return fail("--program chooses among the programs of a build; add -- and the build command, or --compile-commands");
  }
  if (!options.sample.empty() || (isBuilt && (isListed || !project.build.files.empty())))
    return fail("give sources, --sample, --compile-commands or a build command, and only one of them");
  if (project.tests.empty()) return fail("no test; give the program's command line as --test \"ARGS\""); // before the build
  ProgressBar bar;
  if (isBuilt) bar.show(-1, "running the build");
  Result<OwnBuild> taken = isBuilt ? takeFromBuild(options.build, project.folder, options.program)
                                   : takeFromCompileCommands(options.compileCommands, project.folder, options.program, project.build.files);
  bar.clear();
  GEVO_TRY(taken);
  BuildSettings& build = project.build;
  build.files = taken->settings.files;
  build.perSource = taken->settings.perSource;
  build.root = taken->settings.root;
  addTo(build.libraries, taken->settings.libraries);
  addTo(build.libraryFolders, taken->settings.libraryFolders);
  return *std::move(taken);
}

Result<void> create(NewOptions& options) {
  NewProject& project = options.project;
  if (Result<void> writable = checkTargetFile(project.file, options.force); !writable)
    return withFlag(writable.error(), options.force ? "" : ", or replace it with --force");
  project.folder = std::filesystem::current_path();
  GEVO_TRY(readHostRun(options, project.build.hostRun));
  if (const std::string& device = options.device; !device.empty())
    project.build.device = device.starts_with("sim") || isGpu(device) ? device : "sim:" + device;
  project.build.architecture = options.architecture;
  if (!options.standard.empty()) project.build.flags.push_back("-std=" + options.standard);
  project.build.synthesised = splitFunctionNames(fmt::format("{}", fmt::join(options.synthesised, ",")));
  for (const std::string& feature : options.features) project.build.flags.push_back("-f" + feature);
  project.build.flags.insert(project.build.flags.end(), options.flags.begin(), options.flags.end());
  if (!options.sample.empty()) {
    if (!project.build.files.empty()) return fail("give either --sample or source files, not both");
    GEVO_TRY_ASSIGN(const Sample sample, findSample(options.sample));
    fillFrom(sample, project);
  }
  GEVO_TRY_ASSIGN(const OwnBuild own, takeOver(options, project));
  Result<BuildInputs> request = buildRequest(project);
  if (!request) return withFlag(request.error(), missingFlag(project));
  if (!own.program.empty()) request->name = own.program;
  request->warnings = options.warnings;

  ProgressBar bar;
  BuildOptions build;
  build.progress = [&](const std::string& step) { bar.show(-1, step); };
  Result<BuiltProject> reply = buildProject(*request, build);
  bar.clear();
  GEVO_TRY(reply);

  GEVO_TRY(storeProject(project.file, reply->project, request->workingFolder, options.force, reply->coverage));
  if (project.build.fuzz.empty() && !request->settings.fuzz.empty()) reply->notes.push_back(fuzzNote(request->settings.fuzz));
  if (!own.note.empty()) reply->notes.insert(reply->notes.begin(), own.note);
  describe(project.file.string(), *reply);
  return {};
}

} // namespace

void addNew(CLI::App& app, int& exitCode, const std::vector<std::string>& build) {
  CLI::App* command = app.add_subcommand("new", "Make a .gevo file from a CUDA program");
  command->footer(
      "gevo new FILE --test ARGS -- COMMAND runs COMMAND, which builds the program (make, cmake --build build, nvcc ...), and takes\n"
      "over what it compiles and links.");
  auto options = std::make_shared<NewOptions>();
  options->build = build;
  command->add_option("file", options->project.file, "The .gevo file to make")->required();
  command->add_option("sources", options->project.build.files, "The program: .cu, .cpp and .c files, libraries");
  command->add_option("--compile-commands", options->compileCommands,
                      "A compile_commands.json that says how the program, or the sources, are compiled");
  command->add_option("--program", options->program, "The program to take over, where a build makes several");
  command->add_option("--sample", options->sample, "A bundled sample instead of sources (gevo samples lists them)");
  command->add_option("--test", options->project.tests, "Command line of a test that variants are selected by; may be given several times")
      ->take_all();
  command->add_option("--screen", options->project.screen, "Command line of the smallest test, run first")->take_all();
  command
      ->add_option(
          "--workload", options->project.workloads,
          "Command line that the program is used with: speedups are told for it, and tests only check results; may be given several "
          "times")
      ->take_all();
  command->add_option("--weight", options->project.build.workloadWeights, "Of the workloads, in their order, in the mean of their runtimes")
      ->take_all();
  command
      ->add_option(
          "--heldout,--held-out", options->project.heldOut,
          "Command line of a test used for validation only; {seed}, {rows:17..300} and {kind:fast,exact} in it become a value, another "
          "one for each fresh set of inputs")
      ->take_all();
  command
      ->add_option("--fuzz", options->project.build.fuzz,
                   "Command line with such places, of inputs that variants are tried on beside the tests (default: the held-out ones, or "
                   "the tests with other numbers in them)")
      ->take_all();
  command->add_flag("!--no-fuzz", options->project.fuzzesTests, "Make no such lines from the tests");
  command->add_option("--statistical", options->project.build.statisticalRuns,
                      "For a program that draws random numbers or adds in any order: run each test so often, with another number in each "
                      "{seed} in it, and judge variants by statistics over the runs");
  command->add_option("--kernel", options->project.build.kernels, "Edit only this kernel; may be given several times");
  command->add_option(
      "--output", options->project.outputs,
      "NAME[:TYPE[:TOLERANCE[:without=ELEMENTS]]]: an output's type, the error that is still valid for it (0.05 or 5%), and elements that "
      "are not compared: those of a value (-1) or range of values (-1..0), or places (#0..63); * in NAME is for any text");
  command
      ->add_option("--parameter", options->project.parameters,
                   "A macro or constant to evolve, and its values: BLOCK=8,16,32, ROWS=5..40:5, PREFETCH=on,off, TYPE=float,double")
      ->take_all();
  command->add_option("--require", options->project.requirements, "What parameters have to meet, for example \"BLOCK * BLOCK <= 1024\"")
      ->take_all();
  command->add_flag("!--no-parameters", options->project.findsParameters, "Evolve no parameters but those given");
  command
      ->add_option(
          "--synthesise", options->synthesised,
          "A function that computes a number from numbers, your own or one such as exp: programs near it are evolved from what the "
          "tests call it with, and variants may use them instead; may be given several times")
      ->take_all();
  command->add_option("-D", options->project.build.defines, "Macro for the compiler, X or X=Y")->allow_extra_args(false);
  command->add_option("-I", options->project.build.includes, "Folder of headers")->allow_extra_args(false);
  command->add_option("-l", options->project.build.libraries, "Extra host library")->allow_extra_args(false);
  command->add_option("-L", options->project.build.libraryFolders, "Folder of libraries")->allow_extra_args(false);
  command->add_option("--std", options->standard, "Language standard, for example c++20");
  command->add_option("-f", options->features, "Feature of the compiler, for example openmp or fast-math")->allow_extra_args(false);
  command
      ->add_option("--flag", options->flags,
                   "Flag of nvcc, for example \"-Xptxas -v\"; most of them are options themselves: -arch=sm_80 -Xcompiler -fopenmp")
      ->allow_extra_args(false);
  command->add_flag("--warnings", options->warnings, "Show the compilers' warnings too");
  command->add_option("--device", options->device,
                      "GPU that the program runs on and runs use by default: simulated, h200 (default), a100, ...; or cuda, cuda:N");
  command->add_option("--arch", options->architecture, "GPU architecture to compile for (default: the device's)");
  HostRunSettings& hostRun = options->project.build.hostRun;
  command->add_flag("--live", hostRun.on,
                    "Evaluate variants by running the host program with their kernels instead of replaying its tests");
  command->add_option(
      "--quality-regex", hostRun.quality,
      "With --live: a number that the program prints, in the first group of 'accuracy = ([0-9.]+)', instead of its outputs");
  command->add_option("--quality", options->goal, "higher (default) or lower: which way that number is better")
      ->check(CLI::IsMember({"higher", "lower"}));
  command->add_option("--runtime", options->runtime, "With --live: kernels (default), or program: the host's own code too, measured")
      ->check(CLI::IsMember({"kernels", "program"}));
  command->add_option("--data", hostRun.data, "With --live: a file or folder that the program reads (default: the first source's folder)")
      ->take_all();
  command->add_flag("--tolerate-undefined", options->project.build.toleratesUndefined,
                    "Let the original's loads of bytes that nobody has written, or just outside of an allocation, give zero");
  command->add_flag("--trust", options->trust, "As for gevo run; a file that is made here is trusted anyway")->group("");
  command->add_flag("--force", options->force, "Replace the file if it exists");
  command->callback([options, &exitCode] {
    if (Result<void> done = create(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
