#include "core/kernel/ir/vectorisation.h"

#include "core/kernel/ir/cache_hints.h"
#include "core/kernel/ir/marks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>

namespace gevo::ir {

using llvm::Instruction;
using llvm::LoadInst;

namespace {

constexpr std::uint64_t mostBytes = 16; ///< of one access: PTX ISA, "Vectors"

std::uint64_t bytesOf(const LoadInst& load) { return load.getDataLayout().getTypeStoreSize(load.getType()).getFixedValue(); }

/// A plain load of what PTX can load a vector of.
const LoadInst* elementLoad(const Instruction& instruction) {
  const auto* const load = llvm::dyn_cast<LoadInst>(&instruction);
  if (!load || !load->isSimple()) return nullptr;
  const llvm::Type* const type = load->getType();
  if (!type->isIntegerTy(8) && !type->isIntegerTy(16) && !type->isIntegerTy(32) && !type->isIntegerTy(64) && !type->isFloatingPointTy())
    return nullptr;
  return type->getPrimitiveSizeInBits().getFixedValue() == 8 * bytesOf(*load) ? load : nullptr;
}

constexpr unsigned genericSpace = 0;
constexpr unsigned globalSpace = 1;
constexpr unsigned sharedSpace = 3;

/// Where the pointer leads, as far as it is known: most are generic.
unsigned spaceOf(const llvm::Value& pointer) {
  if (const unsigned space = pointer.getType()->getPointerAddressSpace(); space != genericSpace) return space;
  const llvm::Value* const start = llvm::getUnderlyingObjectAggressive(&pointer);
  if (const auto* const argument = llvm::dyn_cast<llvm::Argument>(start))
    return argument->getParent()->getCallingConv() == llvm::CallingConv::PTX_Kernel && !argument->hasByValAttr() ? globalSpace
                                                                                                                 : genericSpace;
  return llvm::isa<llvm::GlobalVariable>(start) ? start->getType()->getPointerAddressSpace() : genericSpace;
}

/// A load must not be put before it, or behind it: it may write to what is loaded there, order what other threads write, or never go on.
bool separates(const Instruction& instruction, const LoadInst& load) {
  if (llvm::isa<llvm::AssumeInst>(instruction)) return false;
  if (!llvm::isGuaranteedToTransferExecutionToSuccessor(&instruction)) return true;
  if (!instruction.mayWriteToMemory()) return false;
  const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if (!store || !store->isSimple()) return true;
  const unsigned written = spaceOf(*store->getPointerOperand());
  const unsigned read = spaceOf(*load.getPointerOperand());
  return written == genericSpace || read == genericSpace || written == read;
}

/// The loads of its block that may take place where it does, in their order, itself among them.
std::vector<LoadInst*> loadsAround(LoadInst& load) {
  const auto found = [&](Instruction& one) -> LoadInst* {
    auto* const other = const_cast<LoadInst*>(elementLoad(one));
    const bool fits = other && other->getType() == load.getType() && other->getPointerAddressSpace() == load.getPointerAddressSpace();
    return fits ? other : nullptr;
  };
  std::vector<LoadInst*> loads;
  for (Instruction* at = load.getPrevNode(); at && !separates(*at, load); at = at->getPrevNode())
    if (LoadInst* const other = found(*at)) loads.push_back(other);
  std::ranges::reverse(loads);
  loads.push_back(&load);
  for (Instruction* at = load.getNextNode(); at && !separates(*at, load); at = at->getNextNode())
    if (LoadInst* const other = found(*at)) loads.push_back(other);
  return loads;
}

/// Variables of the module, dynamic shared memory and a thread's own are placed as aligned as vectors of them need: each device would place
/// them elsewhere, where it may.
void alignStart(llvm::Value& start, llvm::Align alignment) {
  if (auto* const own = llvm::dyn_cast<llvm::AllocaInst>(&start)) own->setAlignment(std::max(own->getAlign(), alignment));
  auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&start);
  if (!variable || variable->getAlign().valueOrOne() >= alignment) return;
  if (variable->canIncreaseAlignment() || variable->getAddressSpace() == sharedSpace) variable->setAlignment(alignment);
}

/// Promises that the load is aligned to a vector of so many elements.
void promiseAlignment(LoadInst& load, std::size_t count) {
  const llvm::Align alignment(bytesOf(load) * count);
  load.setAlignment(std::max(load.getAlign(), alignment));
  alignStart(*const_cast<llvm::Value*>(llvm::getUnderlyingObjectAggressive(load.getPointerOperand())), alignment);
}

/// The hint that all of them have; empty: none, or not the same.
std::string commonCacheHint(const std::vector<LoadInst*>& loads) {
  const std::string hint = cacheHintOf(*loads.front());
  return llvm::all_of(loads, [&](const LoadInst* load) { return cacheHintOf(*load) == hint; }) ? hint : std::string();
}

/// One load in place of all, where the first of them stands.
void loadAsVector(const std::vector<LoadInst*>& loads) {
  const auto first = std::ranges::min_element(loads, [](const LoadInst* one, const LoadInst* other) { return one->comesBefore(other); });
  LoadInst& lowest = *loads.front();
  promiseAlignment(lowest, loads.size());
  const std::uint64_t bytes = bytesOf(lowest);
  llvm::IRBuilder<> ir(*first);
  ir.SetCurrentDebugLocation(lowest.getDebugLoc());
  llvm::Value* place = (*first)->getPointerOperand(); // that of the lowest may be computed later
  if (*first != &lowest) place = ir.CreatePtrAdd(place, ir.getInt64(-bytes * std::uint64_t(first - loads.begin())));
  auto* const type = llvm::FixedVectorType::get(lowest.getType(), unsigned(loads.size()));
  LoadInst* const vector = ir.CreateAlignedLoad(type, place, lowest.getAlign(), "vector");
  if (llvm::all_of(loads, [](const LoadInst* load) { return load->hasMetadata(llvm::LLVMContext::MD_invariant_load); }))
    vector->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(ir.getContext(), {}));
  if (const std::string hint = commonCacheHint(loads); !hint.empty()) setCacheHint(*vector, hint);
  for (std::size_t i = 0; i < loads.size(); ++i) {
    ir.SetCurrentDebugLocation(loads[i]->getDebugLoc());
    llvm::Value* const element = ir.CreateExtractElement(vector, std::uint64_t(i));
    element->takeName(loads[i]);
    loads[i]->replaceAllUsesWith(element);
  }
  for (LoadInst* const load : loads) load->eraseFromParent();
}

