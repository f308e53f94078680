#pragma once

/// Fetches of textures by one warp. A texture is an allocation that is read by coordinates.

#include "core/kernel/simulator/execute/memory/access_checker.h"
#include "core/kernel/simulator/execute/memory/race_recorder.h"
#include "core/kernel/simulator/execute/memory/texture_sampling.h"
#include "core/kernel/simulator/execute/timing/access_timing.h"

namespace gevo::sim {

class TextureUnit {
public:
  /// `textures`: those that the program has made; null: none.
  TextureUnit(const Textures* textures, MemoryView& memory, RaceChecker& races, AccessTiming& timing, LaunchReporter& reporter)
      : textures_(textures), memory_(memory), checker_(memory, reporter), races_(races), timing_(timing), reporter_(reporter) {}

  /// False: a fault.
  bool fetch(Warp& warp, const CodeFunction& function, const Op& op, Mask mask, std::uint32_t location);

private:
  /// What the lanes of one texture object read, and where.
  struct Request {
    Request(const Texture& texture, const TextureFetch& fetch, Region* region, Mask mask, std::uint32_t location)
        : texture(texture), fetch(fetch), region(region), mask(mask), location(location) {}
    const Texture& texture;
    const TextureFetch& fetch;
    Region* region;
    Mask mask;
    std::uint32_t location;
    TexturePosition x[laneCount]; ///< of the lanes of the mask
    TexturePosition y[laneCount];
    bool betweenColumns = false; ///< some lane reads the next one too
    bool betweenRows = false;
  };
  /// By channel, the bits of floats or integers.
  using Values = std::uint32_t[4][laneCount];

  const Texture* find(const Warp& warp, const TextureFetch& fetch, std::uint64_t object, Mask mask, std::uint32_t location);
  bool fetchFrom(Warp& warp, const Texture& texture, const TextureFetch& fetch, const Access& access, const Op& op, Mask mask,
                 std::uint32_t location, double& latency);
  static void locate(const Warp& warp, const Op& op, Request& request);
  static void addTo(Values& values, const Request& request, const RegionAccess& part, const float* weight);
  bool readElement(Warp& warp, const Request& request, unsigned right, unsigned down, Values& values, double& latency);

  const Textures* textures_;
  MemoryView& memory_;
  AccessChecker checker_;
  RaceRecorder races_;
  AccessTiming& timing_;
  LaunchReporter& reporter_;
};

} // namespace gevo::sim
