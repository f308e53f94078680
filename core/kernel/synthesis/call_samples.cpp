#include "core/kernel/synthesis/call_samples.h"

#include "core/kernel/ir/kept_functions.h"
#include "core/kernel/trace/device_state.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace gevo::program {

namespace {

using llvm::Value;

/// Calls that are kept of each test.
constexpr std::uint64_t mostRows = 2048;
constexpr unsigned globalMemory = 1;

/// Variables of device code: one that counts a function's calls; one that holds some of them, a row for each, with the parameters and then
/// the result; and bounds of each parameter, the least and then the largest, as numbers that are ordered as floats are.
struct Recorder {
  std::string function;
  std::string shownName;
  std::size_t columns = 0;
  std::string counter;
  std::string rows;
  std::string bounds;
};

constexpr std::uint32_t signBit = 1U << 31;

/// Of a float's bits: unsigned numbers in the order of the floats.
Value* ordered(llvm::IRBuilder<>& ir, Value* number) {
  constexpr unsigned last = 31;
  Value* const bits = ir.CreateBitCast(number, ir.getInt32Ty());
  return ir.CreateXor(bits, ir.CreateOr(ir.CreateAShr(bits, ir.getInt32(last)), ir.getInt32(signBit)));
}

/// Keeps the least (turned around) and the largest finite value that there was, where 0 stands for none.
void keepBounds(llvm::IRBuilder<>& ir, llvm::GlobalVariable* bounds, std::size_t column, Value* number) {
  Value* const size = ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, number);
  Value* const isFinite = ir.CreateFCmpOLT(size, llvm::ConstantFP::getInfinity(ir.getFloatTy()));
  Value* const found = ordered(ir, number);
  for (const bool isLargest : {false, true}) {
    Value* const value = ir.CreateSelect(isFinite, isLargest ? found : ir.CreateNot(found), ir.getInt32(0));
    Value* const place = ir.CreateGEP(bounds->getValueType(), bounds, {ir.getInt64(0), ir.getInt64(2 * column + (isLargest ? 1 : 0))});
    ir.CreateAtomicRMW(llvm::AtomicRMWInst::UMax, place, value, llvm::MaybeAlign(), llvm::AtomicOrdering::Monotonic);
  }
}
float fromOrdered(std::uint32_t number) { return std::bit_cast<float>((number & signBit) != 0 ? number ^ signBit : ~number); }

Value* asFloat(llvm::IRBuilder<>& ir, Value* value) {
  if (value->getType()->isFloatTy()) return value;
  return value->getType()->isDoubleTy() ? ir.CreateFPTrunc(value, ir.getFloatTy()) : ir.CreateSIToFP(value, ir.getFloatTy());
}

/// The row that call number `index` is kept in, by reservoir sampling (Vitter 1985, algorithm R); `mostRows`, of which nothing is read, if
/// it is not kept.
Value* rowOf(llvm::IRBuilder<>& ir, Value* index) {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15ULL;
  constexpr unsigned shift = 29;
  const auto number = [&](std::uint64_t value) { return ir.getInt64(value); };
  Value* mixed = ir.CreateMul(index, number(factor));
  mixed = ir.CreateMul(ir.CreateXor(mixed, ir.CreateLShr(mixed, number(shift))), number(factor));
  Value* const drawn = ir.CreateURem(ir.CreateLShr(mixed, number(shift)), ir.CreateAdd(index, number(1)));
  Value* const row = ir.CreateSelect(ir.CreateICmpULT(index, number(mostRows)), index, drawn);
  return ir.CreateSelect(ir.CreateICmpULT(row, number(mostRows)), row, number(mostRows));
}

