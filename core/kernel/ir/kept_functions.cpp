#include "core/kernel/ir/kept_functions.h"

#include "core/kernel/demangle/demangle.h"
#include "core/kernel/ir/target_machine.h"

#include <algorithm>
#include <array>
#include <fmt/ranges.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/IPO/ArgumentPromotion.h>
#include <llvm/Transforms/IPO/FunctionAttrs.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <map>
#include <set>

namespace gevo::ir {

namespace {

using llvm::Attribute;

/// Which the code keeps, through all passes, of a function that may be replaced.
constexpr llvm::StringRef mark = "gevo-kept";
constexpr std::array inlining{Attribute::AlwaysInline, Attribute::InlineHint, Attribute::NoInline};
/// Of those in CUDA's mathematical library.
constexpr std::string_view libraryPrefix = "__nv_";

bool isKernel(const llvm::Function& function) { return function.getCallingConv() == llvm::CallingConv::PTX_Kernel; }

bool isNumber(const llvm::Type& type) { return type.isFloatTy() || type.isDoubleTy() || type.isIntegerTy(32); }

bool returnsNumber(const llvm::Function& function) {
  return function.getReturnType()->isFloatTy() || function.getReturnType()->isDoubleTy();
}

bool mayBeKept(const llvm::Function& function) { return !function.isDeclaration() && !isKernel(function) && !function.hasOptNone(); }

/// The user's own and the overloads of CUDA's headers, or, where no function is called so, the library's.
std::vector<llvm::Function*> functionsNamed(llvm::Module& module, const std::string& name) {
  std::vector<llvm::Function*> found;
  for (llvm::Function& function : module)
    if (const std::string called = calledName(function);
        mayBeKept(function) && (called == name || withoutTemplateArguments(called) == name))
      found.push_back(&function);
  if (llvm::Function* const ofLibrary = module.getFunction(std::string(libraryPrefix) + name); found.empty() && ofLibrary)
    if (mayBeKept(*ofLibrary)) found.push_back(ofLibrary);
  return found;
}

/// How it is to be inlined is the mark's value until the passes have run.
void keep(llvm::Function& function) {
  std::string before;
  for (const Attribute::AttrKind kind : inlining)
    if (function.hasFnAttribute(kind)) before += Attribute::getNameFromAttrKind(kind).str() + " ";
  for (const Attribute::AttrKind kind : inlining) function.removeFnAttr(kind);
  function.addFnAttr(Attribute::NoInline);
  function.addFnAttr(mark, before);
}

void inlineAsBefore(llvm::Function& function) {
  const llvm::StringRef before = function.getFnAttribute(mark).getValueAsString();
  function.removeFnAttr(Attribute::NoInline);
  for (const Attribute::AttrKind kind : inlining)
    if (before.contains(Attribute::getNameFromAttrKind(kind))) function.addFnAttr(kind);
  function.addFnAttr(mark);
}

/// Each file has a function of its own: what nobody else is known to replace, passes know more of.
void makeOwn(llvm::Function& function) {
  function.setComdat(nullptr);
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
}

/// Nobody else calls the module's functions: what they take may change, and what they do to memory is known.
void makeFunctionsInternal(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !isKernel(function)) makeOwn(function);
  }
}

/// With the tuning that clang chooses for -O3.
Result<void> runPasses(llvm::Module& module) {
  GEVO_TRY_ASSIGN(llvm::TargetMachine* const machine, targetMachine(architectureOf(module), isaOf(module)));
  llvm::PipelineTuningOptions options;
  options.LoopVectorization = true;
  options.SLPVectorization = true;
  llvm::LoopAnalysisManager loopAnalyses;
  llvm::FunctionAnalysisManager functionAnalyses;
  llvm::CGSCCAnalysisManager cgsccAnalyses;
  llvm::ModuleAnalysisManager moduleAnalyses;
  llvm::PassBuilder builder(machine, options);
  builder.registerModuleAnalyses(moduleAnalyses);
  builder.registerCGSCCAnalyses(cgsccAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses, cgsccAnalyses, moduleAnalyses);
  // Numbers in place of structures, by value or by reference. LLVM's own run of the pass takes at most two out of each.
  constexpr unsigned mostMembers = 16;
  llvm::CGSCCPassManager promotion;
  promotion.addPass(llvm::PostOrderFunctionAttrsPass()); // whether what is called in between may write to it
  promotion.addPass(llvm::ArgumentPromotionPass(mostMembers));
  llvm::ModulePassManager passes;
  llvm::cantFail(builder.parsePassPipeline(passes, "nvvm-reflect")); // NVPTX's: CUDA's functions ask for the compiler's settings by a call
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::SROAPass(llvm::SROAOptions::ModifyCFG)));
  passes.addPass(llvm::createModuleToPostOrderCGSCCPassAdaptor(std::move(promotion)));
  passes.addPass(builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3));
  passes.run(module, moduleAnalyses);
  return {};
}

