#pragma once

/// A variant's machine code on the GPU: its kernels and variables.

#include "core/base/bytes.h"
#include "core/kernel/cuda/device/session.h"

#include <map>
#include <optional>
#include <vector>

namespace gevo::cuda {

/// A __device__ or __constant__ variable of the original and its recorded address. On the simulated GPU the address is the same in every
/// variant; on CUDA the driver chooses one for each module.
struct SymbolAddress {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
};
template <class Archive> void fields(Archive& a, SymbolAddress& s) { a(s.name, s.address, s.size); }

class Code {
public:
  /// `image`: a cubin, or PTX, which the driver compiles.
  static Result<Code> load(Session& session, ByteView image, const std::vector<SymbolAddress>& symbols);
  Code(Code&& other) noexcept;
  Code& operator=(Code&&) = delete;
  ~Code();

  /// The kernel, prepared for so many bytes of dynamic shared memory.
  Result<Function> kernel(const std::string& name, std::uint32_t dynamicShared);
  /// Address of the symbol with this index; nothing if this code no longer has it.
  std::optional<Address> symbol(std::size_t index) const { return addresses_[index]; }
  /// Queues restoring the initial value of every variable.
  Result<void> restoreSymbols();
  /// Log of the driver's assembler; empty for a cubin.
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

/// Assembles PTX to a cubin with the driver's own assembler. An error has its log as details.
struct DriverCubin {
  Bytes code;
  std::string log;
};
Result<DriverCubin> linkByDriver(Session& session, ByteView ptx);

} // namespace gevo::cuda
