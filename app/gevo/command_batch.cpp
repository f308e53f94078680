#include "app/gevo/commands.h"
#include "app/gevo/run_options.h"
#include "core/base/command_line.h"
#include "core/base/file.h"
#include "core/base/paths.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <fmt/ranges.h>
#include <set>

namespace gevo {

namespace {

namespace fs = std::filesystem;

struct BatchOptions {
  RunOptions run;
  unsigned nodes = 1;
  unsigned gpus = 0; ///< of each node
  std::string limit;
  std::string partition;
  std::string account;
  std::string output;
};

/// Of the job, beside the search: to load the file on each node, and to validate what was found.
constexpr double loadingMinutes = 10;
constexpr double validationShare = 0.3;

/// Those that `--resume` may be given anew.
const std::set<std::string> ofResumed{"--generations", "--time",  "--target", "--stagnation", "--evaluations",
                                      "--workers",     "--quiet", "--json",   "--profile"};

/// One word of a shell.
std::string shellWord(const std::string& word) {
  const auto isPlain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view("-_./:=,+@%").contains(c);
  };
  return !word.empty() && std::ranges::all_of(word, isPlain) ? word : quoteForShell(word);
}

/// The options of the run as they were given; of a resumed one those alone that it may be given.
std::string optionsOf(const CLI::App& run, bool resumed) {
  std::vector<std::string> words;
  if (resumed) words.emplace_back("--resume");
  for (const CLI::Option* option : run.get_options()) {
    if (option->get_positional() || option->get_lnames().empty()) continue;
    const std::string name = "--" + option->get_lnames().front();
    if (option->count() == 0 || option->get_group() == "Job" || (resumed && !ofResumed.contains(name))) continue;
    const bool isFlag = option->get_expected_min() == 0 && option->results().front() == "true";
    words.push_back(shellWord(isFlag ? name : name + '=' + option->results().front()));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

Result<unsigned> jobMinutes(const BatchOptions& options) {
  if (!options.limit.empty()) {
    GEVO_TRY_ASSIGN(const double seconds, parseDuration(options.limit));
    return static_cast<unsigned>(std::ceil(seconds / 60));
  }
  const double seconds = options.run.settings.search.seconds;
  if (seconds <= 0) return fail("a job needs a time limit; give --time for the search, or --limit for the whole job");
  return static_cast<unsigned>(std::ceil(seconds / 60 * (1 + validationShare) + loadingMinutes));
}

Result<std::string> scriptFor(const CLI::App& command, BatchOptions& options) {
  GEVO_TRY(readRunOptions(command, options.run));
  std::error_code ignored;
  const fs::path file = fs::absolute(options.run.file);
  if (!fs::exists(file, ignored)) return fail("{} does not exist", options.run.file);
  GEVO_TRY_ASSIGN(const unsigned minutes, jobMinutes(options));
  GEVO_TRY_ASSIGN(const fs::path program, companionPath("gevo-mpi"));
  GEVO_TRY_ASSIGN(const fs::path own, companionPath("gevo"));
  std::string script = "#!/bin/bash\n";
  const auto directive = [&](const std::string& text) { script += "#SBATCH " + text + '\n'; };
  directive("--job-name=" + shellWord("gevo-" + file.stem().string()));
  directive(fmt::format("--nodes={}", options.nodes));
  directive("--ntasks-per-node=1");
  directive("--exclusive");
  if (options.gpus > 0) directive(fmt::format("--gpus-per-node={}", options.gpus));
  directive(fmt::format("--time={}", minutes));
  if (!options.partition.empty()) directive("--partition=" + shellWord(options.partition));
  if (!options.account.empty()) directive("--account=" + shellWord(options.account));
  directive("--requeue");
  directive("--no-kill");
  directive("--signal=TERM@60");
  script += fmt::format(R"(
# sbatch this file to begin a run. With --resume behind its name the file's latest run goes on, as it does when Slurm starts the job again
# after its run began. A minute before its time is up the job ends by itself, and a node that is lost costs only what it evaluates.
file={}
options=({})
lines=$(set -o pipefail; {} show "$file" --runs --csv | wc -l) || exit 1
before="$file.job-$SLURM_JOB_ID" # as many as there were when the job began
if [[ ${{1:-}} == --resume || -s $before && $lines -gt $(<"$before") ]]; then
    options=({})
else
    echo "$lines" > "$before.new" && mv "$before.new" "$before" || exit 1
fi
# One process a node, with all its cores and GPUs. Since Slurm 22.05 srun gives a process one core unless it is told how many.
exec srun --ntasks-per-node=1 --cpus-per-task="$SLURM_CPUS_ON_NODE" --no-kill --kill-on-bad-exit=0 \
    {} run "$file" "${{options[@]}}"
)",
                        shellWord(file.string()), optionsOf(command, false), shellWord(own.string()), optionsOf(command, true),
                        shellWord(program.string()));
  return script;
}

Result<void> write(const CLI::App& command, BatchOptions& options) {
  GEVO_TRY_ASSIGN(const std::string script, scriptFor(command, options));
  if (options.output.empty()) {
    fmt::print("{}", script);
    return {};
  }
  GEVO_TRY(writeFile(options.output, script));
  fmt::print("Next: sbatch {}\n", shellWord(options.output));
  return {};
}

} // namespace

void addBatch(CLI::App& app, int& exitCode) {
  CLI::App* const command = app.add_subcommand("batch", "Write the script of a Slurm job that runs on many nodes");
  auto options = std::make_shared<BatchOptions>();
  addRunOptions(*command, options->run);
  for (CLI::Option* option : command->get_options())
    if (!option->get_positional() && option != command->get_help_ptr()) option->group(""); // explained by gevo run
  command->footer("All options of gevo run may be given, too: the job's run has them.");
  command->add_option("--nodes", options->nodes, "Nodes of the job")->check(CLI::Range(1, 10000))->group("Job");
  command->add_option("--gpus-per-node", options->gpus, "GPUs of each node, all of one kind")->check(CLI::Range(1, 64))->group("Job");
  command
      ->add_option("--limit", options->limit, "Time limit of the job (default: --time, three tenths more for validation, and 10 minutes)")
      ->group("Job");
  command->add_option("--partition", options->partition, "Slurm's partition")->group("Job");
  command->add_option("--account", options->account, "Slurm's account")->group("Job");
  command->add_option("--output", options->output, "Write the script to this file; else it is printed")->group("Job");
  command->callback([command, options, &exitCode] {
    if (const Result<void> done = write(*command, *options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
