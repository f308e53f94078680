#pragma once

/// A program's syntax, indexed to be searched by the places that debug information names.

#include "core/values/project.h"
#include "core/values/source_rewrite.h"
#include "core/values/source_syntax.h"
#include "core/values/variant_texts.h"

#include <optional>
#include <string_view>

namespace gevo::ir {

class SyntaxTree {
public:
  using Node = std::int32_t;
  static constexpr Node none = -1;

  /// Both outlive this. Nodes that don't fit the sources are an error of who made them.
  static Result<SyntaxTree> make(const SourceSyntax& syntax, const std::vector<SourceFile>& sources);

  const SyntaxNode& operator[](Node node) const { return syntax_->nodes[static_cast<std::size_t>(node)]; }
  const std::vector<Node>& children(Node node) const { return children_[static_cast<std::size_t>(node)]; }
  std::string_view text(Node node) const;
  /// Of its file, up to the node.
  std::string_view before(Node node) const;
  /// The first child of that role.
  Node child(Node node, SyntaxRole role) const;
  bool holds(Node outer, Node inner) const;
  /// What is in a cast that nobody wrote.
  Node written(Node node) const;
  /// Has a value that others may stand for: no statement, and no declaration.
  bool isExpression(Node node) const;

  /// What debug information locates there, outermost first, else the innermost node around the place.
  std::vector<Node> at(const SourcePosition& position) const;
  /// The statement of its own that the node is, or is part of: one that can be removed, or stood in front of.
  Node statementOf(Node node) const;
  /// The `if` or loop of whose condition the node is part.
  Node conditionalOf(Node node) const;
  /// The innermost loop that the node is, or is part of.
  Node loopOf(Node node) const;
  Node functionOf(Node node) const;
  /// The definition whose name stands in that line.
  Node functionAt(const SourcePosition& position) const;
  /// Variables and assignments of that name within the function of `place`.
  std::vector<Node> definitionsOf(std::string_view name, Node place) const;
  std::vector<Node> callsOf(std::string_view function) const;

  std::uint32_t line(Node node) const;
  /// A name that the function around `place` does not use: `wish`, or that with a number.
  std::string freshName(Node place, const std::string& wish) const;
  Replacement replace(Node node, std::string text) const;
  /// Before the statement, on a line of its own where it begins one; in braces where it stands alone under an `if` or a loop.
  std::vector<Replacement> insertBefore(Node statement, const std::vector<std::string>& texts) const;
  /// "#pragma unroll 8" before the statement, in place of a pragma of that word in the line above. Nothing: it stands there already.
  std::vector<Replacement> writePragma(Node statement, std::string_view word, const std::string& directive) const;
  std::vector<Replacement> insertAfter(Node statement, const std::string& text) const;
  /// Between the two.
  std::vector<Replacement> surround(Node statement, const std::string& before, const std::string& after) const;
  /// The statement is gone; an `if` that controlled nothing else goes with it.
  std::vector<Replacement> remove(Node statement) const;

private:
  SyntaxTree(const SourceSyntax& syntax, const std::vector<SourceFile>& sources);
  bool isControlled(Node statement) const;
  std::string indentationOf(Node node) const;

  const SourceSyntax* syntax_;
  const std::vector<SourceFile>* sources_;
  std::vector<std::vector<Node>> children_;
  std::vector<std::vector<std::uint32_t>> lines_; ///< per source: where each begins
};

} // namespace gevo::ir
