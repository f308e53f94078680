// Loads the program's kernels, or those of a variant.

#include "core/kernel/device_code/device_code.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/ir/target_machine.h"
#include "core/kernel/process/process.h"
#include "core/kernel/runtime/device.h"
#include "core/kernel/toolchain/registers.h"
#include "core/kernel/trace/replay.h"
#include "core/values/device_name.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

#include <cstdlib>
#include <filesystem>

namespace gevo::cuda {

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// Functions that use a value, through constant expressions as well.
void collectUsers(const llvm::Value& value, std::set<std::string>& functions) {
  for (const llvm::User* user : value.users()) {
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user))
      functions.insert(instruction->getFunction()->getName().str());
    else if (llvm::isa<llvm::Constant>(user))
      collectUsers(*user, functions);
  }
}

} // namespace

Result<Bytes> Device::loadBase() const {
  const std::string file = variable(program::baseVariable);
  if (!file.empty()) {
    GEVO_TRY_ASSIGN(const auto contents, program::readFile(file));
    return Bytes(contents.begin(), contents.end());
  }
  if (images_.empty()) return fail("the program holds no device code that GEVO can read; build it with gevo new");
  std::vector<Bytes> modules;
  for (const ByteView image : images_) modules.emplace_back(image.begin(), image.end());
  GEVO_TRY_ASSIGN(const auto linked, program::linkDeviceCode(modules, std::vector<std::string>(modules.size(), "one file")));
  return ir::prepareBase(linked);
}

Result<void> Device::load() {
  const auto loaded = hostRun_ ? loadOrdered() : loadOriginal();
  if (!loaded) return loaded;
  toleratesUndefined_ = hostRun_ ? hostRun_->order().toleratesUndefined : variable(program::tolerateVariable) == "1";
  if (toleratesUndefined_) {
    memory_.leaveMargins(sim::undefinedReach);
    program::Event tolerated;
    tolerated.kind = program::EventKind::TolerateUndefined;
    record(std::move(tolerated));
  }
  if (const std::string run = variable(program::runVariable); !run.empty() && !hostRun_)
    schedule_ = program::scheduleOfRun(static_cast<std::uint32_t>(std::strtoul(run.c_str(), nullptr, 10)));
  if (const std::string sampling = variable(program::samplingVariable); !sampling.empty() && !hostRun_)
    workload_ = std::make_unique<program::WorkloadCapture>(model_, sampling == "all");
  const auto placed = simulator_->placeSymbols(memory_);
  findMarkedNames();
  rememberSymbols();
  return placed ? loadGpu() : placed;
}

/// A variant, ready to run.
Result<void> Device::loadOrdered() {
  if (const auto begun = hostRun_->begin(); !begun) return begun;
  const std::string& device = hostRun_->order().device;
  GEVO_TRY_ASSIGN(const auto model, sim::loadModel(screeningDevice(device), hostRun_->order().model));
  model_ = model;
  if (gpuNumber(device))
    if (const auto borrowed = borrowGpu(); !borrowed) return borrowed;
  registers_ = program::parseRegisters(hostRun_->order().registers);
  llvm::LLVMContext context;
  const Bytes& bitcode = hostRun_->order().module;
  const llvm::StringRef bytes(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, "variant"), context);
  if (!module) return fail("the variant's code can't be read: {}", llvm::toString(module.takeError()));
  return adopt(**module);
}

Result<void> Device::loadOriginal() {
  if (playback_) GEVO_TRY(playback_->begin());
  const std::string device = variable(program::deviceVariable);
  GEVO_TRY_ASSIGN(const auto model, sim::loadModel(device.empty() ? "sim" : screeningDevice(device)));
  model_ = model;
  if (const std::optional<int> gpu = gpuNumber(device))
    if (const auto opened = openGpu(*gpu); !opened) return opened;
  registers_ = program::parseRegisters(variable(program::registersVariable));
  GEVO_TRY_ASSIGN(const auto bytes, loadBase());
  GEVO_TRY_ASSIGN(const auto base, ir::BaseModule::load(bytes));
  // The baseline runs through the same pipeline as variants.
  const auto baseline = base->original();
  ir::cleanUp(*baseline);
  ir::optimise(*baseline);
  return adopt(*baseline);
}

Result<void> Device::adopt(const llvm::Module& module) {
  measureShared(module);
  rememberFiles(module);
  architecture_ = architectureNumber(ir::architectureOf(module));
  GEVO_TRY_ASSIGN(auto simulator, sim::Simulator::create(module, model_));
  simulator.useRegisters(registers_);
  simulator_.emplace(std::move(simulator));
  return {};
}

void Device::measureShared(const llvm::Module& module) {
  constexpr unsigned sharedSpace = 3;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() != sharedSpace || variable.isDeclaration()) continue;
    std::set<std::string> functions;
    collectUsers(variable, functions);
    const std::uint64_t size = module.getDataLayout().getTypeAllocSize(variable.getValueType());
    for (const std::string& function : functions) staticShared_[function] += static_cast<std::uint32_t>(size);
  }
}

void Device::rememberFiles(const llvm::Module& module) {
  for (const llvm::DICompileUnit* unit : module.debug_compile_units())
    fileStems_.insert(std::filesystem::path(unit->getFilename().str()).stem().string());
}

} // namespace gevo::cuda
