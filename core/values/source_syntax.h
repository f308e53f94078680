#pragma once

/// The syntax of a program's sources as clang sees it, as values: who rewrites sources needs no clang.

#include "core/base/wire.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gevo {

/// What is told apart. Statement: an expression that stands alone, with its semicolon; Other: every further statement or expression.
enum class SyntaxKind : std::uint8_t {
  Function,
  Variable,
  Block,
  Statement,
  Declaration,
  If,
  For,
  While,
  Do,
  Return,
  Jump,
  Binary,
  Assignment,
  Unary,
  Conditional,
  Call,
  Subscript,
  Name,
  Literal,
  Other
};

/// What a node is to the one that holds it.
enum class SyntaxRole : std::uint8_t { Part, Condition, Body, Else, Start, Step, Left, Right, Operand, Argument, Callee, Value };

/// A statement or an expression. Offsets are bytes into the source's text.
struct SyntaxNode {
  SyntaxKind kind = SyntaxKind::Other;
  SyntaxRole role = SyntaxRole::Part;
  std::int32_t parent = -1; ///< index into the nodes; always lower than its own
  std::int32_t file = 0;    ///< index into the project's sources
  std::uint32_t begin = 0;
  std::uint32_t end = 0;    ///< behind the last byte; of a statement, behind its semicolon
  std::uint32_t anchor = 0; ///< where debug information locates it: an operator, a name, a bracket
  std::string name;         ///< of a function or variable, of the operator, of what a call calls

  bool operator==(const SyntaxNode&) const = default;
};

/// Outer nodes come before what they hold, and those of a file in the order of its text.
struct SourceSyntax {
  std::vector<SyntaxNode> nodes;
};

constexpr std::uint32_t enumerators(SyntaxKind) { return std::uint32_t(SyntaxKind::Other) + 1; }
constexpr std::uint32_t enumerators(SyntaxRole) { return std::uint32_t(SyntaxRole::Value) + 1; }

template <class Archive> void fields(Archive& a, SyntaxNode& m) { a(m.kind, m.role, m.parent, m.file, m.begin, m.end, m.anchor, m.name); }
template <class Archive> void fields(Archive& a, SourceSyntax& m) { a(m.nodes); }

} // namespace gevo