unsigned countOf(const std::string& mark) {
  unsigned count = 0;
  return llvm::to_integer(mark, count, 10) ? count : 0;
}

} // namespace

struct NeighbouringLoads::Analyses {
  llvm::DominatorTree tree;
  llvm::LoopInfo loops;
  llvm::AssumptionCache assumptions;
  llvm::TargetLibraryInfoImpl libraries;
  llvm::TargetLibraryInfo library;
  llvm::ScalarEvolution evolution;

  explicit Analyses(llvm::Function& function)
      : tree(function), loops(tree), assumptions(function), libraries(function.getParent()->getTargetTriple()), library(libraries),
        evolution(function, library, assumptions, tree, loops) {}

  /// How many bytes `other` is behind `load`.
  std::optional<std::int64_t> distance(LoadInst& load, LoadInst& other) {
    const auto* const difference = llvm::dyn_cast<llvm::SCEVConstant>(
        evolution.getMinusSCEV(evolution.getSCEV(other.getPointerOperand()), evolution.getSCEV(load.getPointerOperand())));
    return difference ? difference->getAPInt().trySExtValue() : std::nullopt;
  }
};

NeighbouringLoads::NeighbouringLoads(llvm::Function& function) : analyses_(std::make_unique<Analyses>(function)) {}
NeighbouringLoads::~NeighbouringLoads() = default;

std::vector<LoadInst*> NeighbouringLoads::from(const Instruction& lowest, unsigned count) const {
  auto* const load = const_cast<LoadInst*>(elementLoad(lowest));
  if (!load || (count != 2 && count != 4) || bytesOf(*load) * count > mostBytes || !analyses_->tree.isReachableFromEntry(load->getParent()))
    return {};
  std::vector<LoadInst*> loads(count, nullptr);
  loads.front() = load;
  const auto bytes = std::int64_t(bytesOf(*load));
  for (LoadInst* const other : loadsAround(*load)) {
    const std::optional<std::int64_t> distance = analyses_->distance(*load, *other);
    if (!distance || *distance <= 0 || *distance % bytes != 0 || *distance >= bytes * std::int64_t(count)) continue;
    LoadInst*& found = loads[std::size_t(*distance / bytes)];
    if (!found) found = other;
  }
  return llvm::is_contained(loads, nullptr) ? std::vector<LoadInst*>() : loads;
}

