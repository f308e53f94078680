#include "app/gevo/commands.h"
#include "app/gevo/progress_bar.h"
#include "core/session/build_project.h"
#include "core/session/new_project.h"

#include <CLI/CLI.hpp>

namespace gevo {

namespace {

struct NewOptions {
  NewProject project;
  std::string sample;
  std::string standard;
  std::vector<std::string> features;
  bool force = false;
};

/// In trade-off mode.
std::string toleranceText(const OutputInfo& output) {
  const double own = output.tolerance.value_or(output.type.find('f') == std::string::npos ? 0 : -1);
  return own < 0 ? "the run's" : own == 0 ? "exact" : fmt::format("{} %", own * 100);
}

void describe(const std::string& file, const BuildReply& reply) {
  const Project& project = reply.project;
  fmt::print("{}\n\n", file);
  Table kernels({"kernel", ">IR instructions"});
  for (const KernelInfo& kernel : project.kernels) kernels.add({kernel.shownName, std::to_string(kernel.instructions)});
  fmt::print("{}\n", kernels.text());
  Table outputs({"output", "type", "known from", "tolerance"});
  for (const OutputInfo& output : project.outputs) outputs.add({output.name, output.type, output.typeOrigin, toleranceText(output)});
  fmt::print("{}\n", outputs.text());
  for (const std::string& note : reply.notes) fmt::print("note: {}\n", note);
  fmt::print("recorded: {}. Next: gevo run {} --time 60s\n", counted(project.tests.size(), "test"), file);
}

/// Sentences that the explorer shows too, with what mends them here.
std::unexpected<Error> withFlag(Error error, std::string_view flag) {
  error.message += flag;
  return std::unexpected(std::move(error));
}

std::string_view missingFlag(const NewProject& project) {
  if (project.build.files.empty()) return ", or --sample NAME";
  return project.tests.empty() ? " as --test \"ARGS\"" : "";
}

Result<void> create(NewOptions& options) {
  NewProject& project = options.project;
  if (Result<void> place = checkPlace(project.file, options.force); !place)
    return withFlag(place.error(), options.force ? "" : ", or replace it with --force");
  project.folder = std::filesystem::current_path();
  if (!options.standard.empty()) project.build.flags.push_back("-std=" + options.standard);
  for (const std::string& feature : options.features) project.build.flags.push_back("-f" + feature);
  if (!options.sample.empty()) {
    if (!project.build.files.empty()) return fail("give either --sample or source files, not both");
    const Result<Sample> sample = findSample(options.sample);
    if (!sample) return std::unexpected(sample.error());
    fillFrom(*sample, project);
  }
  const Result<BuildRequest> request = buildRequest(project);
  if (!request) return withFlag(request.error(), missingFlag(project));

  ProgressBar bar;
  BuildOptions build;
  build.progress = [&](const std::string& step) { bar.show(-1, step); };
  const Result<BuildReply> reply = buildProject(*request, build);
  bar.clear();
  if (!reply) return std::unexpected(reply.error());

  if (Result<void> stored = storeProject(project.file, reply->project, request->workingFolder, options.force); !stored) return stored;
  describe(project.file.string(), *reply);
  return {};
}

} // namespace

void addNew(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("new", "Make a .gevo file from a CUDA program");
  auto options = std::make_shared<NewOptions>();
  command->add_option("file", options->project.file, "The .gevo file to make")->required();
  command->add_option("sources", options->project.build.files, "The program: .cu first, then further .cu, .cpp or .c");
  command->add_option("--sample", options->sample, "A bundled sample instead of sources (gevo samples lists them)");
  command->add_option("--test", options->project.tests, "Command line of a test that selects; may be given several times")->take_all();
  command->add_option("--screen", options->project.screen, "Command line of the smallest test, run first")->take_all();
  command
      ->add_option("--heldout", options->project.heldOut,
                   "Command line of a test that only validates; {seed} in it: a number, another one for each fresh set of inputs")
      ->take_all();
  command->add_option("--kernel", options->project.build.kernels, "Edit only this kernel; may be given several times");
  command->add_option("--output", options->project.outputs,
                      "NAME[:TYPE[:TOLERANCE]]: an output's type, and the error that is still valid for it (0.05 or 5%)");
  command->add_option("-D", options->project.build.defines, "Macro for the compiler, X or X=Y")->allow_extra_args(false);
  command->add_option("-I", options->project.build.includes, "Folder of headers")->allow_extra_args(false);
  command->add_option("-l", options->project.build.libraries, "Extra host library")->allow_extra_args(false);
  command->add_option("-L", options->project.build.libraryFolders, "Folder of libraries")->allow_extra_args(false);
  command->add_option("--std", options->standard, "Language standard, for example c++20");
  command->add_option("-f", options->features, "Feature of the compiler, for example openmp or fast-math")->allow_extra_args(false);
  command->add_option("--arch", options->project.build.architecture, "GPU architecture")->capture_default_str();
  command->add_flag("--force", options->force, "Replace the file if it exists");
  command->callback([options, &exitCode] {
    if (Result<void> done = create(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
