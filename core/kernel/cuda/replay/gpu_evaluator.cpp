#include "core/kernel/cuda/replay/gpu_evaluator.h"

#include "core/base/elapsed.h"
#include "core/base/wire.h"
#include "core/kernel/cuda/replay/launch_counters.h"
#include "core/kernel/cuda/replay/repeated_launches.h"
#include "core/kernel/outputs/rejection_rules.h"
#include "core/kernel/trace/match_copies.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace gevo::cuda {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int oracleReplays = 5;
constexpr std::size_t originalTimings = 7;
constexpr double warmUpSeconds = 0.05; ///< in which a card that was idle raises its clocks
constexpr std::size_t besideTurns = 7; ///< of a configuration and the program's own, and
constexpr std::size_t timedInTurn = 3; ///< replays in each after one that warms up; one alone if it is long
/// A variant may differ from the first replay in the opposite direction to the four replays that followed it.
constexpr double noiseMargin = 2;

std::vector<const program::Event*> copiesToHost(const program::Trace& trace) {
  std::vector<const program::Event*> copies;
  for (const program::Event& event : trace.events)
    if (program::copiesToHost(event)) copies.push_back(&event);
  return copies;
}

const OutputInfo* outputOf(const std::vector<OutputInfo>& outputs, const program::Event& event) {
  return event.output < outputs.size() ? &outputs[event.output] : nullptr;
}

/// Elements that don't count have no part in the noise either.
program::Comparison compareOutput(const OutputInfo* output, const program::Event& copy, ByteView expected, ByteView got, Metric metric) {
  return program::compare(program::elementTypeOf(output), expected, got, metric, program::ignoredOf(output, copy.decision));
}

/// Of what a replay delivers.
program::RunFigures figuresOf(const std::vector<const program::Event*>& copies, const std::vector<Bytes>& delivered,
                              const std::vector<OutputInfo>& outputs) {
  program::RunFigures figures;
  for (std::size_t i = 0; i < copies.size() && i < delivered.size(); ++i) {
    const OutputInfo* const output = outputOf(outputs, *copies[i]);
    if (!copies[i]->decision && !delivered[i].empty())
      figures.push_back(
          program::figuresOf(copies[i]->output, program::elementTypeOf(output), delivered[i], program::ignoredOf(output, false)));
  }
  return figures;
}

} // namespace

Result<std::unique_ptr<GpuEvaluator>> GpuEvaluator::open(int gpu) {
  GEVO_TRY_ASSIGN(std::unique_ptr<Session> session, Session::open(gpu));
  GEVO_TRY_ASSIGN(const AddressRange range, AddressRange::reserve(*session));
  GEVO_TRY_ASSIGN(TracePlayer player, TracePlayer::make(*session));
  return std::unique_ptr<GpuEvaluator>(new GpuEvaluator(std::move(session), range, std::move(player)));
}

ReplayLength GpuEvaluator::lengthOf(const Test& test, std::span<const float> weights) {
  const std::size_t launches = test.staged.launches();
  if (weights.empty()) return {test.oracle.timedSeconds, launches};
  return {test.oracle.timedSeconds * static_cast<double>(weights.size()) / static_cast<double>(launches), weights.size()};
}

Result<std::unique_ptr<GpuEvaluator::Test>> GpuEvaluator::stage(const TestRecipe& recipe) {
  session_->forgive();
  GEVO_TRY_ASSIGN(program::Trace trace, wire::decode<program::Trace>(recipe.trace, "recorded test"));
  GEVO_TRY_ASSIGN(StagedTrace staged, StagedTrace::make(*session_, range_, std::move(trace), recipe.symbols));
  GEVO_TRY_ASSIGN(Code original, Code::load(*session_, recipe.original, staged.symbols()));
  auto test = std::make_unique<Test>(std::move(staged), std::move(original));
  test->outputs = recipe.outputs;
  test->settings = recipe.settings;
  return test;
}

Result<void> GpuEvaluator::enter(Test& test) {
  if (entered_ == &test) return {};
  if (entered_ != nullptr) GEVO_TRY(entered_->staged.memory().unmap());
  entered_ = nullptr;
  GEVO_TRY(test.staged.memory().map());
  entered_ = &test;
  return {};
}

