#pragma once

/// A trace prepared for many replays on the GPU: its memory laid out, the data it copies to the device kept there, and the addresses of
/// variables in launch parameters located, since on CUDA they differ in each module.

#include "core/kernel/cuda/device/code.h"
#include "core/kernel/cuda/device/device_textures.h"
#include "core/kernel/cuda/device/test_memory.h"

namespace gevo::cuda {

class StagedTrace {
public:
  /// An error if the trace can't be replayed on CUDA, above all if its data holds addresses of variables.
  static Result<StagedTrace> make(Session& session, const AddressRange& range, program::Trace trace, std::vector<SymbolAddress> symbols);

  const program::Trace& trace() const { return trace_; }
  const std::vector<SymbolAddress>& symbols() const { return symbols_; }
  TestMemory& memory() { return memory_; }
  Textures& textures() { return textures_; }
  std::size_t launches() const { return launches_; }

  /// Device address of an event's data; 0: only in the trace.
  Address data(std::size_t event) const { return data_[event]; }
  /// Parameters of a launch with the code's own addresses of variables. Nothing if the code lacks one of them.
  std::optional<Bytes> parameters(std::size_t event, const Code& code) const;
  /// The device address of a recorded one. Nothing if it is in no allocation, or in a variable that the code lacks.
  std::optional<Address> deviceAddress(std::uint64_t recorded, std::uint64_t bytes, const Code& code) const;
  std::optional<std::size_t> symbolNamed(const std::string& name) const;

private:
  StagedTrace(program::Trace trace, std::vector<SymbolAddress> symbols, TestMemory memory, Textures textures)
      : trace_(std::move(trace)), symbols_(std::move(symbols)), memory_(std::move(memory)), textures_(std::move(textures)) {}
  Result<void> examine();
  /// Replaces recorded texture numbers by this GPU's own, in everything that goes to the device.
  void nameTextures(Bytes& data) const;
  Result<void> keepData(Session& session);
  /// The variable that the address lies in.
  std::optional<std::size_t> symbolAt(std::uint64_t address) const;

  struct Patch {
    std::size_t event = 0;
    std::size_t offset = 0; ///< in the parameters
    std::size_t symbol = 0;
    std::uint64_t delta = 0; ///< from the variable's start
  };
  program::Trace trace_;
  std::vector<SymbolAddress> symbols_; ///< by address
  TestMemory memory_;
  Textures textures_;
  std::vector<Address> data_; ///< by event
  Buffer store_;
  std::vector<Patch> patches_; ///< by event
  std::size_t launches_ = 0;
};

} // namespace gevo::cuda
