#include "core/kernel/ir/pipeline.h"

#include "core/kernel/ir/cache_hints.h"
#include "core/kernel/ir/marks.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <vector>

namespace gevo::ir {
namespace {

using llvm::Constant;
using llvm::Instruction;
using llvm::Value;

/// Writes a module as a sequence of numbers in which names of values, debug information and addresses have no part, so that
/// equal code gives equal sequences in every process. Values, types, constants and attributes are numbered as they are met.
class Serialiser {
  enum FixedKind : unsigned {
#define LLVM_FIXED_MD_KIND(symbol, name, value) symbol##Kind = (value),
#include <llvm/IR/FixedMetadataKinds.def>
#undef LLVM_FIXED_MD_KIND
    fixedKinds
  };

public:
  explicit Serialiser(const llvm::Module& module)
      : cacheKind_(cacheKind(module.getContext())), reassociationKind_(markKind(module.getContext(), Mark::Reassociation)),
        vectorKind_(markKind(module.getContext(), Mark::Vector)) {
    words_.reserve(4096);
    for (const llvm::GlobalVariable& variable : module.globals()) number<Value>(values_, &variable);
    for (const llvm::GlobalAlias& alias : module.aliases()) number<Value>(values_, &alias);
    // Declarations are written where they are used: clean-up may leave unused ones behind.
    for (const llvm::Function& function : module) {
      if (!function.isDeclaration()) number<Value>(values_, &function);
    }
    for (const llvm::GlobalVariable& variable : module.globals()) write(variable);
    for (const llvm::GlobalAlias& alias : module.aliases()) constant(*alias.getAliasee());
    for (const llvm::Function& function : module) {
      if (!function.isDeclaration()) write(function);
    }
  }
  /// Of a kernel and what it uses, wherever that stands in its module.
  explicit Serialiser(const llvm::Function& kernel)
      : cacheKind_(cacheKind(kernel.getContext())), reassociationKind_(markKind(kernel.getContext(), Mark::Reassociation)),
        vectorKind_(markKind(kernel.getContext(), Mark::Vector)), writesWhatItMeets_(true) {
    write(kernel);
    for (std::size_t i = 0; i < called_.size(); ++i) write(*called_[i]);
  }
  Hash128 hash() const { return hashBytes({reinterpret_cast<const std::uint8_t*>(words_.data()), words_.size() * sizeof(words_[0])}); }

private:
  template <class Key> using Numbers = llvm::DenseMap<const Key*, std::uint32_t>;

  void put(std::uint64_t word) { words_.push_back(word); }
  void put(llvm::StringRef text) {
    put(text.size());
    for (std::size_t i = 0; i < text.size(); i += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data() + i, std::min(text.size() - i, sizeof word));
      put(word);
    }
  }
  /// True when it was new.
  template <class Key> bool number(Numbers<Key>& numbers, const Key* key) {
    return numbers.try_emplace(key, static_cast<std::uint32_t>(numbers.size())).second;
  }

  void type(const llvm::Type* type) {
    const bool isNew = number(types_, type);
    put(types_[type]);
    if (!isNew) return;
    put(type->getTypeID());
    switch (type->getTypeID()) {
    case llvm::Type::IntegerTyID:
      put(type->getIntegerBitWidth());
      break;
    case llvm::Type::PointerTyID:
      put(type->getPointerAddressSpace());
      break;
    case llvm::Type::ArrayTyID:
      put(type->getArrayNumElements());
      break;
    case llvm::Type::FixedVectorTyID:
      put(llvm::cast<llvm::FixedVectorType>(type)->getNumElements());
      break;
    case llvm::Type::StructTyID:
      put(llvm::cast<llvm::StructType>(type)->isPacked() ? 1 : 0);
      break;
    case llvm::Type::FunctionTyID:
      put(llvm::cast<llvm::FunctionType>(type)->isVarArg() ? 1 : 0);
      break;
    default:
      break;
    }
    put(type->getNumContainedTypes());
    for (const llvm::Type* element : type->subtypes()) this->type(element);
  }

  void write(const llvm::GlobalVariable& variable) {
    // The host finds visible variables by name.
    put(variable.hasLocalLinkage() ? llvm::StringRef() : variable.getName());
    put(variable.getLinkage());
    put(variable.getAddressSpace() << 2 | (variable.isConstant() ? 2 : 0) | (variable.isExternallyInitialized() ? 1 : 0));
    put(variable.getAlign() ? variable.getAlign()->value() : 0);
    type(variable.getValueType());
    put(variable.hasInitializer() ? 1 : 0);
    if (variable.hasInitializer()) constant(*variable.getInitializer());
  }