/// Holds the test to what the program delivers in its own configuration.
Result<void> GpuEvaluator::expect(Test& test, const Test& own) const {
  const auto copies = copiesToHost(test.staged.trace());
  const auto ownCopies = copiesToHost(own.staged.trace());
  const std::vector<std::optional<std::size_t>> matched = program::matchCopies(copies, ownCopies);
  Oracle& oracle = test.oracle;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    if (!matched[i]) continue;
    const Bytes made = std::exchange(oracle.delivered[i], own.oracle.delivered[*matched[i]]);
    oracle.noise[i] = std::max(oracle.noise[i], own.oracle.noise[*matched[i]]);
    const OutputInfo* const output = outputOf(test.outputs, *copies[i]);
    const program::Comparison found = compareOutput(output, *copies[i], oracle.delivered[i], made, test.settings.metric);
    if (!found.notFinite && found.error <= oracle.noise[i]) continue;
    const program::OutputComparison judged =
        program::compareWithOriginal(output, copies[i]->output, oracle.delivered[i], made, test.settings, false);
    if (judged.reason != Reason::None) return fail("the program gives other results in this configuration: {}", judged.message);
    oracle.error = std::max(oracle.error, judged.error);
  }
  return {};
}

Result<Oracle> GpuEvaluator::prepare(const Hash128& key, const TestRecipe& recipe) {
  const auto found = tests_.find(recipe.own);
  Test* const own = found == tests_.end() ? nullptr : found->second.get();
  if (!recipe.own.isNull() && own == nullptr)
    return fail(
        "the GPU's process does not know this test in the program's own configuration; this is an error in the program that uses it");
  GEVO_TRY_ASSIGN(std::unique_ptr<Test> test, stage(recipe));
  Result<void> learned = enter(*test);
  if (learned) learned = learnMemory(*test);
  if (learned) learned = learnNoise(*test);
  if (learned && own != nullptr) learned = expect(*test, *own);
  if (learned) learned = own != nullptr ? learnTimeBeside(*test, *own) : learnTime(*test);
  if (learned) learned = learnRepeats(*test);
  if (learned && measuresEnergy(test->settings)) learned = own != nullptr ? learnEnergyBeside(*test, *own) : learnEnergy(*test);
  if (learned) learned = enter(*test);
  if (!learned) {
    if (entered_ == test.get()) entered_ = nullptr; // its memory goes with it
    return std::unexpected(learned.error());
  }
  return (tests_[key] = std::move(test))->oracle;
}

Result<void> GpuEvaluator::adopt(const Hash128& key, const TestRecipe& recipe, const Oracle& oracle) {
  if (knows(key)) return {};
  GEVO_TRY_ASSIGN(std::unique_ptr<Test> test, stage(recipe));
  test->oracle = oracle;
  tests_[key] = std::move(test);
  return {};
}

Played GpuEvaluator::play(Test& test, Code& code, Play how) {
  beat(how);
  return player_.play(test.staged, code, how);
}

/// Memory that no kernel of the original changes is an input, wherever it came from.
Result<void> GpuEvaluator::learnMemory(Test& test) {
  const Played before = play(test, test.original, Play::Copies);
  if (!before.valid()) return fail("the test can't be replayed on {}: {}", gpu().name, before.message);
  GEVO_TRY_ASSIGN(std::vector<std::uint64_t> untouched, player_.helpers().checksums(test.staged.memory().bodyRegions()));
  const auto began = Clock::now();
  Played first = play(test, test.original, Play::Check);
  test.oracle.replaySeconds = secondsSince(began);
  if (!first.valid()) return fail("the original does not run on {}: {}", gpu().name, first.message);
  GEVO_TRY_ASSIGN(const std::vector<std::uint64_t> after, player_.helpers().checksums(test.staged.memory().bodyRegions()));
  for (std::size_t i = 0; i < after.size(); ++i) test.oracle.isInput.push_back(untouched[i] == after[i]);
  test.oracle.inputs = std::move(untouched);
  GEVO_TRY_ASSIGN(const std::vector<std::uint64_t> margins, player_.helpers().checksums(test.staged.memory().margins()));
  test.oracle.margins = margins;
  test.oracle.delivered = std::move(first.delivered);
  if (test.settings.statistical) test.oracle.figures = figuresOf(copiesToHost(test.staged.trace()), test.oracle.delivered, test.outputs);
  return {};
}

