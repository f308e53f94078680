#pragma once

/// Writes edits into the CUDA source (as Liou et al. 2022 do by hand in Fig. 9). The IR before and after an edit is compared instruction by
/// instruction. Only changes that debug locations and variables identify beyond doubt are written; descriptions and IR show the others.

#include "core/kernel/describe/expression.h"
#include "core/kernel/describe/source_map.h"
#include "core/kernel/explain/cuda_text.h"
#include "core/kernel/ir/application.h"
#include "core/kernel/operators/apply.h"

#include <map>

namespace gevo::ir {

class CudaRewriter {
public:
  /// The application must hold the full module, with no edit applied yet.
  CudaRewriter(Application& application, const std::vector<SourceFile>& sources);

  /// Around `applyEdit(application, edit)`. True when the source shows everything that the edit did.
  void before(const Edit& edit);
  bool after(const Edit& edit);

  std::vector<RewrittenSource> results() const;

private:
  using Operands = llvm::SmallVector<llvm::Value*, 4>;
  struct Position {
    const llvm::BasicBlock* block = nullptr;
    const llvm::Instruction* next = nullptr;
    bool operator==(const Position&) const = default;
  };
  /// An instruction as it was.
  struct Earlier {
    llvm::Instruction* instruction = nullptr;
    Operands operands;
    bool wroteMemory = false;
  };
  /// Where an instruction was written.
  struct Spot {
    CudaText* text = nullptr;
    std::size_t offset = 0;
    CudaText::Position position;
  };

  static Position positionOf(const llvm::Instruction& instruction);
  std::optional<Spot> spot(const llvm::Instruction& instruction);
  bool isOnlyOne(const llvm::Instruction& instruction) const;
  bool isOnlyEffect(const Spot& spot) const;
  bool removed(const llvm::Instruction& instruction);
  bool inserted(const llvm::Instruction& instruction);
  bool moved(const llvm::Instruction& instruction, const Position& from);
  bool operandChanged(const llvm::Instruction& user, unsigned operand, const llvm::Value& old);
  bool conditionChanged(const llvm::BranchInst& branch, Spot& spot);
  std::optional<CudaText::Range> findOperand(const llvm::Instruction& user, unsigned operand, const llvm::Value& old, const Spot& spot);
  std::vector<std::string> spellings(const llvm::Value& value) const;
  std::optional<std::string> statementText(const llvm::Instruction& instruction);

  Application& application_;
  ExpressionPrinter printer_;
  SourceMap map_;
  std::vector<CudaText> texts_;
  std::map<std::string, std::size_t> fileOf_;
  std::map<std::tuple<std::string, unsigned, unsigned, unsigned>, unsigned>
      copies_;                                                          ///< instructions of the base by file, line, column, opcode
  std::map<std::pair<const CudaText*, std::size_t>, unsigned> effects_; ///< of the base, by statement: its text and where it begins

  // Of the edit being applied
  std::vector<Earlier> earlier_;
  std::map<const llvm::Instruction*, Position> positions_;
  llvm::DenseMap<const llvm::Value*, std::vector<std::string>> spellings_; ///< of what may be gone afterwards
};

} // namespace gevo::ir
