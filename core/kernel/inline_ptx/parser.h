#pragma once

/// Statements of inline PTX assembly, with registers numbered: the operands of the block first, then those it declares.

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gevo::ir::assembly {

enum class OperandKind : std::uint8_t {
  Register, ///< `number`
  Integer,  ///< `number`, in two's complement
  Float,    ///< `number` holds the bits of a double
  Special,  ///< `name`: "%laneid"
  Vector,   ///< `parts`
  Address,  ///< [parts[0] + number], or of a texture [parts[0], parts[1]]
  Sink,     ///< "_": a result that is discarded
  Pair      ///< parts[0]|parts[1]: two results
};

struct Operand {
  OperandKind kind = OperandKind::Sink;
  bool negated = false; ///< "!p"
  std::uint64_t number = 0;
  std::string name;
  std::vector<Operand> parts;
};

struct Guard {
  std::uint32_t predicate = 0; ///< register
  bool negated = false;
};

struct Statement {
  std::string text; ///< as written, without its semicolon
  std::optional<Guard> guard;
  std::string opcode;
  std::vector<std::string> modifiers; ///< "ld.global.u32": "global", "u32"
  std::vector<Operand> operands;
};

struct Program {
  std::vector<Statement> statements;
  std::vector<std::string> declared; ///< types of the registers after the block's operands
};

/// `arguments`: number of the block's operands. The error's message is the first unsupported statement.
Result<Program> parse(std::string_view text, std::uint32_t arguments);

} // namespace gevo::ir::assembly
