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

/// Of each parameter.
using Ranges = std::vector<std::pair<float, float>>;

/// Each thread computes the function for a row of the array, of which it replaces the first number.
void addKernel(llvm::Function& function) {
  llvm::Module& module = *function.getParent();
  llvm::IRBuilder<> ir(module.getContext());
  llvm::Type* const pointer = ir.getPtrTy(globalMemory);
  auto* const kernel = llvm::Function::Create(llvm::FunctionType::get(ir.getVoidTy(), {pointer}, false), llvm::GlobalValue::ExternalLinkage,
                                              kernelName, module);
  kernel->setCallingConv(llvm::CallingConv::PTX_Kernel);
  ir.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", kernel));
  Value* const thread = ir.CreateIntrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x, {});
  Value* const row = ir.CreateGEP(llvm::ArrayType::get(ir.getFloatTy(), function.arg_size()), kernel->getArg(0), thread);
  std::vector<Value*> arguments;
  for (llvm::Argument& parameter : function.args()) {
    Value* argument = ir.CreateLoad(ir.getFloatTy(), ir.CreateConstGEP1_32(ir.getFloatTy(), row, parameter.getArgNo()));
    if (parameter.getType()->isDoubleTy()) argument = ir.CreateFPExt(argument, ir.getDoubleTy());
    if (parameter.getType()->isIntegerTy()) argument = ir.CreateFPToSI(argument, parameter.getType());
    arguments.push_back(argument);
  }
  llvm::CallInst* const call = ir.CreateCall(&function, arguments);
  call->setCallingConv(function.getCallingConv());
  Value* result = call;
  if (call->getType()->isDoubleTy()) result = ir.CreateFPTrunc(call, ir.getFloatTy());
  ir.CreateStore(result, row);
  ir.CreateRetVoid();
}

/// Of rows of so many arguments: what the function gives for each.
Result<std::vector<float>> compute(const llvm::Module& module, const sim::Model& model, const std::vector<float>& arguments,
                                   std::size_t width) {
  GEVO_TRY_ASSIGN(auto simulator, sim::Simulator::create(module, model));
  sim::GlobalMemory memory;
  GEVO_TRY(simulator.placeSymbols(memory));
  const std::size_t size = arguments.size() * sizeof(float);
  GEVO_TRY_ASSIGN(const std::uint64_t address, memory.allocate(size));
  GEVO_TRY(memory.write(address, {reinterpret_cast<const std::uint8_t*>(arguments.data()), size}));
  sim::Launch launch;
  launch.kernel = kernelName;
  launch.block = {static_cast<std::uint32_t>(arguments.size() / width), 1, 1};
  launch.parameters = {reinterpret_cast<const std::uint8_t*>(&address), sizeof address};
  const sim::LaunchReport report = simulator.launch(launch, memory, {.checkRaces = false});
  if (report.fault) return fail("{}", report.fault->message());
  GEVO_TRY_ASSIGN(const Bytes written, memory.read(address, size));
  std::vector<float> results(arguments.size() / width);
  for (std::size_t i = 0; i < results.size(); ++i) std::memcpy(&results[i], written.data() + i * width * sizeof(float), sizeof(float));
  return results;
}

/// By a tenth at both ends. Signs stay: many functions have an end at 0, and change the more the nearer they come to it.
std::pair<float, float> widened(std::pair<float, float> range) {
  constexpr float share = 0.1F;
  const auto [least, largest] = range;
  const float margin = share * (largest - least);
  const auto nearerToZero = [&](float near, float far) {
    return near == 0 ? 0 : near - std::copysign(std::min(margin, std::abs(near) * (1 - std::pow(near / far, share))), near);
  };
  return {least >= 0 ? nearerToZero(least, largest) : least - margin, largest <= 0 ? nearerToZero(largest, least) : largest + margin};
}

Ranges widened(const CallSamples& samples, const llvm::Function& function) {
  Ranges ranges = samples.ranges;
  for (unsigned i = 0; i < function.arg_size(); ++i)
    if (isFloating(*function.getArg(i)->getType()) && ranges[i].first < ranges[i].second) ranges[i] = widened(ranges[i]);
  return ranges;
}

/// Rows all over the ranges.
std::vector<float> spread(const CallSamples& samples, const llvm::Function& function, const Ranges& over) {
  const std::size_t width = samples.inputs.size();
  std::vector<float> arguments;
  for (std::uint32_t row = 0; row < rows; ++row)
    for (std::size_t i = 0; i < width; ++i) {
      const auto [least, largest] = samples.ranges[i];
      const float called = samples.inputs[i][std::size_t(row) * samples.results.size() / rows];
      double share = least < largest ? (double(called) - least) / (double(largest) - least) : 0;
      if (width == 1) share = double(row) / (rows - 1);
      const double number = over[i].first + share * (double(over[i].second) - over[i].first);
      arguments.push_back(isFloating(*function.getArg(static_cast<unsigned>(i))->getType()) ? static_cast<float>(number) : called);
    }
  return arguments;
}

/// Those whose results are finite.
void add(CallSamples& samples, const std::vector<float>& arguments, const std::vector<float>& results) {
  for (std::size_t row = 0; row < results.size(); ++row) {
    if (!std::isfinite(results[row])) continue;
    for (std::size_t i = 0; i < samples.inputs.size(); ++i) samples.inputs[i].push_back(arguments[row * samples.inputs.size() + i]);
    samples.results.push_back(results[row]);
  }
}

} // namespace

Result<void> addRange(CallSamples& samples, const ir::BaseModule& base, const sim::Model& model) {
  const auto module = base.original();
  llvm::Function* const function = module->getFunction(samples.function);
  const std::size_t width = samples.inputs.size();
  if (!function || samples.results.empty()) return {};
  const Ranges wider = widened(samples, *function);
  if (wider == samples.ranges) return {};
  addKernel(*function);
  const std::vector<float> beyond = spread(samples, *function, wider);
  const auto areFinite = [](const std::vector<float>& numbers) {
    return std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); });
  };
  const Result<std::vector<float>> results = compute(*module, model, beyond, width);
  if (results && areFinite(beyond) && areFinite(*results)) {
    samples.domain = wider;
    add(samples, beyond, *results);
  } else if (width == 1) {
    const std::vector<float> within = spread(samples, *function, samples.ranges);
    GEVO_TRY_ASSIGN(const std::vector<float> known, compute(*module, model, within, width));
    add(samples, within, known);
  }
  return {};
}

} // namespace gevo::program
