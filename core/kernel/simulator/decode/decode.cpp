#include "core/kernel/simulator/decode/decode.h"

#include "core/kernel/simulator/decode/constants.h"
#include "core/kernel/simulator/decode/function_decoder.h"

#include <llvm/ADT/SetVector.h>

namespace gevo::sim {

namespace {

constexpr std::uint64_t largestSymbol = 4ULL << 30;

bool callsPointers(const llvm::Function& function) {
  for (const llvm::BasicBlock& block : function)
    for (const llvm::Instruction& instruction : block)
      if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->isIndirectCall()) return true;
  return false;
}

/// The kernel first, then every function that it calls, directly or not. A call through a pointer may be of any function whose address is
/// taken.
std::vector<const llvm::Function*> reachable(const llvm::Function& kernel) {
  llvm::SetVector<const llvm::Function*> functions;
  functions.insert(&kernel);
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (callsPointers(*functions[i]))
      for (const llvm::Function& function : *kernel.getParent())
        if (!function.isDeclaration() && function.hasAddressTaken() && function.getCallingConv() != llvm::CallingConv::PTX_Kernel)
          functions.insert(&function);
    for (const llvm::BasicBlock& block : *functions[i])
      for (const llvm::Instruction& instruction : block)
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
          if (const llvm::Function* callee = call->getCalledFunction(); callee && !callee->isDeclaration()) functions.insert(callee);
  }
  return {functions.begin(), functions.end()};
}

Result<KernelCode> decodeKernel(const llvm::Function& kernel, const Model& model, Addresses addresses, Program& program, SourceLines& lines,
                                const UndefinedValues& undefined) {
  const std::vector<const llvm::Function*> functions = reachable(kernel);
  llvm::DenseMap<const llvm::Function*, std::uint32_t> numbers;
  for (const llvm::Function* function : functions) numbers[function] = static_cast<std::uint32_t>(numbers.size());
  KernelCode code;
  code.name = kernel.getName().str();
  const std::uint64_t sharedBytes = addSharedAddresses(*kernel.getParent(), functions, addresses);
  if (sharedBytes > (1ULL << 30))
    return fail("the simulated GPU can't run kernel {}: it declares {} bytes of shared memory", code.name, sharedBytes);
  code.staticShared = static_cast<std::uint32_t>(sharedBytes);
  KernelContext context{code.name, *kernel.getParent(), model, program.detail, addresses, numbers, undefined, lines};
  for (const llvm::Function* function : functions)
    if (const auto address = addresses.find(function); address != addresses.end())
      code.functionsByAddress[address->second] = numbers[function];
  for (const llvm::Function* function : functions) {
    GEVO_TRY_ASSIGN(auto decoded, FunctionDecoder(context, *function).run(function == &kernel ? &code : nullptr));
    code.functions.push_back(std::move(decoded));
  }
  return code;
}

} // namespace

Result<Program> decode(const llvm::Module& module, const Model& model, Detail detail) {
  Program program;
  program.detail = detail;
  Addresses addresses = globalAddresses(module);
  // A variable that the simulator can't hold has no address: only kernels that use it can't be run.
  for (const llvm::GlobalVariable& variable : module.globals()) {
    const auto found = addresses.find(&variable);
    if (found == addresses.end()) continue;
    const std::uint64_t size = module.getDataLayout().getTypeAllocSize(variable.getValueType()).getFixedValue();
    SymbolCode symbol{variable.getName().str(), found->second, size, Bytes(size <= largestSymbol ? size : 0)};
    const bool held =
        size <= largestSymbol &&
        (!variable.hasInitializer() || initialBytes(variable.getInitializer(), module.getDataLayout(), addresses, 0, symbol.initial));
    if (held)
      program.symbols.push_back(std::move(symbol));
    else
      addresses.erase(&variable);
  }
  SourceLines lines(program.locations);
  const UndefinedValues undefined(module, detail);
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() || function.getCallingConv() != llvm::CallingConv::PTX_Kernel) continue;
    auto kernel = decodeKernel(function, model, addresses, program, lines, undefined);
    if (!kernel) {
      program.unsupported.emplace(function.getName().str(), kernel.error().message);
      continue;
    }
    program.kernels.emplace(kernel->name, std::move(*kernel));
  }
  // Kernels that can't be run must not keep the others from running.
  if (program.kernels.empty() && !program.unsupported.empty()) return std::unexpected(Error{program.unsupported.begin()->second});
  return program;
}

} // namespace gevo::sim
