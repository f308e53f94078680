#pragma once

/// From debug locations to the project's sources.

#include "core/values/project.h"
#include "core/values/variant_texts.h"

#include <llvm/ADT/DenseMap.h>

#include <optional>

namespace llvm {
class DIFile;
class DILocation;
class Function;
class Instruction;
} // namespace llvm

namespace gevo::ir {

bool areOfOneLine(const SourcePosition& one, const SourcePosition& other);
/// Of two chains of inlining, innermost first.
bool isAtSamePlace(const std::vector<SourcePosition>& one, const std::vector<SourcePosition>& other);

class SourceMap {
public:
  explicit SourceMap(const std::vector<SourceFile>& sources) : sources_(sources) {}

  struct Line {
    std::int32_t file = -1; ///< index into the sources
    std::uint32_t line = 0;
    auto operator<=>(const Line&) const = default;
  };
  /// The innermost location of the inlining chain that is in a source of the project.
  Line line(const llvm::DILocation* location) const;
  /// Where inlined code was inlined: "clamp (a.cu:12), inlined at a.cu:47 in step"; empty for code that was not inlined.
  std::string inlining(const llvm::DILocation* location) const;
  /// The chain of an instruction, innermost first, as far as it lies in the project's sources. An instruction without a
  /// location of its own (hoisted, merged) gets that of a user, or of the instruction after it.
  std::vector<SourcePosition> chain(const llvm::Instruction& instruction) const;
  /// Of a location of its own only.
  std::vector<SourcePosition> chainOf(const llvm::DILocation* location) const;
  /// Of its definition.
  std::vector<SourcePosition> chainOf(const llvm::Function& function) const;

private:
  std::int32_t fileIndex(const llvm::DIFile* file) const;

  const std::vector<SourceFile>& sources_;
  mutable llvm::DenseMap<const llvm::DIFile*, std::int32_t> files_;
};

} // namespace gevo::ir
