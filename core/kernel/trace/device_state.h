#pragma once

/// What a trace has made of the simulated GPU up to one of its events: memory and textures.

#include "core/kernel/simulator/simulator.h"
#include "core/kernel/trace/trace.h"

namespace gevo::program {

class DeviceState {
public:
  explicit DeviceState(sim::Simulator& simulator) : simulator_(simulator) {}

  /// Before the first event.
  Result<void> placeSymbols() { return simulator_.placeSymbols(memory_); }
  /// Everything but launches and copies to the host, which change nothing here.
  Result<void> apply(const Event& event);
  /// `sample`: only these blocks; null: all.
  sim::LaunchReport launch(const Event& event, const sim::Limits& limits, const sim::BlockSample* sample = nullptr);
  /// Where a copy to the host comes from.
  Result<std::uint64_t> sourceOf(const Event& copy) const;
  sim::GlobalMemory& memory() { return memory_; }
  /// Instead of what the trace says, where it tolerates undefined loads.
  void chooseUndefinedByte(std::uint8_t byte) { chosen_ = byte; }
  /// Undefined loads give it from now on, whatever the trace says.
  void tolerateUndefined(std::uint8_t byte) { undefinedByte_ = chosen_ = byte; }

private:
  Result<void> createTexture(const Event& event);
  Result<std::uint64_t> symbolAddress(const Event& event) const;

  sim::Simulator& simulator_;
  sim::GlobalMemory memory_;
  sim::Textures textures_;
  std::optional<std::uint8_t> undefinedByte_; ///< nothing: undefined loads are faults
  std::optional<std::uint8_t> chosen_;
};

} // namespace gevo::program
