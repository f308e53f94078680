#pragma once

/// Ways to write an edit in CUDA. The IR before and after the edit is compared; debug information says which piece of source each changed
/// instruction came from, and the syntax what can be done there. What is found is a guess: whoever uses it has to compile and test it.

#include "core/kernel/describe/expression.h"
#include "core/kernel/describe/source_map.h"
#include "core/kernel/ir/application.h"
#include "core/kernel/operators/apply.h"
#include "core/kernel/rewriting/syntax_tree.h"

namespace gevo::ir {

/// At most this many for an edit, and so many more in copies of functions, where what does not compile or help in the function is no
/// better.
inline constexpr std::size_t rewriteLimit = 16;
inline constexpr std::size_t copiedLimit = 8;

class RewriteFinder {
public:
  /// The application holds the full module, with no edit applied yet.
  RewriteFinder(Application& application, const SyntaxTree& tree, const std::vector<SourceFile>& sources);

  /// Around `applyEdit(application, edit)`.
  void before(const Edit& edit);
  /// The likeliest first, each once; then those in copies of functions that other calls need as they are.
  std::vector<SourceRewrite> after(const Edit& edit);

private:
  using Node = SyntaxTree::Node;
  struct Earlier {
    llvm::Instruction* instruction = nullptr;
    llvm::SmallVector<llvm::Value*, 4> operands;
  };

  std::vector<SourcePosition> chainOf(const llvm::Value& value) const;
  void numberCopies();
  std::optional<unsigned> roundOf(const llvm::Instruction& instruction) const;
  std::vector<Node> nodesOf(const llvm::Value& value) const;
  std::vector<std::string> textsOf(const llvm::Value& value) const;
  std::string statementText(const llvm::Instruction& instruction) const;
  void directed(const Edit& edit, llvm::Instruction& target);
  std::vector<SourceRewrite> vectorised(const Edit& edit, llvm::Instruction& target) const;
  void removed(const llvm::Instruction& instruction);
  void operandChanged(const llvm::Instruction& user, unsigned operand, const llvm::Value& old);
  void inserted(const llvm::Instruction& instruction, const std::string& text, const std::vector<Replacement>& removal);
  void moved(const llvm::Instruction& instruction);
  void insertedBehindCondition(Node conditional, const std::string& text, const std::vector<Replacement>& removal);
  void valueReplaced(const llvm::Value& old, const std::vector<std::string>& texts);
  void operandReplaced(Node node, const llvm::Instruction& user, unsigned operand, const llvm::Value& old,
                       const std::vector<std::string>& texts);
  void incomingReplaced(const llvm::PHINode& phi, unsigned operand, const llvm::Value& old, const std::vector<std::string>& texts);
  void decisionReplaced(const llvm::Instruction& branch, const llvm::Value& old, const std::vector<std::string>& texts);
  void simplify(const InstructionRef& ref);
  void copyFunctions(const Edit& edit);
  void replace(Node node, const std::string& text);
  void add(SourceRewrite rewrite);

  Application& application_;
  const SyntaxTree& tree_;
  SourceMap map_;
  ExpressionPrinter printer_;
  std::map<const llvm::Function*, unsigned> specialised_; ///< how often each kernel was
  std::map<const llvm::Instruction*, unsigned> rounds_;   ///< of those that LLVM made several of

  // Of the edit being applied
  std::vector<Earlier> earlier_;
  std::map<const llvm::Value*, std::vector<SourcePosition>> chains_; ///< of all instructions, as they were
  std::map<const llvm::Instruction*, std::pair<const llvm::BasicBlock*, const llvm::Instruction*>> positions_;
  std::optional<unsigned> round_; ///< of the instruction whose operand changed
  std::vector<SourceRewrite> found_;
};

} // namespace gevo::ir
