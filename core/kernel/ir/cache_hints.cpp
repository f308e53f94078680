#include "core/kernel/ir/cache_hints.h"

#include "core/kernel/inline_ptx/translate.h"

#include <fmt/format.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <string>
#include <vector>

namespace gevo::ir {
namespace {

using llvm::Value;

/// How one element is written in PTX, and the register that holds it.
struct Element {
  std::string type;
  const char* constraint = "r";
  llvm::Type* held = nullptr; ///< the register's
};

/// Empty type: none.
Element elementOf(llvm::Type* type) {
  llvm::LLVMContext& context = type->getContext();
  if (type->isFloatTy()) return {"f32", "f", type};
  if (type->isDoubleTy()) return {"f64", "d", type};
  if (type->isPointerTy()) return {"u64", "l", llvm::Type::getInt64Ty(context)};
  switch (type->getPrimitiveSizeInBits().getFixedValue()) {
  case 8:
    return {"u8", "r", llvm::Type::getInt32Ty(context)};
  case 16:
    return {type->isIntegerTy() ? "u16" : "b16", "h", llvm::Type::getInt16Ty(context)};
  case 32:
    return {"u32", "r", llvm::Type::getInt32Ty(context)};
  case 64:
    return {"u64", "l", llvm::Type::getInt64Ty(context)};
  default:
    return {};
  }
}

/// One instruction of PTX for an access.
struct Shape {
  Element element;
  llvm::Type* type = nullptr; ///< of one element
  unsigned count = 1;
};

std::optional<Shape> shapeOf(llvm::Type* type, llvm::Align alignment) {
  Shape shape;
  shape.type = type;
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    shape.count = vector->getNumElements();
    shape.type = vector->getElementType();
  }
  if (!shape.type->isIntegerTy() && !shape.type->isFloatingPointTy() && !shape.type->isPointerTy()) return std::nullopt;
  if (shape.type->isIntegerTy(1)) return std::nullopt;
  shape.element = elementOf(shape.type);
  const std::uint64_t bits = shape.type->isPointerTy() ? 64 : shape.type->getPrimitiveSizeInBits().getFixedValue();
  if (shape.element.type.empty() || shape.count * bits > 128) return std::nullopt;
  if (shape.count != 1 && shape.count != 2 && shape.count != 4) return std::nullopt;
  if (alignment.value() * 8 < shape.count * bits) return std::nullopt; // LLVM takes it apart
  return shape;
}

std::string instruction(const char* opcode, unsigned space, llvm::StringRef hint, const Shape& shape) {
  const std::string vector = shape.count == 1 ? "" : fmt::format(".v{}", shape.count);
  return fmt::format("{}{}.{}{}.{}", opcode, space == 1 ? ".global" : "", hint.str(), vector, shape.element.type);
}

/// "{$0,$1}", or "$0" alone.
std::string registers(unsigned first, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) text += fmt::format("{}${}", i == 0 ? "" : ",", first + i);
  return count == 1 ? text : "{" + text + "}";
}

Value* fromRegister(llvm::IRBuilder<>& ir, Value* value, llvm::Type* type) {
  if (type->isPointerTy()) return ir.CreateIntToPtr(value, type);
  if (type->isIntegerTy()) return ir.CreateTrunc(value, type);
  return ir.CreateBitCast(value, type);
}

Value* toRegister(llvm::IRBuilder<>& ir, Value* value, llvm::Type* type) {
  if (value->getType()->isPointerTy()) return ir.CreatePtrToInt(value, type);
  if (value->getType()->isIntegerTy()) return ir.CreateZExt(value, type);
  return ir.CreateBitCast(value, type);
}

void writeLoad(llvm::LoadInst& load, llvm::StringRef hint) {
  const auto shape = shapeOf(load.getType(), load.getAlign());
  if (!shape) return;
  llvm::IRBuilder<> ir(&load);
  std::string constraints;
  std::vector<llvm::Type*> results(shape->count, shape->element.held);
  for (unsigned i = 0; i < shape->count; ++i) constraints += fmt::format("={},", shape->element.constraint);
  llvm::Type* result = shape->count == 1 ? shape->element.held : llvm::StructType::get(load.getContext(), results);
  const std::string text = fmt::format("{} {}, [${}];", instruction("ld", load.getPointerAddressSpace(), hint, *shape),
                                       registers(0, shape->count), shape->count);
  auto* type = llvm::FunctionType::get(result, {load.getPointerOperandType()}, false);
  Value* loaded = ir.CreateCall(llvm::InlineAsm::get(type, text, constraints + "l,~{memory}", true), {load.getPointerOperand()});
  Value* value = nullptr;
  if (shape->count == 1) {
    value = fromRegister(ir, loaded, shape->type);
  } else {
    value = llvm::PoisonValue::get(load.getType());
    for (unsigned i = 0; i < shape->count; ++i)
      value = ir.CreateInsertElement(value, fromRegister(ir, ir.CreateExtractValue(loaded, i), shape->type), i);
  }
  load.replaceAllUsesWith(value);
  load.eraseFromParent();
}

