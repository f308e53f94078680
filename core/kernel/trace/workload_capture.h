#pragma once

/// Samples a run of the program at full size on the simulated GPU: of launches that repeat the same work a few are kept, and of these a few
/// blocks, with the memory that they reach.

#include "core/kernel/simulator/simulator.h"
#include "core/kernel/trace/launch_sample.h"

namespace gevo::program {

class WorkloadCapture {
public:
  /// `runsAll`: every launch runs as a whole. Otherwise nothing but samples do, and what they leave in memory is lost: for a program that
  /// launches the same work whatever it computes.
  WorkloadCapture(const sim::Model& model, bool runsAll) : model_(model), runsAll_(runsAll) {}

  sim::LaunchReport launch(sim::Simulator& simulator, const sim::Launch& launch, sim::GlobalMemory& memory, const sim::Limits& limits);
  /// A kernel that was launched, none of whose launches could be sampled, so that the trace lacks its time; empty: there is none.
  std::string unsampled() const;
  /// What was kept, as a sampled trace.
  Trace trace() const;

private:
  struct Kept {
    Event launch;
    LaunchSample sample;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> allocations; ///< address and size
    std::vector<Event> memory;                                        ///< copies to the device, and textures
    std::size_t kind = 0;
    double blocks = 0;
  };
  struct Launched {
    std::size_t kind = 0; ///< same kernel and size of blocks
    double blocks = 0;
    double microseconds = 0; ///< 0: not known
  };

  std::size_t kindOf(const sim::Launch& launch);
  bool isWorthKeeping(const Launched& launched);
  sim::LaunchReport keep(sim::Simulator& simulator, const sim::Launch& launch, const sim::GlobalMemory& memory, const sim::Limits& limits,
                         const Launched& launched);
  std::vector<Kept> chosen() const;
  double distance(const Kept& kept, const Launched& launched) const;
  bool doesTheSame(const Kept& a, const Kept& b) const;
  double copiesOf(const Kept& kept, const Launched& launched) const;

  const sim::Model& model_;
  bool runsAll_;
  std::vector<std::string> kinds_;
  std::vector<std::string> kernels_;                               ///< by kind
  std::map<std::pair<std::size_t, unsigned>, std::uint64_t> seen_; ///< launches by kind and order of magnitude of the grid
  std::vector<Kept> kept_;
  std::vector<Launched> launches_;
};

} // namespace gevo::program
