#pragma once

/// Fetches of textures by one warp. A texture is an allocation that is read by coordinates.

#include "core/kernel/simulator/execute/memory/access_checker.h"
#include "core/kernel/simulator/execute/memory/race_recorder.h"
#include "core/kernel/simulator/execute/memory/texture_objects.h"
#include "core/kernel/simulator/execute/memory/texture_sampling.h"
#include "core/kernel/simulator/execute/timing/access_timing.h"

namespace gevo::sim {

class TextureUnit {
public:
  /// `textures`: those that the program has made, and surfaces; null: none.
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
    unsigned dimensions() const { return fetch.place.dimensions; }
    TexturePosition at[3][laneCount];  ///< by dimension, of the lanes of the mask
    std::uint64_t layer[laneCount];    ///< likewise
    TextureWeights weights[laneCount]; ///< likewise, of filtered textures
    bool isBetween[3] = {};            ///< by dimension: some lane reads the next element too
  };
  /// What was read, by channel.
  struct Values {
    std::uint32_t bits[4][laneCount] = {}; ///< of floats or integers
    double sums[4][laneCount];             ///< of filtered textures, by weight; set up with the first element
  };

  const Texture* find(const Warp& warp, const TextureFetch& fetch, std::uint64_t object, Mask mask, std::uint32_t location);
  bool fetchFrom(Warp& warp, const Texture& texture, const TextureFetch& fetch, const Access& access, Mask mask, std::uint32_t location,
                 double start, double& latency);
  static void locate(const Warp& warp, Request& request);
  static void take(Values& values, const Request& request, const RegionAccess& part);
  static void addWeighted(Values& values, const Request& request, const RegionAccess& part, unsigned corner);
  static void finish(Values& values, const Request& request);
  bool readElement(Warp& warp, const Request& request, const unsigned* steps, Values& values, double& latency);

  const Textures* textures_;
  MemoryView& memory_;
  AccessChecker checker_;
  RaceRecorder races_;
  AccessTiming& timing_;
  LaunchReporter& reporter_;
};

} // namespace gevo::sim
