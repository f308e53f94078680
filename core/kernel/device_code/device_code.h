#pragma once

/// Description of a program's device code: kernels, pointer parameters, variables and source files, read from
/// clang's bitcode and its debug information.

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/kernel/outputs/metrics.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gevo::program {

/// A pointer among a kernel's parameters, or a member of a structure passed by value.
struct PointerParameter {
  std::uint32_t argument = 0;      ///< index of the kernel's parameter
  std::uint32_t offset = 0;        ///< bytes from that parameter's start
  std::string name;                ///< "temp_out", "grid.cells"
  std::optional<ElementType> type; ///< of what it points to; nothing for void and mixed structures
  bool writes = false;             ///< not a pointer to const
};

struct KernelDescription {
  std::string name;      ///< in the module
  std::string shownName; ///< demangled: without parameters if no other kernel has that name, else with parameters or its file
  std::vector<PointerParameter> pointers;
  std::string file = {};      ///< where it is defined, as in debug locations; empty: not known
  std::string plainName = {}; ///< demangled, without parameters
};

struct DeviceDescription {
  std::vector<KernelDescription> kernels;
  std::map<std::string, std::optional<ElementType>> variables; ///< __device__ and __constant__, by name in the module
  std::vector<std::string> files;                              ///< as in debug locations, each once
};

Result<DeviceDescription> describeDeviceCode(ByteView bitcode);

/// One module from those of several .cu files. `names` are the files, for messages.
Result<Bytes> linkDeviceCode(const std::vector<Bytes>& modules, const std::vector<std::string>& names);

/// The same from files of bitcode.
Result<Bytes> linkDeviceFiles(const std::vector<std::filesystem::path>& modules, const std::vector<std::string>& names);

/// Instructions of a kernel in a module (0 when it is not there).
std::uint32_t countInstructions(ByteView bitcode, const std::string& kernel);

} // namespace gevo::program
