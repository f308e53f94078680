#include "core/kernel/inline_ptx/translate.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/cache_hints.h"
#include "core/kernel/ir/contract.h"
#include "core/kernel/ir/kept_functions.h"
#include "core/kernel/ir/names.h"
#include "core/kernel/ir/synchronisation.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>

namespace gevo::ir {
namespace {

using llvm::Attribute;

/// Attributes that the optimiser inferred from the original code and that an edit may make false. The pipeline infers them again.
llvm::AttributeMask inferredOfFunctions() {
  llvm::AttributeMask mask;
  for (const auto kind : {Attribute::Memory, Attribute::NoSync, Attribute::NoFree, Attribute::WillReturn, Attribute::MustProgress,
                          Attribute::NoRecurse, Attribute::Speculatable, Attribute::NoCallback, Attribute::NoCreateUndefOrPoison}) {
    mask.addAttribute(kind);
  }
  return mask;
}

llvm::AttributeMask inferredOfParameters() {
  llvm::AttributeMask mask;
  for (const auto kind : {Attribute::ReadOnly, Attribute::WriteOnly, Attribute::ReadNone, Attribute::Captures, Attribute::NoFree,
                          Attribute::Returned, Attribute::Range, Attribute::NoFPClass, Attribute::Initializes, Attribute::Writable,
                          Attribute::DeadOnUnwind, Attribute::DeadOnReturn}) {
    mask.addAttribute(kind);
  }
  return mask;
}

/// What a caller guarantees about its arguments: an edited call need not.
llvm::AttributeMask guaranteedByCallers() {
  llvm::AttributeMask mask = inferredOfParameters();
  for (const auto kind : {Attribute::NonNull, Attribute::Dereferenceable, Attribute::DereferenceableOrNull, Attribute::NoUndef}) {
    mask.addAttribute(kind);
  }
  return mask;
}

bool isKernel(const llvm::Function& function) { return function.getCallingConv() == llvm::CallingConv::PTX_Kernel; }

void stripFunction(llvm::Function& function) {
  if (function.isIntrinsic()) return;
  function.removeFnAttrs(inferredOfFunctions());
  const llvm::AttributeMask mask = isKernel(function) ? inferredOfParameters() : guaranteedByCallers();
  function.removeRetAttrs(mask);
  for (unsigned i = 0; i < function.arg_size(); ++i) function.removeParamAttrs(i, mask);
}

void stripCall(llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  // Attributes of an assembly block or an intrinsic are part of its definition, not inferred.
  if (!call.isInlineAsm() && !(callee && callee->isIntrinsic())) {
    call.removeFnAttrs(inferredOfFunctions());
    call.removeRetAttrs(guaranteedByCallers());
  }
  for (unsigned i = 0; i < call.arg_size(); ++i) call.removeParamAttrs(i, guaranteedByCallers());
}

/// Loops may not be assumed to end: an edit may make one endless, and the simulated GPU must see that.
void stripLoopProgress(llvm::Instruction& terminator, llvm::DenseMap<llvm::MDNode*, llvm::MDNode*>& stripped) {
  llvm::MDNode* loop = terminator.getMetadata(llvm::LLVMContext::MD_loop);
  if (!loop) return;
  auto [entry, isNew] = stripped.try_emplace(loop, nullptr);
  if (isNew) entry->second = llvm::makePostTransformationMetadata(terminator.getContext(), loop, {"llvm.loop.mustprogress"}, {});
  terminator.setMetadata(llvm::LLVMContext::MD_loop, entry->second);
}

/// Removes metadata about values (tbaa, invariant.load, alias scopes, ranges, ...); keeps what steers code generation.
void stripInstructions(llvm::Function& function) {
  const unsigned kept[] = {llvm::LLVMContext::MD_loop,          llvm::LLVMContext::MD_fpmath,      llvm::LLVMContext::MD_prof,
                           llvm::LLVMContext::MD_unpredictable, llvm::LLVMContext::MD_nontemporal, cacheKind(function.getContext())};
  std::vector<llvm::Instruction*> scopes;
  llvm::DenseMap<llvm::MDNode*, llvm::MDNode*> loops;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    llvm::MDNode* assemblyLocation = instruction.getMetadata("srcloc");
    instruction.dropUnknownNonDebugMetadata(kept);
    if (assemblyLocation) instruction.setMetadata("srcloc", assemblyLocation);
    if (instruction.isTerminator()) stripLoopProgress(instruction, loops);
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) stripCall(*call);
    if (llvm::isa<llvm::NoAliasScopeDeclInst>(instruction)) scopes.push_back(&instruction);
  }
  for (llvm::Instruction* scope : scopes) scope->eraseFromParent();
}

