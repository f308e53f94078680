#include "core/tmbl/device/bench.h"

#include "core/base/elapsed.h"
#include "core/tmbl/dead_code.h"
#include "core/tmbl/random_program.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fmt/ranges.h>
#include <numeric>

namespace gevo::tmbl {

namespace {

constexpr std::array<std::string_view, 7> experimentNames{"speed", "steps", "modules", "population", "instructions", "threads", "kernels"};

/// Slots of the programs; more than a population of a run has.
constexpr std::uint32_t slotCount = 8;
/// Programs whose sums are compared, of each repeat.
constexpr std::size_t comparedPrograms = 16;

/// One setting of an experiment.
struct Point {
  Experiment experiment;
  BenchDevice device;
  PopulationRequest request;
  std::uint32_t population;
  std::uint32_t instructions;
};

Cases benchCases(const BenchSettings& settings) {
  RandomStream stream({.seed = settings.seed, .purpose = Purpose::Test});
  const auto column = [&] {
    std::vector<float> values(settings.cases);
    for (float& value : values) value = static_cast<float>(2 * stream.unit() - 1);
    return values;
  };
  std::vector<std::vector<float>> inputs(settings.inputs);
  for (std::vector<float>& input : inputs) input = column();
  return Cases::make(inputs, column()).value();
}

std::vector<Point> pointsOf(const BenchSettings& settings) {
  std::vector<Point> points;
  PopulationRequest usual;
  usual.individualsPerModule = settings.individualsPerModule;
  usual.threads = settings.gpu.threads;
  usual.launches = settings.launches;
  const auto add = [&](Experiment experiment, const PopulationRequest& request, std::uint32_t population, std::uint32_t instructions) {
    points.push_back({experiment, BenchDevice::Ptx, request, population, instructions});
    if (!settings.cuda || experiment == Experiment::Kernels) return;
    points.push_back({experiment, BenchDevice::Cuda, request, population, instructions});
    points.back().request.language = SourceLanguage::Cuda;
  };
  for (const Experiment experiment : settings.experiments) {
    const auto vary = [&](std::initializer_list<std::uint32_t> values, auto member) {
      for (const std::uint32_t value : values) {
        PopulationRequest request = usual;
        request.*member = value;
        add(experiment, request, settings.population, settings.instructions);
      }
    };
    switch (experiment) {
    case Experiment::Speed:
      points.push_back({experiment, BenchDevice::Processor, usual, settings.population, settings.instructions});
      [[fallthrough]];
    case Experiment::Steps:
      add(experiment, usual, settings.population, settings.instructions);
      break;
    case Experiment::Modules:
      vary({1, 2, 4, 8, 16, 32, 64, 128, 256}, &PopulationRequest::individualsPerModule);
      break;
    case Experiment::Population:
      for (std::uint32_t share = 1; share <= 16; share *= 2)
        add(experiment, usual, std::max(1U, settings.population * share / 16), settings.instructions);
      break;
    case Experiment::Instructions:
      for (std::uint32_t instructions = 30; instructions <= mostInstructions; instructions += 30)
        add(experiment, usual, settings.population, instructions);
      break;
    case Experiment::Threads:
      vary({1, 2, 4, 8, 16}, &PopulationRequest::threads);
      break;
    case Experiment::Kernels:
      for (const Dispatch dispatch : {Dispatch::BranchTable, Dispatch::Comparisons, Dispatch::Entries})
        for (const std::uint32_t side : {1, 2, 4}) {
          PopulationRequest request = usual;
          request.dispatch = dispatch;
          request.casesPerThread = side;
          add(experiment, request, settings.population, settings.instructions);
        }
      break;
    }
  }
  return points;
}

bool sameSums(const ErrorSums& a, const ErrorSums& b) {
  const auto same = [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y) || (std::isnan(x) && std::isnan(y));
  };
  return same(a.outputs, b.outputs) && same(a.squares, b.squares) && same(a.products, b.products);
}

/// The repeats of one point.
class Measurement {
public:
  Measurement(const Point& point, const Cases& cases, std::uint32_t threads) : point_(point), cases_(cases), threads_(threads) {}

  Result<void> add(GpuEvaluator& evaluator, const std::vector<Code>& population) {
    PopulationTimes times;
    if (point_.device == BenchDevice::Processor) {
      const auto begin = std::chrono::steady_clock::now();
      evaluatePopulation(population, cases_, threads_);
      times.run = times.total = secondsSince(begin);
    } else {
      PopulationRequest request = point_.request;
      request.population = population;
      GEVO_TRY_ASSIGN(const PopulationReply reply, evaluator.run(std::move(request)));
      times = reply.times;
      // One evaluation counts, not those that it was timed by.
      times.total = times.write + times.compile + times.assemble + times.load + times.run;
      compare(reply.sums, population);
    }
    times_.push_back(times);
    return {};
  }

