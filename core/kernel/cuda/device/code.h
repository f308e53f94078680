#pragma once

/// A variant's machine code on the GPU: its kernels and variables.

#include "core/base/bytes.h"
#include "core/kernel/cuda/device/session.h"

#include <map>
#include <optional>
#include <vector>

namespace gevo::cuda {

/// A __device__ or __constant__ variable of the original, and where traces have it: on the simulated GPU its address is the same in every
/// variant, on CUDA the driver chooses one for each module.
struct SymbolAddress {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
};
template <class Archive> void fields(Archive& a, SymbolAddress& s) { a(s.name, s.address, s.size); }

class Code {
public:
  /// `image`: a cubin, or PTX, of which the driver makes one.
  static Result<Code> load(Session& session, ByteView image, const std::vector<SymbolAddress>& symbols);
  Code(Code&& other) noexcept;
  Code& operator=(Code&&) = delete;
  ~Code();

  /// Ready for so many bytes of dynamic shared memory.
  Result<Function> kernel(const std::string& name, std::uint32_t dynamicShared);
  /// Of the symbol with this place in the list; nothing where this code has it no more.
  std::optional<Address> symbol(std::size_t index) const { return addresses_[index]; }
  /// Queues that every variable gets the value that the module gives it.
  Result<void> restoreSymbols();
  /// What the driver said when it made the machine code; empty for a cubin.
  const std::string& log() const { return log_; }

private:
  Code(Session& session, Module module, std::string log) : session_(&session), module_(module), log_(std::move(log)) {}
  Result<void> keepSymbols(const std::vector<SymbolAddress>& symbols);

  struct Kernel {
    Function function = nullptr;
    std::uint32_t dynamicShared = 0;
  };
  struct Kept {
    Address address = 0; ///< in the module
    std::size_t size = 0;
    std::size_t offset = 0; ///< in `values_`
  };
  Session* session_;
  Module module_;
  std::string log_;
  std::map<std::string, Kernel> kernels_;
  std::vector<std::optional<Address>> addresses_; ///< by symbol
  std::vector<Kept> kept_;
  Buffer values_;
};

/// PTX to a cubin by the driver, which has an assembler of its own. An error with its words as details.
struct DriverCubin {
  Bytes code;
  std::string log;
};
Result<DriverCubin> linkByDriver(Session& session, ByteView ptx);

} // namespace gevo::cuda
