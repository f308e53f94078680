#include "core/kernel/synthesis/function_table.h"

#include "core/kernel/simulator/simulator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

namespace gevo::program {

namespace {

using llvm::Value;

constexpr std::uint32_t rows = 1024; ///< threads of one block
constexpr const char* kernelName = "gevo_table";
constexpr unsigned globalMemory = 1;

bool isFloating(const llvm::Type& type) { return type.isFloatTy() || type.isDoubleTy(); }

/// Each thread replaces its float in the array by what the function gives for it.
void addKernel(llvm::Function& function) {
  llvm::Module& module = *function.getParent();
  llvm::IRBuilder<> ir(module.getContext());
  llvm::Type* const pointer = ir.getPtrTy(globalMemory);
  auto* const kernel = llvm::Function::Create(llvm::FunctionType::get(ir.getVoidTy(), {pointer}, false), llvm::GlobalValue::ExternalLinkage,
                                              kernelName, module);
  kernel->setCallingConv(llvm::CallingConv::PTX_Kernel);
  ir.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", kernel));
  Value* const thread = ir.CreateIntrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x, {});
  Value* const place = ir.CreateGEP(ir.getFloatTy(), kernel->getArg(0), thread);
  Value* argument = ir.CreateLoad(ir.getFloatTy(), place);
  if (function.getArg(0)->getType()->isDoubleTy()) argument = ir.CreateFPExt(argument, ir.getDoubleTy());
  llvm::CallInst* const call = ir.CreateCall(&function, {argument});
  call->setCallingConv(function.getCallingConv());
  Value* result = call;
  if (call->getType()->isDoubleTy()) result = ir.CreateFPTrunc(call, ir.getFloatTy());
  ir.CreateStore(result, place);
  ir.CreateRetVoid();
}

Result<std::vector<float>> compute(const llvm::Module& module, const sim::Model& model, std::vector<float> values) {
  GEVO_TRY_ASSIGN(auto simulator, sim::Simulator::create(module, model));
  sim::GlobalMemory memory;
  GEVO_TRY(simulator.placeSymbols(memory));
  const std::size_t size = values.size() * sizeof(float);
  GEVO_TRY_ASSIGN(const std::uint64_t address, memory.allocate(size));
  GEVO_TRY(memory.write(address, {reinterpret_cast<const std::uint8_t*>(values.data()), size}));
  sim::Launch launch;
  launch.kernel = kernelName;
  launch.block = {static_cast<std::uint32_t>(values.size()), 1, 1};
  launch.parameters = {reinterpret_cast<const std::uint8_t*>(&address), sizeof address};
  const sim::LaunchReport report = simulator.launch(launch, memory, {.checkRaces = false});
  if (report.fault) return fail("{}", report.fault->message());
  GEVO_TRY_ASSIGN(const Bytes results, memory.read(address, size));
  std::memcpy(values.data(), results.data(), size);
  return values;
}

} // namespace

Result<void> addRange(CallSamples& samples, const ir::BaseModule& base, const sim::Model& model) {
  const auto module = base.original();
  llvm::Function* const function = module->getFunction(samples.function);
  if (!function || function->arg_size() != 1 || !isFloating(*function->getArg(0)->getType())) return {};
  const auto [least, largest] = samples.ranges.front();
  if (!(least < largest)) return {};
  std::vector<float> arguments;
  for (std::uint32_t i = 0; i < rows; ++i) {
    const double share = static_cast<double>(i) / (rows - 1);
    arguments.push_back(static_cast<float>(least + share * (static_cast<double>(largest) - least)));
  }
  addKernel(*function);
  GEVO_TRY_ASSIGN(const std::vector<float> results, compute(*module, model, arguments));
  for (std::uint32_t i = 0; i < rows; ++i) {
    if (!std::isfinite(results[i])) continue;
    samples.inputs.front().push_back(arguments[i]);
    samples.results.push_back(results[i]);
  }
  return {};
}

} // namespace gevo::program