  BenchRow row() const {
    BenchRow row;
    row.experiment = point_.experiment;
    row.device = point_.device;
    row.settings = point_.request;
    row.population = point_.population;
    row.instructions = point_.instructions;
    const auto figure = [&](auto of) {
      std::vector<double> values;
      for (const PopulationTimes& times : times_) values.push_back(of(times));
      return figureOf(values);
    };
    row.write = figure([](const PopulationTimes& times) { return times.write; });
    row.compile = figure([](const PopulationTimes& times) { return times.compile; });
    row.assemble = figure([](const PopulationTimes& times) { return times.assemble; });
    row.load = figure([](const PopulationTimes& times) { return times.load; });
    row.run = figure([](const PopulationTimes& times) { return times.run; });
    row.total = figure([](const PopulationTimes& times) { return times.total; });
    const double operations = double(point_.population) * point_.instructions * static_cast<double>(cases_.rows());
    const bool ran = std::ranges::all_of(times_, [](const PopulationTimes& times) { return times.run > 0; });
    if (ran) {
      row.speed = figure([&](const PopulationTimes& times) { return operations / times.run; });
      row.speedWithCompile = figure([&](const PopulationTimes& times) { return operations / times.total; });
    }
    row.compared = compared_;
    row.equal = equal_;
    return row;
  }

private:
  void compare(const std::vector<ErrorSums>& sums, const std::vector<Code>& population) {
    if (sums.empty()) return;
    const std::size_t count = std::min(comparedPrograms, sums.size());
    const std::vector<ErrorSums> expected = evaluatePopulation(std::span(population).first(count), cases_, 0);
    for (std::size_t i = 0; i < count; ++i) {
      ++compared_;
      if (sameSums(sums[i], expected[i])) ++equal_;
    }
  }

  const Point& point_;
  const Cases& cases_;
  std::uint32_t threads_;
  std::vector<PopulationTimes> times_;
  std::uint32_t compared_ = 0;
  std::uint32_t equal_ = 0;
};

} // namespace

Result<Experiment> parseExperiment(std::string_view name) {
  const auto* const found = std::ranges::find(experimentNames, name);
  if (found == experimentNames.end()) return fail("there is no experiment '{}'; there are {}", name, fmt::join(experimentNames, ", "));
  return Experiment(found - experimentNames.begin());
}

std::string_view experimentName(Experiment experiment) { return experimentNames[static_cast<std::size_t>(experiment)]; }

std::string_view benchDeviceName(BenchDevice device) {
  constexpr std::array<std::string_view, 3> names{"processor", "ptx", "cuda"};
  return names[static_cast<std::size_t>(device)];
}

BenchFigure figureOf(std::span<const double> values) {
  if (values.empty()) return {};
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() < 2) return {mean, 0};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / (count - 1) / count)};
}

std::vector<Program> benchPopulation(std::uint32_t population, std::uint32_t instructions, std::uint32_t inputs, std::uint64_t seed) {
  const ProgramShape shape{inputs, slotCount, OperationSet::basic(), 2};
  std::vector<Program> programs;
  for (std::uint32_t i = 0; i < population; ++i) {
    RandomStream stream({seed, 0, i, 0, Purpose::InitialMutation});
    Program program{inputs, slotCount, {}};
    std::vector<bool> needed(slotCount, false); // by the instructions so far
    needed[0] = true;
    // From the last one to the first, so that it is known which slots are read.
    while (program.instructions.size() < instructions) {
      const Instruction instruction = randomInstruction(shape, stream);
      if (!needed[instruction.target] || instruction.a == Operand::slot(instruction.target)) continue;
      std::vector<bool> before = needed;
      before[instruction.target] = infoOf(instruction.operation).readsTarget;
      for (const Operand& operand : {instruction.a, instruction.b})
        if (operand.kind == Operand::Kind::Slot) before[operand.index] = true;
      if (std::ranges::find(before, true) == before.end()) continue; // nothing could come before it
      needed = std::move(before);
      program.instructions.push_back(instruction);
    }
    std::ranges::reverse(program.instructions);
    programs.push_back(std::move(program));
  }
  return programs;
}

Result<Bench> runBench(const BenchSettings& settings, const std::function<void(const std::string&)>& progress, std::stop_token stop) {
  const Cases cases = benchCases(settings);
  GEVO_TRY_ASSIGN(const std::unique_ptr<GpuEvaluator> evaluator, GpuEvaluator::start(settings.gpu, cases));
  Bench bench;
  bench.device = evaluator->device();
  const std::vector<Point> points = pointsOf(settings);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& point = points[i];
    Measurement measurement(point, cases, settings.gpu.threads);
    for (std::uint32_t repeat = 0; repeat < settings.repeats; ++repeat) {
      progress(fmt::format("{} {} of {}: {} programs of {} instructions, {}", experimentName(point.experiment), i + 1, points.size(),
                           point.population, point.instructions, benchDeviceName(point.device)));
      if (stop.stop_requested()) return bench;
      std::vector<Code> population;
      for (const Program& program : benchPopulation(point.population, point.instructions, settings.inputs, settings.seed + repeat))
        population.push_back(lower(program, firstSlot));
      GEVO_TRY(measurement.add(*evaluator, population));
    }
    bench.rows.push_back(measurement.row());
  }
  return bench;
}

} // namespace gevo::tmbl
