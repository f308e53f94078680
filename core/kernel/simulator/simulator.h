#pragma once

/// The simulated GPU: a warp-level interpreter of optimised LLVM IR with checked memory and a cycle model.
/// See resources/docs/internals/simulator.md.

#include "core/kernel/simulator/machine/counters.h"
#include "core/kernel/simulator/machine/launch.h"
#include "core/kernel/simulator/machine/memory.h"
#include "core/kernel/simulator/machine/model.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace gevo::sim {

/// A module decoded once, ready to launch its kernels many times. Not thread-safe: use one Simulator per thread.
class Simulator {
public:
  /// Fails when no kernel of the module can be run; the error names kernel, instruction and source line. Launching an unsupported kernel
  /// gives a fault of kind Unsupported. Reads debug locations where the module has them. The module may be destroyed afterwards.
  static Result<Simulator> create(const llvm::Module& module, const Model& model, Detail detail = Detail::None);

  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;
  ~Simulator();

  /// Allocates and initialises the module's __device__ and __constant__ variables in `memory`: call once per memory,
  /// before anything else is allocated there, so that their addresses are the same in every replay.
  Result<void> placeSymbols(GlobalMemory& memory);
  /// Address and size of a __device__ or __constant__ variable after placeSymbols.
  struct Symbol {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
  };
  /// Kernels that can't be run, with the reason.
  const std::map<std::string, std::string>& unsupported() const;
  std::optional<Symbol> symbol(const std::string& name) const;

  /// Register counts of kernels, which limit how many blocks a multiprocessor holds at once. Without them registers limit nothing.
  void useRegisters(const KernelRegisters& registers);

  /// Total bytes of a kernel's parameters as laid out in Launch::parameters; empty when there is no such kernel.
  std::optional<std::uint32_t> parameterBytes(const std::string& kernel) const;
  /// Offset and size of each parameter of a kernel in that layout.
  struct Parameter {
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
  };
  std::vector<Parameter> parameters(const std::string& kernel) const;

  /// Some kernel's threads share what others may wait for or answer, so that the interleaved schedule differs from others. A kernel
  /// without that runs block after block in it.
  bool canInterleave() const;
  /// False: a launch in which no race is found has the same results in every schedule.
  bool dependsOnOrder() const;

  LaunchReport launch(const Launch& launch, GlobalMemory& memory, const Limits& limits);

  /// Global memory that the last launch has touched, by sectors, in order: address and size of each piece.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> touched() const;

  /// Of all launches so far; empty unless created with Detail::Profile.
  const Profile& profile() const;
  /// Likewise; later ones are counted from zero.
  Profile takeProfile();
  /// Of all launches since it was called last; empty unless created with Detail::Counters. Interleaved launches are not counted.
  Counters takeCounters();

private:
  struct State;
  explicit Simulator(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace gevo::sim
