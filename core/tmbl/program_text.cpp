#include "core/tmbl/program_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace gevo::tmbl {

namespace {

std::string printOperand(const Operand& operand) {
  switch (operand.kind) {
  case Operand::Kind::Slot:
    return fmt::format("slot{}", operand.index);
  case Operand::Kind::Input:
    return fmt::format("input{}", operand.index);
  case Operand::Kind::Constant:
    break;
  }
  return fmt::format("{}", operand.value);
}

std::string_view nextWord(std::string_view& line) {
  constexpr std::string_view blanks = " \t\r";
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(word.size());
  return word;
}

template <class Number> bool readNumber(std::string_view text, Number& number) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc() && end == text.data() + text.size();
}

bool readIndexed(std::string_view text, std::string_view name, std::uint16_t& index) {
  return text.starts_with(name) && readNumber(text.substr(name.size()), index);
}

class Parser {
public:
  Result<void> readLine(std::string_view line, std::size_t number) {
    number_ = number;
    line = line.substr(0, line.find('#'));
    const std::string_view first = nextWord(line);
    if (first.empty()) return {};
    if (first == "tmbl") {
      GEVO_TRY(finish());
      return readHead(line);
    }
    if (programs_.empty()) return fail("line {} is before the head of a program; begin with 'tmbl inputs N slots N'", number_);
    return readInstruction(first, line);
  }

  Result<void> finish() {
    if (programs_.empty()) return {};
    if (const Result<void> checked = check(programs_.back()); !checked)
      return fail("the program of line {} is not valid: {}", headLine_, checked.error().message);
    return {};
  }

  std::vector<Program> take() { return std::move(programs_); }

private:
  Result<void> readHead(std::string_view line) {
    Program program;
    const bool named = nextWord(line) == "inputs" && readNumber(nextWord(line), program.inputs) && nextWord(line) == "slots" &&
                       readNumber(nextWord(line), program.slotCount) && nextWord(line).empty();
    if (!named) return fail("line {} is not the head of a program; write 'tmbl inputs N slots N'", number_);
    headLine_ = number_;
    programs_.push_back(std::move(program));
    return {};
  }

  Result<void> readInstruction(std::string_view name, std::string_view line) {
    Instruction instruction;
    const Result<Operation> operation = parseOperation(name);
    if (!operation) return fail("line {}: {}", number_, operation.error().message);
    instruction.operation = *operation;
    const std::string_view target = nextWord(line);
    if (!readIndexed(target, "slot", instruction.target))
      return fail("line {} has '{}' where the target should be; write a slot such as slot0", number_, target);
    GEVO_TRY_ASSIGN(instruction.a, readOperand(nextWord(line)));
    if (infoOf(instruction.operation).operands > 1) {
      GEVO_TRY_ASSIGN(instruction.b, readOperand(nextWord(line)));
    }
    if (const std::string_view rest = nextWord(line); !rest.empty())
      return fail("line {} goes on with '{}' after its last operand; remove that", number_, rest);
    programs_.back().instructions.push_back(instruction);
    return {};
  }

  Result<Operand> readOperand(std::string_view word) const {
    Operand operand;
    if (readIndexed(word, "slot", operand.index)) return Operand::slot(operand.index);
    if (readIndexed(word, "input", operand.index)) return Operand::input(operand.index);
    if (readNumber(word, operand.value) && std::isfinite(operand.value)) return Operand::constant(operand.value);
    return fail("line {} has '{}' where an operand should be; write a slot, an input or a finite number", number_, word);
  }

  std::vector<Program> programs_;
  std::size_t number_ = 0;
  std::size_t headLine_ = 0;
};

} // namespace

std::string printInstruction(const Instruction& instruction) {
  const OperationInfo& info = infoOf(instruction.operation);
  std::string text = fmt::format("{} slot{} {}", info.name, instruction.target, printOperand(instruction.a));
  if (info.operands > 1) text += ' ' + printOperand(instruction.b);
  return text;
}

std::string printProgram(const Program& program) {
  std::string text = fmt::format("tmbl inputs {} slots {}\n", program.inputs, program.slotCount);
  for (const Instruction& instruction : program.instructions) text += printInstruction(instruction) + '\n';
  return text;
}

Result<std::vector<Program>> parsePrograms(std::string_view text) {
  Parser parser;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    GEVO_TRY(parser.readLine(line, number));
  }
  GEVO_TRY(parser.finish());
  return parser.take();
}

} // namespace gevo::tmbl