  void attributes(const llvm::AttributeList& list) {
    const auto [entry, isNew] = attributes_.try_emplace(list.getRawPointer(), static_cast<std::uint32_t>(attributes_.size()));
    put(entry->second);
    if (!isNew) return;
    put(list.getNumAttrSets());
    for (const unsigned index : list.indexes()) put(list.getAsString(index));
  }

  void write(const llvm::Function& function) {
    put(function.hasLocalLinkage() ? llvm::StringRef() : function.getName());
    put(function.getLinkage());
    put(function.getCallingConv());
    type(function.getFunctionType());
    attributes(function.getAttributes());
    locals_.clear();
    for (const llvm::Argument& argument : function.args()) number(locals_, static_cast<const Value*>(&argument));
    for (const llvm::BasicBlock& block : function) number(locals_, static_cast<const Value*>(&block));
    for (const Instruction& instruction : llvm::instructions(function)) number(locals_, static_cast<const Value*>(&instruction));
    put(function.size());
    for (const llvm::BasicBlock& block : function) {
      put(block.size());
      for (const Instruction& instruction : block) write(instruction);
    }
  }

  void write(const Instruction& instruction) {
    put(static_cast<std::uint64_t>(instruction.getOpcode()) << 32 | instruction.getNumOperands() << 8 | flags(instruction));
    type(instruction.getType());
    for (const llvm::Use& operand : instruction.operands()) value(*operand);
    special(instruction);
    metadata(instruction);
  }

  static std::uint64_t flags(const Instruction& instruction) { return instruction.getRawSubclassOptionalData(); }

  void value(const Value& value) {
    if (const auto local = locals_.find(&value); local != locals_.end()) {
      put(std::uint64_t{1} << 32 | local->second);
    } else if (const auto* constantValue = llvm::dyn_cast<Constant>(&value)) {
      constant(*constantValue);
    } else if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(&value)) {
      put(assembly->getAsmString());
      put(assembly->getConstraintString());
      put((assembly->hasSideEffects() ? 1 : 0) | (assembly->isAlignStack() ? 2 : 0));
    } else if (const auto* wrapped = llvm::dyn_cast<llvm::MetadataAsValue>(&value)) {
      node(wrapped->getMetadata(), 0);
    } else {
      put(std::uint64_t{2} << 32);
    }
  }

