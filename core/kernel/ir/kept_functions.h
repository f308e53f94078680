#pragma once

/// Functions that stay functions while the rest of the device code is optimised, so that their calls can be replaced. clang would inline
/// them, and nothing would tell any more which code was theirs.

#include "core/base/bytes.h"
#include "core/base/result.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace llvm {
class Function;
} // namespace llvm

namespace gevo::ir {

/// It was kept: it computes a floating-point number from numbers alone.
bool isKept(const llvm::Function& function);
/// It is an ordinary function from now on.
void dropKept(llvm::Function& function);

/// As a user calls it: "exp", "nw::score".
std::string calledName(const llvm::Function& function);

class KeptFunctions {
public:
  /// A name is a function's of the program ("nw::score"), or of one of CUDA's mathematical functions ("exp": of floats and of doubles).
  /// `isWholeProgram`: it has no other files.
  KeptFunctions(std::vector<std::string> names, bool isWholeProgram) : names_(std::move(names)), isWholeProgram_(isWholeProgram) {}

  /// Bitcode that clang made without running its passes, optimised as its -O3 does, but for these functions' calls.
  Result<Bytes> optimise(ByteView bitcode);

  /// After all files. An error names the function that no file calls, or that does more than compute a number from numbers.
  Result<void> check() const;

private:
  std::string nameOf(const llvm::Function& function) const;

  std::vector<std::string> names_;
  bool isWholeProgram_;
  std::map<std::string, std::string> problems_; ///< by name: why it can't be replaced; empty: it can
  std::set<std::string> called_;                ///< of the names, before the passes ran
  std::set<std::string> others_;                ///< that could be, by their types
};

} // namespace gevo::ir
