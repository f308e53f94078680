#pragma once

/// What a sampled trace says of each launch in it: which blocks run, what the whole launch took, and how many it stands for. Such a trace
/// holds the memory that these blocks reach in the original. Launches stand for others of the same kernel, as in Sieve (Naderan-Tahan et
/// al. 2023), and blocks for others of the launch, as in Photon (Liu et al. 2023).

#include "core/kernel/simulator/machine/launch.h"
#include "core/kernel/trace/trace.h"

namespace gevo::program {

struct LaunchSample {
  sim::BlockSample blocks;
  double microseconds = 0; ///< that the launch takes in the original
  double copies = 1;       ///< time of the launches that it stands for, in multiples of its own
  std::uint32_t launches = 1;
  bool isSteady = false;          ///< the run does the same work whatever its launches have computed
  std::uint64_t instructions = 0; ///< of the sampled blocks' warps, in the original; 0: not known
};

/// The event before the launch.
Event sampleEvent(const LaunchSample& sample);
Result<LaunchSample> sampleOf(const Event& event);

/// How many blocks stand for all.
enum class Density : std::uint8_t { High, Medium, Low, Lowest };
/// Blocks of a grid to stand for all: at each border, but not with the lowest density, and spread over the inside. With the highest all of
/// them where there are few.
sim::BlockSample chooseBlocks(const sim::Dim3& grid, Density density = Density::High);

} // namespace gevo::program

namespace gevo::sim {
template <class Archive> void fields(Archive& a, BlockSample& m) { a(m.blocks, m.weights, m.touched); }
} // namespace gevo::sim

namespace gevo::program {
template <class Archive> void fields(Archive& a, LaunchSample& m) {
  a(m.blocks, m.microseconds, m.copies, m.launches, m.isSteady, m.instructions);
}
} // namespace gevo::program