  void constant(const Constant& constant) {
    const bool isNew = number(values_, static_cast<const Value*>(&constant));
    put(std::uint64_t{3} << 32 | values_[&constant]);
    if (!isNew) return;
    if (writesWhatItMeets_)
      if (const auto* function = llvm::dyn_cast<llvm::Function>(&constant); function && !function->isDeclaration())
        return called_.push_back(function);
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&constant); variable && writesWhatItMeets_) return write(*variable);
    if (llvm::isa<llvm::GlobalVariable, llvm::GlobalAlias>(constant)) return;
    put(constant.getValueID());
    if (const auto* function = llvm::dyn_cast<llvm::Function>(&constant)) {
      put(function->getName());
      type(function->getFunctionType());
      return;
    }
    type(constant.getType());
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) return bits(integer->getValue());
    if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant)) return bits(number->getValueAPF().bitcastToAPInt());
    if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) return put(data->getRawDataValues());
    if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
      put(static_cast<std::uint64_t>(expression->getOpcode()) << 8 | expression->getRawSubclassOptionalData());
      if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(expression)) type(address->getSourceElementType());
    }
    put(constant.getNumOperands());
    for (const llvm::Use& operand : constant.operands()) value(*operand);
  }

  void bits(const llvm::APInt& value) {
    for (unsigned i = 0; i < value.getNumWords(); ++i) put(value.getRawData()[i]);
  }

  /// What an instruction holds besides operands and flags.
  void special(const Instruction& instruction) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      put(load->getAlign().value() << 8 | static_cast<unsigned>(load->getOrdering()) << 1 | (load->isVolatile() ? 1 : 0));
      put(load->getSyncScopeID());
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      put(store->getAlign().value() << 8 | static_cast<unsigned>(store->getOrdering()) << 1 | (store->isVolatile() ? 1 : 0));
      put(store->getSyncScopeID());
    } else if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
      type(address->getSourceElementType());
    } else if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
      put(compare->getPredicate());
    } else if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      type(local->getAllocatedType());
      put(local->getAlign().value());
    } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      for (const llvm::BasicBlock* block : phi->blocks()) value(*block);
    } else if (const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
      for (const unsigned index : extract->indices()) put(index);
    } else if (const auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
      for (const unsigned index : insert->indices()) put(index);
    } else if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
      for (const int index : shuffle->getShuffleMask()) put(static_cast<std::uint64_t>(index));
    } else {
      specialCallOrAtomic(instruction);
    }
  }
  void specialCallOrAtomic(const Instruction& instruction) {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      put(call->getCallingConv());
      type(call->getFunctionType());
      attributes(call->getAttributes());
      for (unsigned i = 0; i < call->getNumOperandBundles(); ++i) {
        const llvm::OperandBundleUse bundle = call->getOperandBundleAt(i);
        put(bundle.getTagName());
        put(bundle.Inputs.size());
      }
    } else if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      put(update->getOperation());
      put(static_cast<unsigned>(update->getOrdering()) << 1 | (update->isVolatile() ? 1 : 0));
      put(update->getSyncScopeID());
      put(update->getAlign().value());
    } else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      put(static_cast<unsigned>(exchange->getSuccessOrdering()) << 8 | static_cast<unsigned>(exchange->getFailureOrdering()));
      put((exchange->isVolatile() ? 1 : 0) | (exchange->isWeak() ? 2 : 0));
      put(exchange->getSyncScopeID());
      put(exchange->getAlign().value());
    } else if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
      put(static_cast<unsigned>(fence->getOrdering()));
      put(fence->getSyncScopeID());
    }
  }

  /// Loop metadata that holds nothing but source locations.
  static bool holdsOnlyLocations(const llvm::MDNode& attachment) {
    return attachment.getNumOperands() > 0 && llvm::all_of(attachment.operands(), [&](const llvm::MDOperand& operand) {
             return operand.get() == &attachment || llvm::isa_and_nonnull<llvm::DILocation>(operand.get());
           });
  }

  void metadata(const Instruction& instruction) {
    llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> attached;
    instruction.getAllMetadataOtherThanDebugLoc(attached);
    for (const auto& [kind, attachment] : attached) {
      if (kind == cacheKind_ || kind == reassociationKind_ || kind == vectorKind_) { // the optimiser and code generation do what they say
        put(std::uint64_t{kind == cacheKind_ ? 7U : kind == reassociationKind_ ? 8U : 9U} << 32);
        node(attachment, 0);
      }
      if (llvm::isa<llvm::DINode, llvm::DILocation>(attachment)) continue;
      // Kinds that a context adds itself have numbers that depend on the context; they hold annotations (locations of assembly), not code.
      if (kind >= fixedKinds || holdsOnlyLocations(*attachment)) continue;
      put(std::uint64_t{4} << 32 | kind);
      node(attachment, 0);
    }
  }
  /// Metadata that steers code generation is shallow; nodes that refer to themselves (loops) end at the depth limit.
  void node(const llvm::Metadata* metadata, int depth) {
    if (!metadata || llvm::isa<llvm::DINode, llvm::DILocation>(metadata)) return;
    if (const auto* text = llvm::dyn_cast<llvm::MDString>(metadata)) return put(text->getString());
    if (const auto* wrapped = llvm::dyn_cast<llvm::ValueAsMetadata>(metadata)) return value(*wrapped->getValue());
    const auto* tuple = llvm::dyn_cast<llvm::MDNode>(metadata);
    if (!tuple || depth > 3) return;
    put(std::uint64_t{5} << 32);
    for (const llvm::MDOperand& operand : tuple->operands()) {
      if (operand.get() != metadata) node(operand.get(), depth + 1);
    }
    put(std::uint64_t{6} << 32);
  }

  const unsigned cacheKind_; ///< its number in this context
  const unsigned reassociationKind_;
  const unsigned vectorKind_;
  const bool writesWhatItMeets_ = false;
  std::vector<const llvm::Function*> called_; ///< to be written, where what is met is
  std::vector<std::uint64_t> words_;
  Numbers<llvm::Type> types_;
  Numbers<Value> values_; ///< globals and constants
  Numbers<Value> locals_; ///< of the function being written
  llvm::DenseMap<const void*, std::uint32_t> attributes_;
};

} // namespace

Hash128 codeHash(const llvm::Module& module) { return Serialiser(module).hash(); }
Hash128 codeHash(const llvm::Function& kernel) { return Serialiser(kernel).hash(); }

} // namespace gevo::ir
