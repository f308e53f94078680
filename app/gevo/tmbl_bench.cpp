#include "app/gevo/interruption.h"
#include "app/gevo/output.h"
#include "app/gevo/progress_bar.h"
#include "app/gevo/tmbl_commands.h"
#include "core/format/csv.h"
#include "core/format/number.h"
#include "core/tmbl/device/bench.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace gevo {

namespace {

using namespace tmbl;

struct BenchOptions {
  std::string device;
  std::vector<std::string> experiments;
  BenchSettings settings;
  bool json = false;
  bool csv = false;
};

/// The steps, with their names in tables and in JSON.
struct Column {
  const char* header;
  const char* name;
  BenchFigure BenchRow::*figure;
};
constexpr Column columns[] = {
    {">write ms", "write", &BenchRow::write}, {">nvcc ms", "nvcc", &BenchRow::compile}, {">assemble ms", "assemble", &BenchRow::assemble},
    {">load ms", "load", &BenchRow::load},    {">run ms", "run", &BenchRow::run},       {">all ms", "all", &BenchRow::total}};

std::string formatMilliseconds(const BenchFigure& seconds) {
  if (seconds.mean == 0) return unknownFigure;
  return fmt::format("{:.4g} ± {:.2g}", seconds.mean * 1e3, seconds.error * 1e3);
}

std::string formatSpeed(const BenchFigure& speed) {
  return speed.mean == 0 ? std::string(unknownFigure) : fmt::format("{:.3e} ± {:.1e}", speed.mean, speed.error);
}

std::string kernelOf(const BenchRow& row) {
  if (row.device != BenchDevice::Ptx) return unknownFigure;
  constexpr const char* dispatch[] = {"table", "comparisons", "entries"};
  return fmt::format("{} x{}", dispatch[static_cast<std::size_t>(row.settings.dispatch)], row.settings.casesPerThread);
}

void printText(const Bench& bench, const BenchSettings& settings) {
  std::vector<std::string> headers{"experiment", "code", "kernel", ">programs", ">instructions", ">a module", ">threads"};
  for (const Column& column : columns) headers.emplace_back(column.header);
  headers.insert(headers.end(), {">operations/s", ">with compiling", ">equal sums"});
  Table table(headers);
  for (const BenchRow& row : bench.rows) {
    std::vector<std::string> cells{std::string(experimentName(row.experiment)),
                                   std::string(benchDeviceName(row.device)),
                                   kernelOf(row),
                                   formatCount(row.population),
                                   formatCount(row.instructions),
                                   formatCount(row.settings.individualsPerModule),
                                   row.settings.threads == 0 ? "all" : formatCount(row.settings.threads)};
    for (const Column& column : columns) cells.push_back(formatMilliseconds(row.*column.figure));
    cells.push_back(formatSpeed(row.speed));
    cells.push_back(formatSpeed(row.speedWithCompile));
    cells.push_back(row.compared == 0 ? std::string(unknownFigure) : fmt::format("{} of {}", row.equal, row.compared));
    table.add(cells);
  }
  fmt::print("{}\n{}; code for {} by {}; {} cases; {} with standard errors.\n", table.text(),
             bench.device.gpu.empty() ? "no GPU was asked for (--device cuda:0), so populations were compiled and not run"
                                      : bench.device.gpu,
             bench.device.architecture, bench.device.assembler, formatCount(settings.cases), formatCounted(settings.repeats, "repeat"));
}

nlohmann::json rowJson(const BenchRow& row) {
  const auto figure = [](const BenchFigure& value) { return nlohmann::json{{"mean", value.mean}, {"error", value.error}}; };
  nlohmann::json seconds;
  for (const Column& column : columns) seconds[column.name] = figure(row.*column.figure);
  return {{"experiment", experimentName(row.experiment)},
          {"code", benchDeviceName(row.device)},
          {"kernel", kernelOf(row)},
          {"population", row.population},
          {"instructions", row.instructions},
          {"individuals_per_module", row.settings.individualsPerModule},
          {"threads", row.settings.threads},
          {"seconds", seconds},
          {"operations_per_second", figure(row.speed)},
          {"operations_per_second_with_compiling", figure(row.speedWithCompile)},
          {"compared", row.compared},
          {"equal", row.equal}};
}

void printJson(const Bench& bench, const BenchSettings& settings) {
  nlohmann::json rows = nlohmann::json::array();
  for (const BenchRow& row : bench.rows) rows.push_back(rowJson(row));
  fmt::print("{}\n", nlohmann::json{{"gpu", bench.device.gpu},
                                    {"architecture", bench.device.architecture},
                                    {"assembler", bench.device.assembler},
                                    {"cases", settings.cases},
                                    {"inputs", settings.inputs},
                                    {"repeats", settings.repeats},
                                    {"rows", rows}}
                         .dump(2));
}

void printCsv(const Bench& bench) {
  std::vector<std::string> header{"experiment", "code", "kernel", "population", "instructions", "individuals_per_module", "threads"};
  const auto named = [&](const std::string& name) { header.insert(header.end(), {name, name + "_error"}); };
  for (const Column& column : columns) named(fmt::format("{}_seconds", column.name));
  named("operations_per_second");
  named("operations_per_second_with_compiling");
  header.insert(header.end(), {"compared", "equal"});
  Csv csv(header);
  for (const BenchRow& row : bench.rows) {
    std::vector<std::string> cells{std::string(experimentName(row.experiment)),
                                   std::string(benchDeviceName(row.device)),
                                   kernelOf(row),
                                   std::to_string(row.population),
                                   std::to_string(row.instructions),
                                   std::to_string(row.settings.individualsPerModule),
                                   std::to_string(row.settings.threads)};
    const auto add = [&](const BenchFigure& figure) { cells.insert(cells.end(), {csvNumber(figure.mean), csvNumber(figure.error)}); };
    for (const Column& column : columns) add(row.*column.figure);
    add(row.speed);
    add(row.speedWithCompile);
    cells.insert(cells.end(), {std::to_string(row.compared), std::to_string(row.equal)});
    csv.add(cells);
  }
  fmt::print("{}", csv.text());
}

Result<void> execute(BenchOptions options) {
  BenchSettings& settings = options.settings;
  if (!options.device.empty()) {
    GEVO_TRY_ASSIGN(settings.gpu.gpu, parseGpuNumber(options.device));
  }
  if (!options.experiments.empty()) settings.experiments.clear();
  for (const std::string& name : options.experiments) {
    GEVO_TRY_ASSIGN(const Experiment experiment, parseExperiment(name));
    settings.experiments.push_back(experiment);
  }
  countInterruptions();
  std::stop_source stop;
  ProgressBar bar;
  const auto progress = [&](const std::string& doing) {
    if (interruptions() > 0) stop.request_stop();
    bar.show(-1, doing);
  };
  const Result<Bench> bench = runBench(settings, progress, stop.get_token());
  bar.clear();
  GEVO_TRY(bench);
  if (options.json)
    printJson(*bench, settings);
  else
    options.csv ? printCsv(*bench) : printText(*bench, settings);
  return {};
}

} // namespace