const Instruction* NeighbouringLoads::endOfRounds(const Instruction& instruction) const {
  auto* const load = const_cast<LoadInst*>(elementLoad(instruction));
  const llvm::Loop* const loop = load ? analyses_->loops.getLoopFor(load->getParent()) : nullptr;
  if (!loop || !loop->isInnermost() || !loop->getLoopLatch()) return nullptr;
  llvm::ScalarEvolution& evolution = analyses_->evolution;
  const auto* const place = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(load->getPointerOperand()));
  if (!place || place->getLoop() != loop || !place->isAffine()) return nullptr;
  const auto* const step = llvm::dyn_cast<llvm::SCEVConstant>(place->getStepRecurrence(evolution));
  return step && step->getAPInt() == bytesOf(*load) ? loop->getLoopLatch()->getTerminator() : nullptr;
}

bool NeighbouringLoads::areKnownToBeAligned(const std::vector<LoadInst*>& loads) const {
  LoadInst& lowest = *loads.front();
  llvm::Value* const place = lowest.getPointerOperand();
  const std::uint64_t bytes = bytesOf(lowest) * loads.size();
  const llvm::Align known = std::max(lowest.getAlign(), llvm::getKnownAlignment(place, lowest.getDataLayout(), &lowest));
  if (known.value() >= bytes) return true;
  const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObjectAggressive(place));
  if (!variable || variable->getAddressSpace() != sharedSpace || variable->isDeclaration()) return false;
  llvm::ScalarEvolution& evolution = analyses_->evolution;
  const llvm::SCEV* const offset = evolution.removePointerBase(evolution.getSCEV(place));
  return evolution.getMinTrailingZeros(offset) >= llvm::Log2_64(bytes);
}

bool NeighbouringLoads::areMisalignedInArray(const std::vector<LoadInst*>& loads) const {
  const std::uint64_t bytes = bytesOf(*loads.front()) * loads.size();
  llvm::ScalarEvolution& evolution = analyses_->evolution;
  const llvm::SCEV* const offset = evolution.removePointerBase(evolution.getSCEV(loads.front()->getPointerOperand()));
  const llvm::SCEV* start = offset;
  while (const auto* const inRounds = llvm::dyn_cast<llvm::SCEVAddRecExpr>(start)) start = inRounds->getStart();
  if (const auto* const sum = llvm::dyn_cast<llvm::SCEVAddExpr>(start)) start = sum->getOperand(0); // constants come first
  const auto* const constant = llvm::dyn_cast<llvm::SCEVConstant>(start);
  if (!constant || constant->getAPInt().countr_zero() >= llvm::Log2_64(bytes)) return false;
  return evolution.getMinTrailingZeros(evolution.getMinusSCEV(offset, constant)) >= llvm::Log2_64(bytes);
}

void promiseAlignment(llvm::Module& module) {
  for (llvm::Function& function : module) {
    std::unique_ptr<NeighbouringLoads> neighbours;
    for (Instruction& instruction : llvm::instructions(function)) {
      const unsigned count = countOf(markOf(instruction, Mark::Vector));
      if (count == 0) continue;
      if (!neighbours) neighbours = std::make_unique<NeighbouringLoads>(function);
      if (neighbours->from(instruction, count).empty()) continue;
      promiseAlignment(llvm::cast<LoadInst>(instruction), count);
    }
  }
}

bool vectoriseAsMarked(llvm::Function& function) {
  const std::vector<std::pair<Instruction*, std::string>> marked = takeMarked(function, Mark::Vector);
  if (marked.empty()) return false;
  // Unrolling leaves a mark on each round: those of neighbours that follow in memory are part of the vector of the one before.
  std::vector<std::vector<LoadInst*>> vectors;
  {
    const NeighbouringLoads neighbours(function);
    for (const auto& [instruction, count] : marked)
      if (std::vector<LoadInst*> loads = neighbours.from(*instruction, countOf(count)); !loads.empty()) vectors.push_back(std::move(loads));
  }
  llvm::SmallPtrSet<const LoadInst*, 16> done;
  bool changed = false;
  for (const std::vector<LoadInst*>& loads : vectors) {
    if (llvm::any_of(loads, [&](const LoadInst* load) { return done.contains(load); })) continue;
    done.insert_range(loads);
    loadAsVector(loads);
    changed = true;
  }
  return changed;
}

bool hasVectorMarks(const llvm::Module& module) {
  const unsigned kind = markKind(module.getContext(), Mark::Vector);
  return llvm::any_of(module, [&](const llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), [&](const Instruction& one) { return one.getMetadata(kind) != nullptr; });
  });
}

} // namespace gevo::ir
