#pragma once

/// Tables of intrinsics: by name, how a call of each is decoded. Each subject has a table in a file of its own, with a line for each
/// intrinsic; what they emit is in the same file.

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Instructions.h>

namespace gevo::sim {

struct DecoderParts;

/// False where the simulated GPU does not support the call's form: its types, or modifiers in the intrinsic's name.
using IntrinsicDecoder = bool (*)(DecoderParts& parts, const llvm::CallInst& call);

struct Intrinsic {
  /// LLVM's name without the types that it is overloaded on. One that ends in ".*" matches all whose names continue after the dot, and for
  /// the name before it; where several do, the longest counts.
  llvm::StringLiteral name;
  IntrinsicDecoder decode;
};
using IntrinsicTable = llvm::ArrayRef<Intrinsic>;

IntrinsicTable hintIntrinsics();      // llvm_hints.cpp
IntrinsicTable effectIntrinsics();    // llvm_effects.cpp
IntrinsicTable integerIntrinsics();   // llvm_integers.cpp
IntrinsicTable floatIntrinsics();     // llvm_floats.cpp
IntrinsicTable reductionIntrinsics(); // llvm_reductions.cpp
IntrinsicTable nvvmRegisters();       // nvvm_registers.cpp
IntrinsicTable nvvmSynchronisation(); // nvvm_synchronisation.cpp
IntrinsicTable nvvmWarpOperations();  // nvvm_warps.cpp
IntrinsicTable nvvmMatrixProducts();  // nvvm_matrix_products.cpp
IntrinsicTable nvvmMatrixAccesses();  // nvvm_matrix_accesses.cpp
IntrinsicTable nvvmMatrixTiles();     // nvvm_matrix_tiles.cpp
IntrinsicTable nvvmFloats();          // nvvm_floats.cpp
IntrinsicTable nvvmConversions();     // nvvm_conversions.cpp
IntrinsicTable nvvmIntegers();        // nvvm_integers.cpp
IntrinsicTable nvvmMemory();          // nvvm_memory.cpp
IntrinsicTable nvvmAsyncCopies();     // nvvm_async_copies.cpp
IntrinsicTable nvvmTextures();        // nvvm_textures.cpp
IntrinsicTable nvvmSurfaces();        // nvvm_surfaces.cpp

/// All of these.
llvm::ArrayRef<IntrinsicTable> intrinsicTables();

/// Null where no table has the function, or it is not an intrinsic of this LLVM.
IntrinsicDecoder findIntrinsic(const llvm::Function& function);

} // namespace gevo::sim
