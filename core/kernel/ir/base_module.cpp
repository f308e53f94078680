#include "core/kernel/ir/base_module.h"
#include "core/kernel/inline_ptx/translate.h"
#include "core/kernel/ir/application.h"
#include "core/kernel/ir/base_state.h"
#include "core/kernel/ir/constants.h"
#include "core/kernel/ir/evolved_functions.h"
#include "core/kernel/ir/launched_code.h"
#include "core/kernel/ir/marks.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace gevo::ir {
namespace {

/// The functions that hold the named kernels' code: they themselves and what they call.
Result<std::vector<bool>> editableFunctions(const llvm::Module& module, const std::vector<std::string>& kernels) {
  std::vector<const llvm::Function*> pending;
  llvm::SmallPtrSet<const llvm::Function*, 16> reached;
  const auto reach = [&](const llvm::Function* function) {
    if (function && !function->isDeclaration() && reached.insert(function).second) pending.push_back(function);
  };
  for (const std::string& name : kernels) {
    const llvm::Function* function = module.getFunction(name);
    if (!function || function->isDeclaration())
      return fail("the program has no kernel named {}; choose one of its __global__ functions", name);
    reach(function);
  }
  while (!pending.empty()) {
    const llvm::Function* function = pending.back();
    pending.pop_back();
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) reach(call->getCalledFunction());
    }
  }
  std::vector<bool> editable;
  for (const llvm::Function& function : module) {
    editable.push_back(!function.isDeclaration() && !isEvolved(function) && (kernels.empty() || reached.contains(&function)));
  }
  return editable;
}

/// Those that edits and the simulator ask for: bitcode lists the kinds that its context knows, and is to be the same whatever was done
/// before.
void registerMetadataKinds(llvm::LLVMContext& context) {
  for (const char* kind : {assembly::cacheMetadata, assembly::unsupportedMetadata, "srcloc", evolvedMetadata}) context.getMDKindID(kind);
  for (const char* kind : markMetadata) context.getMDKindID(kind);
}

void dropNames(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Argument& argument : function.args()) argument.setName("");
    for (llvm::BasicBlock& block : function) {
      block.setName("");
      for (llvm::Instruction& instruction : block) instruction.setName("");
    }
  }
}

} // namespace

bool hasId(const llvm::Instruction& instruction) { return !instruction.isDebugOrPseudoInst(); }

BaseModule::BaseModule(std::unique_ptr<State> state) : state_(std::move(state)) {}
BaseModule::~BaseModule() = default;

Result<std::unique_ptr<BaseModule>> BaseModule::load(ByteView base, const std::vector<std::string>& kernels,
                                                     const std::vector<std::string>& unlaunched, CodeOf held) {
  auto state = std::make_unique<State>();
  registerMetadataKinds(state->context);
  const llvm::StringRef content(reinterpret_cast<const char*>(base.data()), base.size());
  auto parsed = llvm::parseBitcodeFile(llvm::MemoryBufferRef(content, "base"), state->context);
  if (!parsed) return fail("the base module is damaged: {}", llvm::toString(parsed.takeError()));
  std::string details;
  llvm::raw_string_ostream stream(details);
  if (llvm::verifyModule(**parsed, &stream))
    return std::unexpected(Error{"the base module is invalid; create the project again with gevo new", details});

  GEVO_TRY_ASSIGN(auto editable, editableFunctions(**parsed, kernels));
  state->editable = std::move(editable);
  const std::vector<bool> needed = launchedCode(**parsed, unlaunched);
  for (std::size_t i = 0; i < needed.size(); ++i)
    if (!needed[i]) state->editable[i] = false;
  for (llvm::Function& function : **parsed) {
    state->dominance.emplace_back(function);
    state->firstIds.push_back(state->instructionCount);
    for (const llvm::Instruction& instruction : llvm::instructions(function)) state->instructionCount += hasId(instruction) ? 1 : 0;
  }
  state->full = std::make_unique<Template>(std::move(*parsed));

  llvm::ValueToValueMapTy map;
  auto lean = llvm::CloneModule(state->full->module(), map);
  llvm::stripNonLineTableDebugInfo(*lean);
  dropNames(*lean);
  if (held == CodeOf::LaunchedKernels) removeOtherCode(*lean, needed);
  state->fullConstants = constantTable(state->full->module(), state->editable);
  state->leanConstants = constantTable(*lean, state->editable);
  state->lean = std::make_unique<Template>(std::move(lean));
  return std::unique_ptr<BaseModule>(new BaseModule(std::move(state)));
}

std::uint32_t BaseModule::instructionCount() const { return state_->instructionCount; }
void BaseModule::setConfiguration(Configuration configuration) { state_->configuration = std::move(configuration); }
const llvm::Module& BaseModule::module() const { return state_->full->module(); }
const BaseModule::State& BaseModule::state() const { return *state_; }

std::unique_ptr<llvm::Module> BaseModule::original() const { return Application(*state_).finish(); }

} // namespace gevo::ir