void writeStore(llvm::StoreInst& store, llvm::StringRef hint) {
  Value* value = store.getValueOperand();
  const auto shape = shapeOf(value->getType(), store.getAlign());
  if (!shape) return;
  llvm::IRBuilder<> ir(&store);
  std::vector<Value*> arguments{store.getPointerOperand()};
  std::string constraints = "l";
  for (unsigned i = 0; i < shape->count; ++i) {
    Value* one = shape->count == 1 ? value : ir.CreateExtractElement(value, i);
    arguments.push_back(toRegister(ir, one, shape->element.held));
    constraints += fmt::format(",{}", shape->element.constraint);
  }
  std::vector<llvm::Type*> types;
  for (const Value* argument : arguments) types.push_back(argument->getType());
  const std::string text =
      fmt::format("{} [$0], {};", instruction("st", store.getPointerAddressSpace(), hint, *shape), registers(1, shape->count));
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(store.getContext()), types, false);
  ir.CreateCall(llvm::InlineAsm::get(type, text, constraints + ",~{memory}", true), arguments);
  store.eraseFromParent();
}

/// Shared memory and a thread's own have no caches.
bool mayBeGlobal(const Value& pointer) {
  llvm::SmallVector<const Value*, 4> objects;
  llvm::getUnderlyingObjects(&pointer, objects);
  return llvm::all_of(objects, [](const Value* object) {
    return !llvm::isa<llvm::AllocaInst>(object) && object->getType()->getPointerAddressSpace() <= 1;
  });
}

} // namespace

unsigned cacheKind(llvm::LLVMContext& context) { return context.getMDKindID(assembly::cacheMetadata); }

bool mayTakeCacheHint(const llvm::Instruction& instruction) {
  const Value* const pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (!pointer || instruction.isAtomic() || instruction.isVolatile() || pointer->getType()->getPointerAddressSpace() > 1) return false;
  if (!mayBeGlobal(*pointer)) return false;
  return shapeOf(llvm::getLoadStoreType(&instruction), llvm::getLoadStoreAlignment(&instruction)).has_value();
}

std::string cacheHintOf(const llvm::Instruction& access) {
  const llvm::MDNode* const node = access.getMetadata(cacheKind(access.getContext()));
  const auto* const text = node && node->getNumOperands() == 1 ? llvm::dyn_cast<llvm::MDString>(node->getOperand(0)) : nullptr;
  return text ? text->getString().str() : std::string();
}

bool setCacheHint(llvm::Instruction& access, const std::string& hint) {
  llvm::LLVMContext& context = access.getContext();
  llvm::MDNode* const node = llvm::MDNode::get(context, llvm::MDString::get(context, hint));
  const std::string present = cacheHintOf(access);
  const bool isDefault = hint == (llvm::isa<llvm::LoadInst>(access) ? "ca" : "wb");
  if (present == hint || (present.empty() && isDefault)) return false;
  access.setMetadata(cacheKind(context), node);
  return true;
}

void writeCacheHints(llvm::Module& module) {
  const unsigned kind = cacheKind(module.getContext());
  std::vector<llvm::Instruction*> accesses;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (instruction.hasMetadataOtherThanDebugLoc() && instruction.getMetadata(kind)) accesses.push_back(&instruction);
  for (llvm::Instruction* access : accesses) {
    const std::string hint = cacheHintOf(*access);
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(access);
    if (hint.empty() || !pointer || access->isAtomic() || pointer->getType()->getPointerAddressSpace() > 1) continue;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(access))
      writeLoad(*load, hint);
    else
      writeStore(*llvm::cast<llvm::StoreInst>(access), hint);
  }
}

} // namespace gevo::ir