/// Of a kept function, once it was optimised. Empty: it can be replaced.
std::string whyNot(const llvm::Function& function) {
  if (!returnsNumber(function)) return "does not return a float or a double";
  if (function.arg_empty()) return "has no parameters";
  // Those of other files' functions stay, and callers give them anything.
  if (!function.hasLocalLinkage() && llvm::any_of(function.args(), [](const llvm::Argument& argument) { return argument.use_empty(); }))
    return "has a parameter that it does not use";
  if (!llvm::all_of(function.args(), [](const llvm::Argument& argument) { return isNumber(*argument.getType()); }))
    return function.doesNotAccessMemory() ? "has a parameter that is not an int, a float or a double" : "reads or writes memory";
  if (!function.doesNotAccessMemory()) return "reads or writes memory";
  if (function.hasFnAttribute(Attribute::Convergent)) return "needs the other threads of its warp";
  return "";
}

} // namespace

bool isKept(const llvm::Function& function) { return !function.isDeclaration() && function.hasFnAttribute(mark); }

void dropKept(llvm::Function& function) { function.removeFnAttr(mark); }

std::string calledName(const llvm::Function& function) { return qualifiedName(function.getName().str()); }

Result<Bytes> KeptFunctions::optimise(ByteView bitcode) {
  llvm::LLVMContext context;
  const llvm::StringRef content(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
  auto parsed = llvm::parseBitcodeFile(llvm::MemoryBufferRef(content, "device code"), context);
  if (!parsed) return fail("the device code is not LLVM bitcode that this version can read: {}", llvm::toString(parsed.takeError()));
  llvm::Module& module = **parsed;
  for (const llvm::Function& function : module)
    if (!function.isDeclaration() && !isKernel(function) && returnsNumber(function) && !function.use_empty() &&
        !function.getName().starts_with("__"))
      others_.insert(calledName(function));
  if (isWholeProgram_) makeFunctionsInternal(module);
  for (const std::string& name : names_)
    for (llvm::Function* const function : functionsNamed(module, name)) {
      if (!function->use_empty()) called_.insert(name);
      if (function->hasLinkOnceLinkage()) makeOwn(*function);
      keep(*function);
    }
  GEVO_TRY(runPasses(module));
  for (llvm::Function& function : module) {
    if (!isKept(function)) continue;
    inlineAsBefore(function);
    std::string problem = whyNot(function);
    if (!problem.empty()) dropKept(function);
    // Of several that are called so, one that can be replaced is enough.
    const auto [known, isNew] = problems_.try_emplace(nameOf(function), problem);
    if (!isNew && problem.empty()) known->second.clear();
  }
  llvm::SmallString<0> written;
  llvm::raw_svector_ostream stream(written);
  llvm::WriteBitcodeToFile(module, stream);
  return Bytes(written.begin(), written.end());
}

/// As it was asked for.
std::string KeptFunctions::nameOf(const llvm::Function& function) const {
  const std::string called = calledName(function);
  const auto wasAsked = [this](const std::string& name) { return std::ranges::find(names_, name) != names_.end(); };
  if (wasAsked(called)) return called;
  if (const std::string ofAll = withoutTemplateArguments(called); wasAsked(ofAll)) return ofAll;
  return called.starts_with(libraryPrefix) ? called.substr(libraryPrefix.size()) : called;
}

Result<void> KeptFunctions::check() const {
  for (const std::string& name : names_) {
    const auto known = problems_.find(name);
    if (known != problems_.end() && known->second.empty()) continue;
    if (known != problems_.end())
      return fail("{} can't be replaced by evolved programs, since it {}; give a function that computes a number from numbers alone", name,
                  known->second);
    if (called_.contains(name)) return fail("nothing is left of {} to be replaced: the compiler knows the results of its calls", name);
    if (others_.empty()) return fail("no kernel calls a function {}, nor any other that computes a number", name);
    return fail("no kernel calls a function {}; those that compute a number are {}", name, fmt::join(others_, ", "));
  }
  return {};
}

} // namespace gevo::ir