/// `atomicCAS` orders no other accesses (CUDA C++ Programming Guide, "Atomic Functions"), and nvcc compiles it so. clang takes it to order
/// everything for the whole system, by fences that cost many times what the exchange does. Those that say their order are inline PTX.
void relaxExchanges(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction); exchange && isAtomicCas(*exchange))
        weakenSynchronisation(*exchange, "relaxed");
}

/// Edits of device functions that no kernel calls would be wasted.
void removeUnreachedFunctions(llvm::Module& module) {
  llvm::internalizeModule(module, [](const llvm::GlobalValue& value) {
    const auto* function = llvm::dyn_cast<llvm::Function>(&value);
    return !function || isKernel(*function);
  });
  llvm::ModuleAnalysisManager analyses;
  llvm::FunctionAnalysisManager functionAnalyses;
  llvm::LoopAnalysisManager loopAnalyses;
  llvm::CGSCCAnalysisManager cgsccAnalyses;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(analyses);
  builder.registerCGSCCAnalyses(cgsccAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses, cgsccAnalyses, analyses);
  llvm::GlobalDCEPass().run(module, analyses);
}

bool isOnlyRead(const llvm::Value& pointer) {
  return std::ranges::all_of(pointer.users(), [&](const llvm::User* user) {
    if (llvm::isa<llvm::LoadInst>(user)) return true;
    if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::BitCastInst>(user)) return isOnlyRead(*user);
    const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(user);
    return copy && copy->getRawDest() != &pointer;
  });
}

/// Copies structures that a kernel takes by value and changes, since each thread has its own. The back end makes such copies too; the
/// simulated GPU holds parameters once for all threads.
void copyWrittenParameters(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!isKernel(function) || function.isDeclaration()) continue;
    for (llvm::Argument& argument : function.args()) {
      if (!argument.hasByValAttr() || isOnlyRead(argument)) continue;
      llvm::Type* type = argument.getParamByValType();
      llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
      llvm::AllocaInst* copy = builder.CreateAlloca(type);
      const llvm::Align alignment = argument.getParamAlign().value_or(module.getDataLayout().getABITypeAlign(type));
      copy->setAlignment(alignment);
      argument.replaceAllUsesWith(copy);
      builder.CreateMemCpy(copy, alignment, &argument, alignment, module.getDataLayout().getTypeAllocSize(type).getFixedValue());
    }
  }
}

/// Most debug information is about unused declarations of headers; views need lines and variables only.
void thinDebugInfo(llvm::Module& module) {
  for (llvm::DICompileUnit* unit : module.debug_compile_units()) {
    unit->replaceImportedEntities(nullptr);
    unit->replaceRetainedTypes(nullptr);
    unit->replaceEnumTypes(nullptr);
  }
}

} // namespace

Result<Bytes> prepareBase(ByteView deviceBitcode) {
  llvm::LLVMContext context;
  const llvm::StringRef content(reinterpret_cast<const char*>(deviceBitcode.data()), deviceBitcode.size());
  auto parsed = llvm::parseBitcodeFile(llvm::MemoryBufferRef(content, "device code"), context);
  if (!parsed) return fail("the device code is not LLVM bitcode that this version can read: {}", llvm::toString(parsed.takeError()));
  llvm::Module& module = **parsed;
  if (std::ranges::none_of(module, isKernel))
    return fail("the program has no __global__ functions; gevo needs at least one kernel to improve");
  removeUnreachedFunctions(module);
  for (llvm::Function& function : module) {
    stripFunction(function);
    stripInstructions(function);
    if (isKept(function) && !function.hasFnAttribute(Attribute::NoInline))
      function.addFnAttr(Attribute::AlwaysInline); // as clang would have done; in each variant, as the edits left it
  }
  relaxExchanges(module);
  assembly::translateAssembly(module);
  copyWrittenParameters(module);
  thinDebugInfo(module);
  contractMultiplyAdds(module);
  nameValues(module);

  std::string details;
  llvm::raw_string_ostream detailsStream(details);
  if (llvm::verifyModule(module, &detailsStream)) {
    return std::unexpected(Error{"the prepared device code is invalid; this is a bug in gevo, please report it", details});
  }
  llvm::SmallString<0> bitcode;
  llvm::raw_svector_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
  return Bytes(bitcode.begin(), bitcode.end());
}

} // namespace gevo::ir
