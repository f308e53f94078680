#pragma once

/// Reads and writes of surfaces by one warp. A surface is an array that is accessed by byte of a row, row and slice (CUDA C++ Programming
/// Guide, "Surface Functions"); its memory is accessed and checked as by other loads and stores.

#include "core/kernel/simulator/execute/memory/scattered_access.h"
#include "core/kernel/simulator/execute/memory/texture_objects.h"

namespace gevo::sim {

class SurfaceUnit {
public:
  /// `surfaces`: those that the program has made, and textures; null: none.
  SurfaceUnit(const Textures* surfaces, ScatteredAccess& memory, LaunchReporter& reporter)
      : surfaces_(surfaces), memory_(memory), reporter_(reporter) {}

  /// False: a fault.
  bool run(Warp& warp, const CodeFunction& function, const Op& op, Mask mask, std::uint32_t location);

private:
  /// What the lanes access.
  struct Request {
    const SurfaceAccess& surface;
    const Access& access;
    std::uint32_t location;
    Mask inside = 0; ///< the lanes that reach an address
    std::uint64_t addresses[laneCount] = {};
    std::string name() const { return "surf" + placeName(surface.place) + (access.kind.writes() ? "write()" : "read()"); }
  };

  const Texture* find(const Warp& warp, const Request& request, std::uint64_t object, Mask mask);
  bool locate(const Warp& warp, Request& request, const Texture& surface, Mask mask);
  bool reject(const Warp& warp, const Request& request, const Texture& surface, const std::int64_t* at, Mask lane);

  const Textures* surfaces_;
  ScatteredAccess& memory_;
  LaunchReporter& reporter_;
};

} // namespace gevo::sim
