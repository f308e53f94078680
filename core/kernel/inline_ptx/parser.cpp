#include "core/kernel/inline_ptx/parser.h"
#include "core/kernel/inline_ptx/lexer.h"

#include <map>

namespace gevo::ir::assembly {

namespace {

constexpr std::uint64_t mostRegisters = 4096;

std::vector<std::string> partsOf(const std::string& name) {
  std::vector<std::string> parts(1);
  for (const char c : name) {
    if (c == '.')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

class Parser {
public:
  Parser(std::string_view text, std::uint32_t arguments) : text_(text), tokens_(tokensOf(text)), arguments_(arguments) {}

  Result<Program> run() {
    while (here().kind != TokenKind::End) {
      statementBegin_ = here().begin;
      if (!statement()) return std::unexpected(Error{statementText(), {}});
    }
    if (scopes_.size() != 1) return fail("{{");
    return std::move(program_);
  }

private:
  const Token& here() const { return tokens_[at_]; }
  bool accept(char mark) {
    if (!here().is(mark)) return false;
    ++at_;
    return true;
  }

  /// Up to the semicolon, with white space made single blanks.
  std::string statementText() const {
    std::string text;
    for (const char c : text_.substr(statementBegin_, text_.find(';', statementBegin_) - statementBegin_)) {
      const bool isSpace = c == ' ' || c == '\n' || c == '\t' || c == '\r';
      if (!isSpace)
        text += c;
      else if (!text.empty() && text.back() != ' ')
        text += ' ';
    }
    if (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
  }

  bool statement() {
    if (accept(';')) return true;
    if (accept('{')) {
      scopes_.emplace_back();
      return true;
    }
    if (accept('}')) {
      if (scopes_.size() == 1) return false;
      scopes_.pop_back();
      return true;
    }
    if (here().kind == TokenKind::Name && here().text.starts_with(".reg")) return declaration();
    Statement statement;
    statement.text = statementText();
    if (accept('@') && !guard(statement)) return false;
    if (here().kind != TokenKind::Name) return false;
    std::vector<std::string> parts = partsOf(here().text);
    ++at_;
    statement.opcode = parts.front();
    statement.modifiers.assign(std::next(parts.begin()), parts.end());
    while (!here().is(';')) {
      if (!statement.operands.empty() && !accept(',')) return false;
      auto operand = anyOperand();
      if (!operand) return false;
      statement.operands.push_back(std::move(*operand));
    }
    ++at_;
    program_.statements.push_back(std::move(statement));
    return true;
  }

  bool guard(Statement& statement) {
    const bool negated = accept('!');
    const auto predicate = primary();
    if (!predicate || predicate->kind != OperandKind::Register) return false;
    statement.guard = Guard{static_cast<std::uint32_t>(predicate->number), negated};
    return true;
  }

  bool declaration() {
    std::vector<std::string> type = partsOf(here().text); // "", "reg" and perhaps the type
    ++at_;
    if (type[1] != "reg" || type.size() > 3) return false;
    if (type.size() == 2) {
      if (here().kind != TokenKind::Name || !here().text.starts_with(".")) return false;
      type.push_back(here().text.substr(1));
      ++at_;
    }
    do {
      if (here().kind != TokenKind::Name) return false;
      const std::string name = here().text;
      ++at_;
      if (!accept('<')) {
        declare(name, type[2]);
        continue;
      }
      if (here().kind != TokenKind::Integer || here().number > mostRegisters) return false;
      for (std::uint64_t i = 0; i < here().number; ++i) declare(name + std::to_string(i), type[2]);
      ++at_;
      if (!accept('>')) return false;
    } while (accept(','));
    return accept(';') && program_.declared.size() <= mostRegisters;
  }

  void declare(const std::string& name, const std::string& type) {
    scopes_.back()[name] = arguments_ + program_.declared.size();
    program_.declared.push_back(type);
  }

  std::optional<Operand> anyOperand() {
    if (accept('{')) return vector();
    if (accept('[')) return address();
    const bool negated = accept('!');
    auto first = primary();
    if (!first) return std::nullopt;
    first->negated = negated;
    if (!accept('|')) return first;
    auto second = primary();
    if (!second) return std::nullopt;
    Operand pair;
    pair.kind = OperandKind::Pair;
    pair.parts = {std::move(*first), std::move(*second)};
    return pair;
  }

  std::optional<Operand> vector() {
    Operand vector;
    vector.kind = OperandKind::Vector;
    do {
      auto part = primary();
      if (!part) return std::nullopt;
      vector.parts.push_back(std::move(*part));
    } while (accept(','));
    return accept('}') ? std::optional(std::move(vector)) : std::nullopt;
  }

  std::optional<Operand> address() {
    Operand address;
    address.kind = OperandKind::Address;
    auto base = primary();
    if (!base) return std::nullopt;
    address.parts.push_back(std::move(*base));
    if (accept(',')) {
      auto position = accept('{') ? vector() : primary();
      if (!position) return std::nullopt;
      address.parts.push_back(std::move(*position));
      return accept(']') ? std::optional(std::move(address)) : std::nullopt;
    }
    if (here().is('+') || here().is('-')) {
      accept('+');
      const auto offset = primary(); // with its sign
      if (!offset || offset->kind != OperandKind::Integer) return std::nullopt;
      address.number = offset->number;
    }
    return accept(']') ? std::optional(std::move(address)) : std::nullopt;
  }

  std::optional<Operand> primary() {
    Operand operand;
    const bool negative = accept('-');
    const Token& token = here();
    operand.number = token.number;
    switch (token.kind) {
    case TokenKind::Integer:
      operand.kind = OperandKind::Integer;
      if (negative) operand.number = 0 - operand.number;
      break;
    case TokenKind::Float:
      operand.kind = OperandKind::Float;
      if (negative) operand.number ^= 1ULL << 63;
      break;
    case TokenKind::Argument:
      operand.kind = OperandKind::Register;
      if (negative || token.number >= arguments_) return std::nullopt;
      break;
    case TokenKind::Name:
      if (negative || !named(token.text, operand)) return std::nullopt;
      break;
    default:
      return std::nullopt;
    }
    ++at_;
    return operand;
  }

  bool named(const std::string& name, Operand& operand) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      const auto found = scope->find(name);
      if (found == scope->end()) continue;
      operand.kind = OperandKind::Register;
      operand.number = found->second;
      return true;
    }
    operand.kind = name == "_" ? OperandKind::Sink : OperandKind::Special;
    operand.name = name;
    return name == "_" || name == "WARP_SZ" || name.starts_with('%');
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::uint32_t arguments_;
  std::size_t at_ = 0;
  std::size_t statementBegin_ = 0;
  std::vector<std::map<std::string, std::uint64_t>> scopes_ = std::vector<std::map<std::string, std::uint64_t>>(1);
  Program program_;
};

} // namespace

Result<Program> parse(std::string_view text, std::uint32_t arguments) { return Parser(text, arguments).run(); }

} // namespace gevo::ir::assembly