Result<void> GpuEvaluator::learnNoise(Test& test) {
  const auto copies = copiesToHost(test.staged.trace());
  Oracle& oracle = test.oracle;
  double fromRecording = 0;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    const OutputInfo* output = outputOf(test.outputs, *copies[i]);
    const program::Comparison found = compareOutput(output, *copies[i], copies[i]->data, oracle.delivered[i], test.settings.metric);
    if (found.differs && copies[i]->decision)
      // The oracle's value replaces the recorded one if the following replays agree.
      oracle.notes.push_back(fmt::format(
          "On {} the program may decide differently than in the recording: it reads {} instead of {} ({}). The GPU's value counts "
          "from here on; the kernels launched stay those of the recording. gevo new --device cuda records what it does there.",
          gpu().name, found.got, found.expected, output != nullptr ? output->name : "a copy to the host"));
    fromRecording = std::max(fromRecording, found.error);
  }
  if (fromRecording > 0)
    oracle.notes.push_back(
        fmt::format("The original's results on {} are not those of the recording ({} {:.2g}); variants are compared with those of the GPU.",
                    gpu().name, metricName(test.settings.metric), fromRecording));
  oracle.noise.assign(copies.size(), 0);
  for (int replay = 1; replay < oracleReplays; ++replay) {
    const Played again = play(test, test.original, Play::Check);
    if (!again.valid()) return fail("the original does not run on {} a second time: {}", gpu().name, again.message);
    for (std::size_t i = 0; i < copies.size(); ++i) {
      const program::Comparison found =
          compareOutput(outputOf(test.outputs, *copies[i]), *copies[i], oracle.delivered[i], again.delivered[i], test.settings.metric);
      if (found.differs && copies[i]->decision)
        return fail("the original does not decide the same way twice on {}: it reads {}, then {}; use the simulated GPU for this test",
                    gpu().name, found.expected, found.got);
      oracle.noise[i] = std::max(oracle.noise[i], found.error);
    }
  }
  if (test.settings.statistical) { // that is what the runs of the test are for
    oracle.noise.assign(copies.size(), 0);
    return {};
  }
  for (double& one : oracle.noise) one *= noiseMargin;
  const double noise = oracle.noise.empty() ? 0 : std::ranges::max(oracle.noise);
  if (noise > 0)
    oracle.notes.push_back(fmt::format("The original's own results vary from run to run by up to {:.2g} ({}); so much counts as equal.",
                                       noise, metricName(test.settings.metric)));
  return {};
}

/// Microseconds of its kernels. Replays for `warmUp` seconds, at least once, come before those that are timed; unless it is negative.
Result<std::vector<float>> GpuEvaluator::timesOfOriginal(Test& test, std::size_t count, double warmUp) {
  std::vector<float> times;
  std::vector<float> seconds; // by the wall clock
  const auto begin = Clock::now();
  for (bool isWarm = warmUp < 0; times.size() < count;) {
    const auto began = Clock::now();
    beat(Play::Time);
    const Timed timed = player_.time(test.staged, {&test.original});
    if (!timed.valid()) return fail("the original does not run on {}: {}", gpu().name, timed.message);
    if (isWarm) times.push_back(static_cast<float>(timed.microseconds[0]));
    if (isWarm) seconds.push_back(static_cast<float>(secondsSince(began)));
    isWarm = isWarm || secondsSince(begin) >= warmUp;
  }
  test.oracle.timedSeconds = estimate(seconds).median;
  test.oracle.replaySeconds = std::max(test.oracle.replaySeconds, test.oracle.timedSeconds);
  return times;
}

Result<void> GpuEvaluator::learnTime(Test& test) {
  GEVO_TRY_ASSIGN(const std::vector<float> times, timesOfOriginal(test, originalTimings, warmUpSeconds));
  const RatioEstimate estimated = estimate(times);
  test.oracle.microseconds = estimated.median;
  test.oracle.relativeError = std::isfinite(estimated.relativeError) ? estimated.relativeError : 0;
  test.oracle.repeats = originalTimings;
  test.oracle.log = test.original.log();
  return {};
}

