#pragma once

/// What libclang's cursors are to us, and the little of C++'s text that it does not tell.

#include "core/values/source_syntax.h"

#include <clang-c/Index.h>

#include <string_view>

namespace gevo::program {

bool isFunction(CXCursorKind kind);
/// Namespaces, classes, `extern "C"`.
bool holdsDeclarations(CXCursorKind kind);
SyntaxKind syntaxKind(CXCursor cursor);
/// A statement whose range, as libclang gives it, may end before its semicolon.
bool endsBeforeSemicolon(SyntaxKind kind);
/// A name alone, or with arguments in parentheses.
bool isMacroCall(std::string_view text);

/// The operator that begins there: "+", "<=", "+=".
std::string operatorAt(std::string_view text, std::size_t offset);
/// Between the name of a variable and what begins at `offset` is nothing but an array's lengths and an `=`, a `(` or a `{`.
bool followsEqualsSign(std::string_view text, std::size_t offset, std::size_t name);
/// Of the `for` that begins at `offset`: its two semicolons and its closing parenthesis; fewer in one over a range.
std::vector<std::uint32_t> headerSeparators(std::string_view text, std::size_t offset);

} // namespace gevo::program
