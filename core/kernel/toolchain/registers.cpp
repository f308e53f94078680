#include "core/kernel/toolchain/registers.h"

#include "core/kernel/ir/pipeline.h"
#include "core/kernel/ir/register_pressure.h"
#include "core/kernel/toolchain/ptxas.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace gevo::program {

namespace {

/// The oldest that CUDA 13 assembles for.
constexpr const char* oldestAssembled = "sm_75";

std::string withoutLimit(const std::string& reason) { return "registers do not limit how many blocks run at once: " + reason; }

} // namespace

FoundRegisters findRegisters(const llvm::Module& module, const std::string& architecture) {
  const auto ptx = ir::emitPtx(module, architecture);
  if (!ptx) return {{}, withoutLimit(ptx.error().message)};
  auto assembled = runPtxas(*ptx, architecture);
  FoundRegisters found;
  if (assembled && !assembled->lacking.empty() && assembled->hasPtxas) {
    found.note = fmt::format("{}, so registers are those that the kernels have on {}", assembled->lacking, oldestAssembled);
    assembled = runPtxas(*ptx, oldestAssembled);
  }
  if (!assembled) return {{}, withoutLimit("ptxas rejects the program's PTX")};
  if (!assembled->lacking.empty()) return {{}, withoutLimit(assembled->lacking)};
  for (const KernelResources& kernel : assembled->kernels) found.registers[kernel.kernel] = kernel.registers;
  return found;
}

sim::KernelRegisters registersOf(const Project& project) {
  sim::KernelRegisters registers;
  for (const KernelInfo& kernel : project.kernels)
    if (kernel.registers > 0) registers[kernel.name] = kernel.registers;
  return registers;
}

KernelPressures pressuresOf(const llvm::Module& module) {
  KernelPressures pressures;
  for (const llvm::Function& function : module)
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel && !function.isDeclaration())
      pressures[function.getName().str()] = ir::registerPressure(function);
  return pressures;
}

sim::KernelRegisters estimateRegisters(const sim::KernelRegisters& original, const KernelPressures& ofOriginal,
                                       const KernelPressures& ofVariant) {
  // ptxas evens out a part of the difference, by another order.
  constexpr double kept = 0.8;
  constexpr double most = 255;
  constexpr double fewest = 4;
  sim::KernelRegisters registers = original;
  for (auto& [kernel, count] : registers) {
    const auto before = ofOriginal.find(kernel);
    const auto now = ofVariant.find(kernel);
    if (before == ofOriginal.end() || now == ofVariant.end()) continue;
    const double difference = kept * (double(now->second) - double(before->second));
    count = static_cast<std::uint32_t>(std::clamp(std::round(count + difference), fewest, most));
  }
  return registers;
}

std::string printRegisters(const sim::KernelRegisters& registers) {
  std::string text;
  for (const auto& [kernel, count] : registers) fmt::format_to(std::back_inserter(text), "{} {}\n", kernel, count);
  return text;
}

sim::KernelRegisters parseRegisters(const std::string& text) {
  sim::KernelRegisters registers;
  std::istringstream words(text);
  std::string kernel;
  std::uint32_t count = 0;
  while (words >> kernel >> count) registers[kernel] = count;
  return registers;
}

} // namespace gevo::program