/// Writes what the function was called with where it returns.
Recorder record(llvm::Function& function, std::size_t number) {
  llvm::Module& module = *function.getParent();
  llvm::IRBuilder<> ir(module.getContext());
  Recorder recorder{function.getName().str(),
                    ir::calledName(function),
                    function.arg_size() + 1,
                    fmt::format("gevo_calls_{}", number),
                    fmt::format("gevo_rows_{}", number),
                    fmt::format("gevo_bounds_{}", number)};
  auto* const row = llvm::ArrayType::get(ir.getFloatTy(), recorder.columns);
  auto* const rows = llvm::ArrayType::get(row, mostRows + 1);
  const auto variable = [&](llvm::Type* type, const std::string& name) {
    return new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::ExternalLinkage, llvm::Constant::getNullValue(type), name,
                                    nullptr, llvm::GlobalValue::NotThreadLocal, globalMemory);
  };
  llvm::GlobalVariable* const counter = variable(ir.getInt64Ty(), recorder.counter);
  llvm::GlobalVariable* const kept = variable(rows, recorder.rows);
  llvm::GlobalVariable* const bounds = variable(llvm::ArrayType::get(ir.getInt32Ty(), 2 * function.arg_size()), recorder.bounds);
  for (llvm::BasicBlock& block : function) {
    auto* const end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
    if (!end) continue;
    ir.SetInsertPoint(end);
    Value* const index =
        ir.CreateAtomicRMW(llvm::AtomicRMWInst::Add, counter, ir.getInt64(1), llvm::MaybeAlign(), llvm::AtomicOrdering::Monotonic);
    Value* const place = rowOf(ir, index);
    std::vector<Value*> values;
    for (llvm::Argument& argument : function.args()) values.push_back(asFloat(ir, &argument));
    for (std::size_t column = 0; column < values.size(); ++column) keepBounds(ir, bounds, column, values[column]);
    values.push_back(asFloat(ir, end->getReturnValue()));
    for (std::size_t column = 0; column < values.size(); ++column)
      ir.CreateStore(values[column], ir.CreateGEP(rows, kept, {ir.getInt64(0), place, ir.getInt64(column)}));
  }
  return recorder;
}

Result<Bytes> readVariable(const sim::Simulator& simulator, DeviceState& state, const std::string& name) {
  const auto symbol = simulator.symbol(name);
  if (!symbol) return fail("{} is not in the module", name);
  return state.memory().read(symbol->address, symbol->size);
}

Result<void> collect(const Recorder& recorder, const sim::Simulator& simulator, DeviceState& state, CallSamples& samples) {
  GEVO_TRY_ASSIGN(const Bytes counted, readVariable(simulator, state, recorder.counter));
  GEVO_TRY_ASSIGN(const Bytes rows, readVariable(simulator, state, recorder.rows));
  GEVO_TRY_ASSIGN(const Bytes bounds, readVariable(simulator, state, recorder.bounds));
  for (std::size_t i = 0; i < samples.ranges.size(); ++i) {
    std::array<std::uint32_t, 2> found{};
    std::memcpy(found.data(), bounds.data() + i * sizeof found, sizeof found);
    auto& [least, largest] = samples.ranges[i];
    if (found[0] != 0) least = std::min(least, fromOrdered(~found[0]));
    if (found[1] != 0) largest = std::max(largest, fromOrdered(found[1]));
  }
  std::uint64_t calls = 0;
  std::memcpy(&calls, counted.data(), std::min(counted.size(), sizeof calls));
  samples.calls += calls;
  std::vector<float> row(recorder.columns);
  for (std::uint64_t i = 0; i < std::min(calls, mostRows); ++i) {
    std::memcpy(row.data(), rows.data() + i * row.size() * sizeof(float), row.size() * sizeof(float));
    if (!std::ranges::all_of(row, [](float value) { return std::isfinite(value); })) continue;
    for (std::size_t column = 0; column + 1 < row.size(); ++column) samples.inputs[column].push_back(row[column]);
    samples.results.push_back(row.back());
  }
  return {};
}

} // namespace

Result<std::vector<CallSamples>> sampleCalls(const ir::BaseModule& base, const sim::Model& model, const std::vector<const Trace*>& tests) {
  const auto module = base.original();
  std::vector<Recorder> recorders;
  std::vector<CallSamples> samples;
  for (llvm::Function& function : *module) {
    if (!ir::isKept(function)) continue;
    recorders.push_back(record(function, recorders.size()));
    constexpr std::pair<float, float> none{INFINITY, -INFINITY};
    samples.push_back({recorders.back().function,
                       recorders.back().shownName,
                       0,
                       std::vector<std::vector<float>>(function.arg_size()),
                       std::vector(function.arg_size(), none),
                       {}});
  }
  GEVO_TRY_ASSIGN(auto simulator, sim::Simulator::create(*module, model));
  for (const Trace* const test : tests) {
    DeviceState state(simulator);
    GEVO_TRY(state.placeSymbols());
    for (const Event& event : test->events) {
      if (event.kind != EventKind::Launch) {
        GEVO_TRY(state.apply(event));
        continue;
      }
      const sim::LaunchReport report = state.launch(event, {.checkRaces = false});
      if (report.fault) return fail("{}", report.fault->message());
    }
    for (std::size_t i = 0; i < recorders.size(); ++i) GEVO_TRY(collect(recorders[i], simulator, state, samples[i]));
  }
  return samples;
}

} // namespace gevo::program
