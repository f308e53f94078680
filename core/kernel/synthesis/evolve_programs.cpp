#include "core/kernel/synthesis/evolve_programs.h"

#include "core/format/number.h"
#include "core/search/random.h"
#include "core/tmbl/dead_code.h"
#include "core/tmbl/evaluator.h"
#include "core/tmbl/regression/polynomial_programs.h"
#include "core/tmbl/regression/regression.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/ranges.h>

namespace gevo::program {

namespace {

constexpr std::uint32_t population = 400;
/// Longer ones hardly save time.
constexpr std::size_t longest = 30;
/// As a share of the results' standard deviation: more is hardly better than their mean.
constexpr double worstError = 0.5;

/// Programs of costlier functions are shorter for the same error, and would drive those of additions and products off the front.
constexpr std::array<const char*, 3> functionSets{"add,sub,mul,fma,min,max", "add,sub,mul,fma,min,max,div,sqrt",
                                                  "add,sub,mul,fma,min,max,div,sqrt,exp,log,sin,cos"};

/// Constants are tuned on the first rows, which are to be of all tests.
Result<tmbl::Cases> shuffled(const CallSamples& samples, std::uint64_t seed) {
  std::vector<std::vector<float>> inputs = samples.inputs;
  std::vector<float> results = samples.results;
  RandomStream stream({.seed = seed});
  for (std::size_t last = results.size(); last > 1; --last) {
    const std::size_t drawn = stream.below(last);
    for (std::vector<float>& column : inputs) std::swap(column[drawn], column[last - 1]);
    std::swap(results[drawn], results[last - 1]);
  }
  return tmbl::Cases::make(inputs, std::move(results));
}

/// Root of the mean square; infinity where a result is not finite.
double errorOf(const tmbl::Program& program, const tmbl::Cases& cases) {
  const std::vector<float> computed = tmbl::BlockCode(tmbl::lower(program, tmbl::firstSlot)).evaluate(cases);
  double squares = 0;
  for (std::size_t row = 0; row < cases.rows(); ++row) {
    const double difference = static_cast<double>(computed[row]) - cases.targets()[row];
    squares += difference * difference;
  }
  return std::isfinite(squares) ? std::sqrt(squares / static_cast<double>(cases.rows())) : INFINITY;
}

/// Those that are better than the shorter ones.
std::vector<ir::EvolvedFunction> polynomials(const ir::EvolvedFunction& like, const tmbl::Cases& cases, double worst) {
  constexpr double worthwhile = 0.9;
  std::vector<ir::EvolvedFunction> found;
  double least = worst;
  for (tmbl::Program& program : tmbl::polynomialPrograms(cases, longest, tmbl::OperationSet::all())) {
    const double error = errorOf(program, cases);
    if (error > least) continue;
    least = error * worthwhile;
    found.push_back({like.function, like.domain, std::move(program), error});
  }
  return found;
}

} // namespace

Result<std::vector<ir::EvolvedFunction>> evolvePrograms(const CallSamples& samples, const EvolveOptions& options) {
  if (samples.results.empty()) return std::vector<ir::EvolvedFunction>();
  tmbl::RegressionData data;
  for (std::size_t i = 0; i < samples.inputs.size(); ++i) data.inputs.push_back(fmt::format("x{}", i + 1));
  GEVO_TRY_ASSIGN(data.training, shuffled(samples, options.seed));
  const std::vector<std::pair<float, float>>& domain = samples.domain.empty() ? samples.ranges : samples.domain;
  tmbl::ProcessorEvaluator evaluator(data.training, 0);
  const double worst = worstError * data.training.deviation();
  std::vector<ir::EvolvedFunction> evolved;
  for (std::uint64_t search = 0; search < functionSets.size(); ++search) {
    tmbl::RegressionSettings settings;
    GEVO_TRY_ASSIGN(settings.operations, tmbl::parseOperations(functionSets[search]));
    settings.slotCount = static_cast<std::uint32_t>(samples.inputs.size()) + 2;
    settings.mostInstructions = longest;
    settings.population = population;
    settings.evaluations = options.evaluations;
    settings.seed = options.seed + search;
    const auto progress = [&](const tmbl::RegressionProgress& now) {
      if (options.progress) options.progress(search * options.evaluations + now.evaluations, functionSets.size() * options.evaluations);
    };
    GEVO_TRY_ASSIGN(const tmbl::Regression found, tmbl::runRegression(data, settings, evaluator, progress));
    for (const tmbl::FittedProgram& fitted : found.front) {
      const bool isNew = std::ranges::none_of(evolved, [&](const ir::EvolvedFunction& one) { return one.program == fitted.program; });
      if (isNew && fitted.trainingError <= worst) evolved.push_back({samples.function, domain, fitted.program, fitted.trainingError});
    }
  }
  for (ir::EvolvedFunction& one : polynomials({samples.function, domain, {}, 0}, data.training, worst))
    if (std::ranges::find(evolved, one.program, &ir::EvolvedFunction::program) == evolved.end()) evolved.push_back(std::move(one));
  return evolved;
}

std::string noteOf(const CallSamples& samples, const std::vector<ir::EvolvedFunction>& evolved) {
  if (samples.calls == 0) return fmt::format("no test calls {}, so there are no programs for it", samples.shownName);
  if (evolved.empty()) return fmt::format("{}: no short program is near it", samples.shownName);
  constexpr std::size_t mostRanges = 3; // that are read
  std::vector<std::string> ranges;
  for (const auto& [least, largest] : samples.ranges) ranges.push_back(fmt::format("{:.4g} to {:.4g}", least, largest));
  const std::string with = ranges.size() > mostRanges ? formatCounted(ranges.size(), "number") : fmt::format("{}", fmt::join(ranges, ", "));
  const auto length = [](const ir::EvolvedFunction& one) { return one.program.instructions.size(); };
  const auto [shortest, longestOne] = std::ranges::minmax(evolved, {}, length);
  const auto [best, coarsest] = std::ranges::minmax(evolved, {}, &ir::EvolvedFunction::error);
  return fmt::format("{} was called {} with {}: {} of {} to {} instructions are near it, with errors of {:.2g} to {:.2g}",
                     samples.shownName, formatCounted(samples.calls, "time"), with, formatCounted(evolved.size(), "program"),
                     length(shortest), length(longestOne), best.error, coarsest.error);
}

} // namespace gevo::program