/// Of another configuration. What the card does meanwhile, raising or lowering its clocks, changes both and cancels out of the ratio.
Result<void> GpuEvaluator::learnTimeBeside(Test& test, Test& own) {
  std::vector<float> ratios;
  bool areLong = false; // both, and known after the first turn
  for (std::size_t turn = 0; turn < besideTurns; ++turn) {
    double medians[2] = {}; // the configuration's, the own one's
    for (std::size_t side = 0; side < 2; ++side) {
      const bool isOwn = (turn + side) % 2 == 1;
      Test& one = isOwn ? own : test;
      GEVO_TRY(enter(one));
      const double warmUp = turn == 0 ? warmUpSeconds : areLong ? -1 : 0;
      GEVO_TRY_ASSIGN(const std::vector<float> times, timesOfOriginal(one, areLong ? 1 : timedInTurn, warmUp));
      medians[isOwn ? 1 : 0] = estimate(times).median;
    }
    if (turn == 0) areLong = isLongReplay(std::min(test.oracle.timedSeconds, own.oracle.timedSeconds));
    ratios.push_back(medians[1] > 0 ? static_cast<float>(medians[0] / medians[1]) : 1.0F); // a test may launch nothing
  }
  const RatioEstimate estimated = estimate(ratios);
  test.oracle.microseconds = own.oracle.microseconds * estimated.median;
  test.oracle.relativeError = std::isfinite(estimated.relativeError) ? estimated.relativeError : 0;
  test.oracle.repeats = besideTurns;
  test.oracle.log = test.original.log();
  return {};
}

/// Of a long test: which launches are enough to compare variants.
Result<void> GpuEvaluator::learnRepeats(Test& test) {
  if (!isLongReplay(test.oracle.microseconds * 1e-6)) return {};
  GEVO_TRY(enter(test));
  beat(Play::Time);
  const Timed timed = player_.time(test.staged, {&test.original});
  if (!timed.valid()) return fail("the original does not run on {}: {}", gpu().name, timed.message);
  std::vector<float>& weights = test.oracle.launchWeights;
  weights = timedLaunches(test.staged.trace(), timed.launches);
  if (!weights.empty())
    test.oracle.notes.push_back(
        fmt::format("Of {1} launches {0} are timed: the others take as long as these.", weights.size(), timed.launches.size()));
  return {};
}

Measurement GpuEvaluator::measure(const MeasureOrder& order) {
  Measurement result;
  session_->forgive();
  const auto found = tests_.find(order.test);
  if (found == tests_.end()) {
    result.reject(Reason::Unsupported, "the GPU's process does not know this test; this is an error in the program that uses it");
    return result;
  }
  Test& test = *found->second;
  beat(Play::Copies);
  Result<void> entered = enter(test);
  Result<Code> code = entered ? Code::load(*session_, order.image, test.staged.symbols()) : std::unexpected(entered.error());
  if (!code) {
    result.reject(Reason::Unsupported, code.error().message + (code.error().details.empty() ? "" : ": " + code.error().details));
    result.lost = isLost();
    return result;
  }
  result.log = code->log();
  const auto checking = Clock::now();
  Played played = play(test, *code, Play::Check);
  result.complete = played.valid();
  result.microseconds = played.microseconds;
  if (!played.valid()) {
    result.checkSeconds = secondsSince(checking);
    result.reject(played.reason, std::move(played.message));
    result.lost = isLost();
    return result;
  }
  compareOutputs(test, played, order.rejectWrongOutput, result);
  if (result.valid()) compareMemory(test, result);
  result.checkSeconds = secondsSince(checking);
  const auto timing = Clock::now();
  if (result.valid() && order.time) time(test, *code, order, result);
  result.timeSeconds = secondsSince(timing);
  const auto counting = Clock::now();
  if (result.valid()) measureEnergy(test, *code, order, result);
  result.energySeconds = secondsSince(counting);
  if (!result.valid()) result.lost = isLost();
  return result;
}

Result<CodeCounters> GpuEvaluator::count(const CountOrder& order) {
  session_->forgive();
  const auto found = tests_.find(order.test);
  if (found == tests_.end()) return fail("the GPU's process does not know this test; this is an error in the program that uses it");
  Test& test = *found->second;
  beat(Play::Copies);
  GEVO_TRY(enter(test));
  GEVO_TRY_ASSIGN(Code code, Code::load(*session_, order.image, test.staged.symbols()));
  // A pass takes longer than a replay that is timed, so that it has the deadline of loading code.
  return countLaunches(*session_, player_, test.staged, code, [this] { beat(Play::Copies); });
}

