#pragma once

/// The cycle model's figures for one GPU, read from resources/devices/NAME.toml (built into the binary as well).
/// Units: cycles at the multiprocessor's clock unless a name says otherwise.

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gevo::sim {

/// What one warp instruction costs.
struct Cost {
  float issue = 1;   ///< slots of one scheduler
  float latency = 4; ///< until a dependent instruction can start
};

/// Costs by the machine instruction that an IR instruction becomes.
struct CostTable {
  Cost free{0, 0};      ///< folded into its neighbours
  Cost predicate{0, 0}; ///< logic on i1
  Cost arithmetic;
  Cost multiply;
  Cost wideArithmetic; ///< 64-bit integers
  Cost wideMultiply;
  Cost divide; ///< 32-bit integers, by a variable
  Cost remainder;
  Cost wideDivide;
  Cost wideRemainder;
  Cost divideByConstant;
  Cost doubleArithmetic;
  Cost doubleDivide;
  Cost floatDivide;
  Cost root;
  Cost transcendental; ///< exp2, log2, rsqrt, reciprocal, fast sine
  Cost library;        ///< a function that takes tens of instructions
  Cost conversion;
  Cost shuffle;
  Cost vote;
  Cost matrix{16, 33}; ///< product of 16 x 16 halves, added to floats; latency to the next product that is added to this one
  Cost specialRegister;
  Cost branch;
  Cost jump;
  Cost call;
  Cost address; ///< base + index * size
};

struct Model {
  std::string name = "H200";
  double clockGhz = 1.98;
  unsigned multiprocessors = 132;
  unsigned warpsPerMultiprocessor = 64;
  unsigned blocksPerMultiprocessor = 32;
  unsigned sharedBytesPerMultiprocessor = 228 * 1024;
  unsigned sharedBytesPerBlock = 227 * 1024;
  unsigned reservedSharedPerBlock = 1024;
  unsigned schedulers = 4;      ///< warp instructions issued per cycle and multiprocessor; each has its share of the registers
  unsigned sharedUnit = 128;    ///< bytes; allocation granularity of shared memory for a block
  unsigned registers = 1 << 16; ///< 32-bit ones of a multiprocessor; a block may have all of them
  unsigned registerUnit = 256;  ///< allocation granularity of registers for a warp
  unsigned registersPerThread = 255;

  // Device properties that programs can query; the simulation does not depend on them.
  unsigned capabilityMajor = 9;
  unsigned capabilityMinor = 0;
  std::uint64_t memorySize = 150'754'820'096; ///< bytes
  double memoryGhz = 3.201;
  unsigned memoryBusBits = 6144;
  std::uint64_t levelTwoSize = 50ULL << 20; ///< bytes
  unsigned doubleRatio = 2;                 ///< single-precision operations for one in double precision

  CostTable costs;

  double launchCycles = 0;   ///< of an empty kernel
  double blockCycles = 0;    ///< from one block's end to its successor's start
  double dispatchCycles = 0; ///< of the whole device, for handing out a block, however small it is
  double barrierBase = 12;
  double barrierPerWarp = 2;
  double divergence = 0; ///< of splitting and joining a warp

  double sharedLatency = 29;
  double sharedConflict = 2; ///< latency of each further way
  double orderLatency = 11;  ///< from a store to a load that stays behind it
  double cacheLatency = 40;  ///< L1 hit
  double cacheBytes = 128 * 1024;
  double levelTwoLatency = 286; ///< footprint up to 512 KB
  double levelTwoFar = 378;     ///< at 16 MB
  double levelTwoBytes = 50e6;
  double memoryLatency = 500;
  double memoryFar = 665;      ///< at 256 MB
  double textureLatency = 129; ///< of a fetch whose elements are in the L1 cache
  double atomicLatency = 287;
  double sharedAtomicLatency = 60;

  double sharedAccessesPerCycle = 1;     ///< wavefronts per multiprocessor
  double cacheSectorsPerCycle = 4;       ///< per multiprocessor
  double levelTwoSectorsPerCycle = 2;    ///< per multiprocessor
  double textureFetchesPerCycle = 0.124; ///< warps' fetches of elements of up to 4 bytes, filtered or not, per multiprocessor
  double memoryBytesPerCycle = 1590;     ///< of the whole device
  double atomicsPerCycle = 1;            ///< lanes of the whole device, those of a warp at one address one after the other
  double overlap = 2;                    ///< exponent that joins latency and throughput: 1 adds them, large takes the larger

  /// Cycles to microseconds.
  double microseconds(double cycles) const { return cycles / (clockGhz * 1000.0); }
  /// clang's name of the architecture: "sm_90".
  std::string architecture() const;
};

/// The default model of "sim" (H200), or the one named after "sim:". An error lists the available models.
Result<Model> loadModel(std::string_view device);
/// The same, unless `text` (of a model file, or "sim:NAME") is given: then that one.
Result<Model> loadModel(std::string_view device, std::string_view text);
/// Names that may follow "sim:", besides the path of a model file.
std::vector<std::string> modelNames();
/// From the text of a model file.
Result<Model> parseModel(std::string_view text, std::string_view source);

} // namespace gevo::sim
