#include "app/gevo/interruption.h"
#include "app/gevo/output.h"
#include "app/gevo/progress_bar.h"
#include "app/gevo/run_options.h"
#include "app/gevo/tmbl_commands.h"
#include "core/base/elapsed.h"
#include "core/base/file.h"
#include "core/format/number.h"
#include "core/tmbl/device/gpu_evaluator.h"
#include "core/tmbl/program_text.h"
#include "core/tmbl/regression/fit_defaults.h"
#include "core/tmbl/regression/front_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace gevo {

namespace {

using namespace tmbl;

struct FitOptions {
  std::string file;
  std::string target;
  double testShare = usualTestShare;
  std::string functions{usualFunctions};
  std::string time;
  std::string device;
  RegressionSettings settings{.evaluations = 0};
  bool json = false;
  std::string cuda;
  std::string save;
};

void printFront(const Regression& regression, const RegressionData& data, double seconds) {
  Table table({">length", ">training error", data.test ? ">test error" : ">", ">R^2", data.target + " ="});
  for (const FittedProgram& fitted : regression.front)
    table.add({formatCount(fitted.length), errorText(fitted.trainingError), data.test ? errorText(fitted.testError) : "",
               explainedText(fitted.explained), formulaOf(fitted, data)});
  fmt::print("{}\n{} in {} and {:.1f} s; {} to learn from, {} held out. Errors are roots of mean squares; R^2 is of {} rows.\n",
             table.text(), formatCounted(regression.evaluations, "evaluation"), formatCounted(regression.generations, "generation"),
             seconds, formatCounted(data.training.rows(), "row"), formatCount(data.test ? data.test->rows() : 0),
             data.test ? "held-out" : "all");
}

void printJson(const Regression& regression, const RegressionData& data, double seconds) {
  const auto finite = [](double value) { return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(); };
  nlohmann::json front = nlohmann::json::array();
  for (const FittedProgram& fitted : regression.front)
    front.push_back({{"length", fitted.length},
                     {"training_error", fitted.trainingError},
                     {"test_error", data.test ? finite(fitted.testError) : nlohmann::json()},
                     {"r2", finite(fitted.explained)},
                     {"formula", formulaOf(fitted, data)},
                     {"program", printProgram(fitted.program)}});
  fmt::print("{}\n", nlohmann::json{{"target", data.target},
                                    {"inputs", data.inputs},
                                    {"training_rows", data.training.rows()},
                                    {"test_rows", data.test ? data.test->rows() : 0},
                                    {"evaluations", regression.evaluations},
                                    {"generations", regression.generations},
                                    {"seconds", seconds},
                                    {"front", front}}
                         .dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::string programsText(const Regression& regression, const RegressionData& data) {
  std::string text;
  for (const FittedProgram& fitted : regression.front) text += "# " + remarkOf(fitted, data) + printProgram(fitted.program) + '\n';
  return text;
}

Result<std::unique_ptr<PopulationEvaluator>> evaluatorFor(const FitOptions& options, const Cases& cases) {
  if (options.device.empty()) return std::make_unique<ProcessorEvaluator>(cases, options.settings.threads);
  GpuSettings gpu;
  gpu.threads = options.settings.threads;
  GEVO_TRY_ASSIGN(gpu.gpu, parseGpuNumber(options.device));
  return GpuEvaluator::start(gpu, cases);
}

Result<void> execute(FitOptions options) {
  RegressionSettings& settings = options.settings;
  if (!options.time.empty()) {
    GEVO_TRY_ASSIGN(settings.seconds, parseDuration(options.time));
  }
  if (settings.seconds == 0 && settings.evaluations == 0) settings.evaluations = usualEvaluations;
  GEVO_TRY_ASSIGN(settings.operations, parseOperations(options.functions));
  GEVO_TRY_ASSIGN(const DataTable table, readTable(options.file));
  GEVO_TRY_ASSIGN(const RegressionData data, splitTable(table, options.target, options.testShare, settings.seed));
  GEVO_TRY_ASSIGN(const std::unique_ptr<PopulationEvaluator> evaluator, evaluatorFor(options, data.training));

  countInterruptions();
  const auto begin = std::chrono::steady_clock::now();
  std::stop_source stop;
  ProgressBar bar;
  const auto progress = [&](const RegressionProgress& done) {
    if (interruptions() > 0) stop.request_stop();
    double share = settings.seconds > 0 ? secondsSince(begin) / settings.seconds : 0;
    if (settings.evaluations > 0)
      share = std::max(share, static_cast<double>(done.evaluations) / static_cast<double>(settings.evaluations));
    bar.show(share, fmt::format("generation {}  {}  least error {} of the target's deviation", done.generation,
                                formatCounted(done.evaluations, "evaluation"), errorText(done.error)));
  };
  const Result<Regression> regression = runRegression(data, settings, *evaluator, progress, stop.get_token());
  bar.clear();
  GEVO_TRY(regression);
  const double seconds = secondsSince(begin);
  if (!options.save.empty()) GEVO_TRY(writeFile(options.save, programsText(*regression, data)));
  if (!options.cuda.empty()) GEVO_TRY(writeFile(options.cuda, cudaText(regression->front, data)));
  options.json ? printJson(*regression, data, seconds) : printFront(*regression, data, seconds);
  return {};
}

} // namespace

void addTmblFit(CLI::App& tmbl, int& exitCode) {
  CLI::App* command = tmbl.add_subcommand("fit", "Find programs for a table: a front of error and length, with formulas");
  auto options = std::make_shared<FitOptions>();
  RegressionSettings& settings = options->settings;
  command->add_option("data", options->file, "The table, FILE.csv: a line of names and a line for each row")->required();
  command->add_option("--target", options->target, "The column to predict (default: the last)");
  command->add_option("--test-share", options->testShare, "Share of rows that are held out and only judge (default: 0.25)")
      ->check(CLI::Range(0.0, 0.9));
  command->add_option(
      "--functions", options->functions,
      "Instructions of programs: add,sub,mul,div,testsub,testdiv,min,max,fma,sqrt,exp,log,sin,cos (default: " + options->functions + ")");
  command->add_option("--max-length", settings.mostInstructions, "Instructions of a program, with those that do nothing (default: 50)")
      ->check(CLI::Range(std::size_t(1), mostInstructions));
  command->add_option("--slots", settings.slotCount, "Registers of a program (default: 4)")->check(CLI::Range(1U, mostSlots));
  command->add_option("--population", settings.population, "Programs of a generation (default: 500)")->check(CLI::Range(2U, 1000000U));
  command->add_option("--evaluations", settings.evaluations, "Stop after so many evaluations (default: 200,000, unless --time is given)");
  command->add_option("--time", options->time, "Stop after this time (60s, 10m, 2h)");
  command->add_option("--seed", settings.seed, "Random seed (default: 1)");
  command->add_option("--device", options->device,
                      "Evaluate on a GPU, cuda:0 (default: this machine's processors); the result is the same");
  command->add_option("--threads", settings.threads, "Threads (default: one for each processor); the result does not depend on it");
  command->add_option("--cuda", options->cuda, "A file to write: a CUDA function for each program of the front");
  command->add_option("--save", options->save, "A file to write: the programs of the front");
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &exitCode] {
    if (Result<void> done = execute(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