/// Compares like program::replay, but the original's own noise is no error. Reports the first difference.
void GpuEvaluator::compareOutputs(const Test& test, const Played& played, bool rejectWrongOutput, Measurement& result) const {
  const auto copies = copiesToHost(test.staged.trace());
  if (test.settings.statistical) result.figures = figuresOf(copies, played.delivered, test.outputs);
  for (std::size_t i = 0; i < copies.size() && result.valid(); ++i) {
    const OutputInfo* output = outputOf(test.outputs, *copies[i]);
    const Bytes& expected = test.oracle.delivered[i];
    const Bytes& got = played.delivered[i];
    if (test.oracle.noise[i] > 0) {
      const program::Comparison found = compareOutput(output, *copies[i], expected, got, test.settings.metric);
      if (!found.notFinite && found.error <= test.oracle.noise[i]) continue;
    }
    program::OutputComparison comparison =
        program::compareWithOriginal(output, copies[i]->output, expected, got, test.settings, copies[i]->decision);
    result.error = std::max(result.error, comparison.error);
    result.differs = result.differs || comparison.differs;
    if (comparison.reason == Reason::None) continue;
    if (rejectWrongOutput)
      result.reject(comparison.reason, std::move(comparison.message));
    else if (result.message.empty())
      result.message = std::move(comparison.message);
  }
}

void GpuEvaluator::compareMemory(Test& test, Measurement& result) {
  TestMemory& memory = test.staged.memory();
  const Result<std::vector<std::uint64_t>> margins = player_.helpers().checksums(memory.margins());
  const Result<std::vector<std::uint64_t>> bodies =
      margins ? player_.helpers().checksums(memory.bodyRegions()) : std::unexpected(margins.error());
  if (!bodies) return result.reject(Reason::Trap, bodies.error().message);
  for (std::size_t i = 0; i < margins->size(); ++i)
    if ((*margins)[i] != test.oracle.margins[i])
      return result.reject(Reason::OutOfBounds, fmt::format("a kernel writes outside of the allocations, in the {} bytes from {:#x}",
                                                            memory.margins()[i].words * 4, memory.margins()[i].address));
  for (std::size_t i = 0; i < bodies->size(); ++i)
    if (test.oracle.isInput[i] && (*bodies)[i] != test.oracle.inputs[i])
      return result.reject(Reason::WrongOutput,
                           fmt::format("a kernel changes an input, the allocation of {} bytes at {:#x}, which the original leaves as it is",
                                       memory.bodies()[i].bytes, memory.bodies()[i].address));
}

void GpuEvaluator::time(Test& test, Code& code, const MeasureOrder& order, Measurement& result) {
  const bool selects = order.rejectWrongOutput && !order.exactly && !order.remeasure;
  const std::span<const float> weights = test.oracle.launchWeights; // always, as ratios of all measurements are put together
  const ReplayLength length = lengthOf(test, weights);
  const TimingGoal goal = selects ? forSelection(goalOf(order.relativeError), length.seconds) : goalOf(order.relativeError);
  result.ratios = order.ratios;
  const auto began = Clock::now();
  const std::size_t batch = batchOf(length, 0.005, 16);
  std::vector<double> times; // of an incomplete pair
  for (std::size_t taken = 0; taken < 2 * goal.most;) {
    std::vector<Code*> codes;
    // Alternates which goes first, so that neither always finds what the other left in the caches.
    for (std::size_t i = taken; i < taken + batch; ++i) codes.push_back((i + i / 2) % 2 == 0 ? &code : &test.original);
    beat(Play::Time);
    Timed timed = player_.time(test.staged, codes, weights);
    if (!timed.valid()) return result.reject(timed.reason, std::move(timed.message));
    for (std::size_t i = 0; i < batch; ++i, ++taken) {
      times.push_back(timed.microseconds[i]);
      if (times.size() < 2) continue;
      const bool variantFirst = codes[i] != &code;
      if (taken >= 2 * goal.warmUps) result.ratios.push_back(static_cast<float>(variantFirst ? times[0] / times[1] : times[1] / times[0]));
      times.clear();
    }
    if (taken < 2 * (goal.warmUps + 1)) continue; // also of code that is measured once more
    const RatioEstimate estimated = estimate(result.ratios);
    result.relativeError = estimated.relativeError;
    if (selects && goal.isSettled(result.ratios, estimated)) break;
    if (result.ratios.size() < goal.least) continue;
    if (estimated.relativeError <= goal.relativeError || secondsSince(began) > goal.seconds) break;
  }
  result.microseconds = test.oracle.microseconds * estimate(result.ratios).median;
}

bool GpuEvaluator::isLost() { return session_->driver().contextSynchronize() != Status::Success; }

} // namespace gevo::cuda
