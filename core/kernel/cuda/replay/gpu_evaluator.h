#pragma once

/// Correctness and time of variants on one GPU. In this process; a variant may break it, or never end.

#include "core/kernel/cuda/device/nvml.h"
#include "core/kernel/cuda/replay/replay_messages.h"
#include "core/kernel/cuda/replay/timing.h"
#include "core/kernel/cuda/replay/trace_player.h"

#include <functional>
#include <memory>

namespace gevo::cuda {

class GpuEvaluator {
public:
  static Result<std::unique_ptr<GpuEvaluator>> open(int gpu);

  /// Called before each replay, and with Play::Copies before code is loaded; no step between two calls takes much longer than a replay of
  /// the original.
  std::function<void(Play)> beat = [](Play) {};

  /// Replays the original five times, then times it: in another configuration than the program's own beside that, as often in turns. An
  /// error if it does not run, or if its decisions differ between the replays.
  Result<Oracle> prepare(const Hash128& key, const TestRecipe& recipe);
  /// The same for a test that another process prepared.
  Result<void> adopt(const Hash128& key, const TestRecipe& recipe, const Oracle& oracle);
  bool knows(const Hash128& key) const { return tests_.contains(key); }
  Measurement measure(const MeasureOrder& order);
  /// See countLaunches().
  Result<CodeCounters> count(const CountOrder& order);

  const Gpu& gpu() const { return session_->gpu(); }
  Result<GpuRoom> room() { return session_->room(); }

private:
  struct Test {
    Test(StagedTrace trace, Code code) : staged(std::move(trace)), original(std::move(code)) {}
    StagedTrace staged;
    Code original;
    std::vector<OutputInfo> outputs;
    EvaluationSettings settings;
    Oracle oracle;
  };
  GpuEvaluator(std::unique_ptr<Session> session, AddressRange range, TracePlayer player)
      : session_(std::move(session)), range_(range), player_(std::move(player)) {}

  Result<std::unique_ptr<Test>> stage(const TestRecipe& recipe);
  Result<void> expect(Test& test, const Test& own) const;
  Result<void> enter(Test& test);
  Result<void> learnMemory(Test& test);
  Result<void> learnNoise(Test& test);
  Result<std::vector<float>> timesOfOriginal(Test& test, std::size_t count, double warmUp);
  Result<void> learnTime(Test& test);
  Result<void> learnTimeBeside(Test& test, Test& own);
  Result<void> learnRepeats(Test& test);
  Result<void> learnEnergy(Test& test);
  Result<void> learnEnergyBeside(Test& test, Test& own);
  /// Of a replay that is timed. `weights`: as for TracePlayer::time.
  static ReplayLength lengthOf(const Test& test, std::span<const float> weights = {});
  Result<double> energyOf(Test& test, Code& code, Timed& last);
  Result<double> energyOfOriginal(Test& test);
  void measureEnergy(Test& test, Code& code, const MeasureOrder& order, Measurement& result);
  Played play(Test& test, Code& code, Play how);
  void compareOutputs(const Test& test, const Played& played, bool rejectWrongOutput, Measurement& result) const;
  void compareMemory(Test& test, Measurement& result);
  void time(Test& test, Code& code, const MeasureOrder& order, Measurement& result);
  bool isLost();

  std::unique_ptr<Session> session_;
  AddressRange range_;
  TracePlayer player_;
  std::map<Hash128, std::unique_ptr<Test>> tests_;
  Test* entered_ = nullptr;           ///< whose memory is mapped
  Nvml::EnergyCounter energyCounter_; ///< opened when first needed
};

} // namespace gevo::cuda
