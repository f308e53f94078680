#include "core/kernel/syntax/node_kinds.h"

#include <array>
#include <cctype>

namespace gevo::program {

bool isFunction(CXCursorKind kind) {
  switch (kind) {
  case CXCursor_FunctionDecl:
  case CXCursor_FunctionTemplate:
  case CXCursor_CXXMethod:
  case CXCursor_Constructor:
  case CXCursor_Destructor:
  case CXCursor_ConversionFunction:
    return true;
  default:
    return false;
  }
}

bool holdsDeclarations(CXCursorKind kind) {
  switch (kind) {
  case CXCursor_Namespace:
  case CXCursor_LinkageSpec:
  case CXCursor_UnexposedDecl: // extern "C"
  case CXCursor_StructDecl:
  case CXCursor_ClassDecl:
  case CXCursor_ClassTemplate:
  case CXCursor_ClassTemplatePartialSpecialization:
    return true;
  default:
    return false;
  }
}

SyntaxKind syntaxKind(CXCursor cursor) {
  switch (clang_getCursorKind(cursor)) {
  case CXCursor_VarDecl:
  case CXCursor_ParmDecl:
    return SyntaxKind::Variable;
  case CXCursor_CompoundStmt:
    return SyntaxKind::Block;
  case CXCursor_DeclStmt:
    return SyntaxKind::Declaration;
  case CXCursor_IfStmt:
    return SyntaxKind::If;
  case CXCursor_ForStmt:
  case CXCursor_CXXForRangeStmt:
    return SyntaxKind::For;
  case CXCursor_WhileStmt:
    return SyntaxKind::While;
  case CXCursor_DoStmt:
    return SyntaxKind::Do;
  case CXCursor_ReturnStmt:
    return SyntaxKind::Return;
  case CXCursor_BreakStmt:
  case CXCursor_ContinueStmt:
  case CXCursor_GotoStmt:
    return SyntaxKind::Jump;
  case CXCursor_BinaryOperator: {
    const CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(cursor);
    return kind == CXBinaryOperator_Assign ? SyntaxKind::Assignment : SyntaxKind::Binary;
  }
  case CXCursor_CompoundAssignOperator:
    return SyntaxKind::Assignment;
  case CXCursor_UnaryOperator:
    return SyntaxKind::Unary;
  case CXCursor_ConditionalOperator:
    return SyntaxKind::Conditional;
  case CXCursor_CallExpr:
    return SyntaxKind::Call;
  case CXCursor_ArraySubscriptExpr:
    return SyntaxKind::Subscript;
  case CXCursor_DeclRefExpr:
  case CXCursor_MemberRefExpr:
    return SyntaxKind::Name;
  case CXCursor_IntegerLiteral:
  case CXCursor_FloatingLiteral:
  case CXCursor_CharacterLiteral:
  case CXCursor_CXXBoolLiteralExpr:
    return SyntaxKind::Literal;
  default:
    return SyntaxKind::Other;
  }
}

bool endsBeforeSemicolon(SyntaxKind kind) {
  switch (kind) {
  case SyntaxKind::Return:
  case SyntaxKind::Jump:
  case SyntaxKind::Do:
  case SyntaxKind::If: // where what it controls is an expression
  case SyntaxKind::For:
  case SyntaxKind::While:
    return true;
  default:
    return false;
  }
}

bool isMacroCall(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_')) ++i;
  while (i < text.size() && std::isspace(static_cast<unsigned char>(text[i]))) ++i;
  if (i == text.size()) return true;
  int depth = 0;
  for (; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return i + 1 == text.size();
  }
  return false;
}

std::string operatorAt(std::string_view text, std::size_t offset) {
  static constexpr std::array<std::string_view, 32> operators{"<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "&&",
                                                              "||",  "==",  "!=", "<=", ">=", "<<", ">>", "++", "--", "+",  "-",
                                                              "*",   "/",   "%",  "&",  "|",  "^",  "<",  ">",  "=",  "!"};
  for (const std::string_view one : operators)
    if (offset < text.size() && text.substr(offset).starts_with(one)) return std::string(one);
  return {};
}

bool followsEqualsSign(std::string_view text, std::size_t offset, std::size_t name) {
  int depth = 0;
  for (std::size_t i = offset; i > name; --i) {
    const char c = text[i - 1];
    if (c == ']') ++depth;
    if (c == '[' && --depth < 0) return false;
    if (depth == 0 && (c == '=' || c == '(' || c == '{')) return true;
    if (depth == 0 && (c == ';' || c == ',')) return false;
  }
  return false;
}

std::vector<std::uint32_t> headerSeparators(std::string_view text, std::size_t offset) {
  std::vector<std::uint32_t> found;
  int depth = 0;
  for (std::size_t i = offset; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ';' && depth == 1) found.push_back(static_cast<std::uint32_t>(i));
    if ((c == ')' || c == ']' || c == '}') && --depth == 0) {
      found.push_back(static_cast<std::uint32_t>(i));
      break;
    }
  }
  return found;
}

} // namespace gevo::program
