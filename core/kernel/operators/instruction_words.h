#pragma once

/// Words for instructions that hold in every program: kinds, types and purposes, no names.

#include <string>

namespace llvm {
class Instruction;
class LoopInfo;
class Type;
class Value;
} // namespace llvm

namespace gevo::ir {

/// "float", "int", "pointer", ...
std::string typeWord(const llvm::Type& type);
/// "barrier", "load of a shared float", "boundary check", "branch that leaves a loop".
std::string instructionWords(const llvm::Instruction& instruction, const llvm::LoopInfo& loops);
/// "true", "0", "a constant", "a parameter", "another value".
std::string valueWords(const llvm::Value& value);

} // namespace gevo::ir
