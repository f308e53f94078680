#pragma once

/// The flags of nvcc, gcc and clang that GEVO knows: how each is written, and what it means here.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gevo {

/// Whose command line it is. What nvcc does not know is an error; what a host compiler does not know is left to that.
enum class FlagDialect : std::uint8_t { Nvcc, HostCompiler };

enum class FlagValue : std::uint8_t {
  None,     ///< -w
  Separate, ///< --maxrregcount 32, --maxrregcount=32
  Joined,   ///< -DX, -D X, -D=X
  Prefix,   ///< -fopenmp: what follows the name belongs to the flag
};

enum class FlagEffect : std::uint8_t {
  None, ///< changes nothing here
  Define,
  Undefine,
  Include,
  SystemInclude,
  ForcedInclude,
  Library,
  LibraryFolder,
  Standard,
  Architecture,     ///< -arch sm_80
  GenerateCode,     ///< -gencode arch=compute_80,code=sm_80
  FastMath,         ///< --use_fast_math
  FlushToZero,      ///< --ftz=true
  MultiplyAdd,      ///< --fmad=false
  DeviceDebug,      ///< -G
  RelocatableCode,  ///< -rdc=true
  DefaultStream,    ///< --default-stream per-thread
  Language,         ///< -x cu
  HostCompilerPath, ///< -ccbin
  HostFlags,        ///< -Xcompiler
  LinkerFlags,      ///< -Xlinker
  LinkerFlag,       ///< -Wl,..., itself for the linker
  WordSize,         ///< -m64, the only one
  Optimisation,     ///< -O2: of host files
  DeviceFeature,    ///< -fgpu-...: of clang, for device code
  Feature,          ///< -fopenmp, -mavx2: of the compilers
  Warning,          ///< -Wall
  Output,           ///< -o
  Compile,          ///< -c, -dc: no linking
  OtherProduct,     ///< -E, -ptx, -dlink: makes neither an object nor a program
};

struct FlagRow {
  std::string_view names; ///< separated by blanks; the first is shown
  FlagValue value = FlagValue::None;
  FlagEffect effect = FlagEffect::None;
  std::string_view meaning; ///< for the manual; empty: not listed there
};

/// Every flag of a dialect.
std::span<const FlagRow> flagTable(FlagDialect dialect);

struct Flag {
  const FlagRow* row = nullptr;
  std::string text;  ///< as written, with a separate value after `=`; readable again
  std::string value; ///< of a Prefix: what follows the name
};

/// The flag that an argument is, with its value from `next` if it takes one. `row` is null for an unknown flag.
struct FlagMatch {
  Flag flag;
  bool tookNext = false;
  bool lacksValue = false; ///< it takes a value and there is no `next`
};
FlagMatch matchFlag(std::string_view argument, const std::string* next, FlagDialect dialect);

} // namespace gevo