void addTmblBench(CLI::App& tmbl, int& exitCode) {
  CLI::App* command = tmbl.add_subcommand("bench", "Measure how fast populations are compiled and evaluated");
  auto options = std::make_shared<BenchOptions>();
  BenchSettings& settings = options->settings;
  command->add_option("--device", options->device, "cuda:0 ...; without it populations are compiled, and run on processors only");
  command
      ->add_option("--experiment", options->experiments,
                   "speed,steps,modules,population,instructions,threads,kernels (default: steps,speed)")
      ->delimiter(',');
  command->add_option("--population", settings.population, "Programs (default: 1024)")->check(CLI::Range(1U, 1000000U));
  command->add_option("--instructions", settings.instructions, "Instructions of each (default: 100)")
      ->check(CLI::Range(1U, static_cast<unsigned>(mostInstructions)));
  command->add_option("--cases", settings.cases, "Fitness cases (default: 100,000)")->check(CLI::Range(1U, 500000000U));
  command->add_option("--inputs", settings.inputs, "Inputs of a case (default: 4)")->check(CLI::Range(1U, mostInputs));
  command->add_option("--module", settings.individualsPerModule, "Programs of a module, at most (default: 32)")
      ->check(CLI::Range(1U, 256U));
  command->add_option("--threads", settings.gpu.threads, "Threads that compile and evaluate (default: one for each processor)");
  command->add_option("--architecture", settings.gpu.architecture, "That code is made for without --device (default: sm_90)");
  command->add_option("--repeats", settings.repeats, "Measurements of each figure, with other programs each (default: 5)")
      ->check(CLI::Range(1U, 1000U));
  command->add_option("--launches", settings.launches, "Launches that an evaluation is timed by (default: 8)")
      ->check(CLI::Range(1U, 10000U));
  command->add_flag("--nvcc", settings.cuda, "Measure CUDA C through nvcc too");
  command->add_option("--seed", settings.seed, "Random seed (default: 1)");
  CLI::Option* json = command->add_flag("--json", options->json, "Print JSON");
  command->add_flag("--csv", options->csv, "As CSV")->excludes(json);
  command->callback([options, &exitCode] {
    if (Result<void> done = execute(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
