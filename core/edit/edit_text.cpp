#include "core/edit/edit_text.h"

#include <charconv>
#include <optional>

namespace gevo {
namespace {

std::string printRef(const InstructionRef& ref) {
  switch (ref.kind) {
  case InstructionRef::Kind::Base:
    return fmt::format("@{}", ref.id);
  case InstructionRef::Kind::Created:
    return fmt::format("+{:016x}", ref.id);
  case InstructionRef::Kind::None:
    break;
  }
  return "none";
}

std::string printValue(const ValueRef& value) {
  switch (value.kind) {
  case ValueRef::Kind::Instruction:
    return printRef(value.instruction);
  case ValueRef::Kind::Argument:
    return fmt::format("${}", value.index);
  case ValueRef::Kind::Constant:
    return fmt::format("#{}", value.index);
  case ValueRef::Kind::Default:
    return "one";
  case ValueRef::Kind::None:
    break;
  }
  return "none";
}

/// The word before `Edit::other`, by operator.
const char* otherWord(Operator op) {
  switch (op) {
  case Operator::Copy:
  case Operator::Move:
    return "before";
  case Operator::ReplaceInstruction:
    return "by";
  default:
    return "and";
  }
}

template <class Number> std::optional<Number> number(std::string_view text, int base) {
  Number value = 0;
  const auto end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::optional<InstructionRef> parseRef(std::string_view text) {
  if (text == "none") return InstructionRef{};
  if (text.size() < 2) return std::nullopt;
  if (text[0] == '@') {
    if (const auto id = number<std::uint64_t>(text.substr(1), 10)) return InstructionRef::base(*id);
  } else if (text[0] == '+') {
    if (const auto uid = number<std::uint64_t>(text.substr(1), 16)) return InstructionRef::created(*uid);
  }
  return std::nullopt;
}

std::optional<ValueRef> parseValue(std::string_view text) {
  if (text == "none") return ValueRef{};
  if (text == "one") return ValueRef{ValueRef::Kind::Default, {}, 0};
  if (text.starts_with('$') || text.starts_with('#')) {
    const auto index = number<std::uint32_t>(text.substr(1), 10);
    if (!index) return std::nullopt;
    return ValueRef{text[0] == '$' ? ValueRef::Kind::Argument : ValueRef::Kind::Constant, {}, *index};
  }
  const auto ref = parseRef(text);
  if (!ref) return std::nullopt;
  return ValueRef{ValueRef::Kind::Instruction, *ref, 0};
}

std::optional<OperandChoice> parseChoice(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const auto dot = text.substr(0, equals).rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto user = parseRef(text.substr(0, dot));
  const auto operand = number<std::uint32_t>(text.substr(dot + 1, equals - dot - 1), 10);
  const auto value = parseValue(text.substr(equals + 1));
  if (!user || !operand || !value) return std::nullopt;
  return OperandChoice{*user, *operand, *value};
}

std::optional<Operator> parseOperator(std::string_view text) {
  for (std::size_t i = 0; i < operatorCount; ++i) {
    if (text == operatorName(static_cast<Operator>(i))) return static_cast<Operator>(i);
  }
  return std::nullopt;
}

/// The tokens of one line, with errors that name it.
class Line {
public:
  Line(std::string_view text, std::size_t number) : left_(text), number_(number) { advance(); }

  bool atEnd() const { return word_.empty(); }
  std::string_view word() const { return word_; }
  bool accept(std::string_view word) {
    if (word_ != word) return false;
    advance();
    return true;
  }
  template <class T> Result<T> expect(std::optional<T> (*parse)(std::string_view), std::string_view what) {
    std::optional<T> value = parse(word_);
    if (!value) return unexpectedWord(what);
    advance();
    return *value;
  }
  /// What is left of the line.
  std::string_view rest() {
    const std::string_view all(word_.data(), word_.size() + left_.size());
    word_ = left_ = {};
    return all.substr(0, all.find_last_not_of(" \t\r") + 1);
  }
  std::unexpected<Error> unexpectedWord(std::string_view what) const {
    return atEnd() ? fail("line {} of the edits ends where {} was expected", number_, what)
                   : fail("line {} of the edits has '{}' where {} was expected", number_, word_, what);
  }

private:
  void advance() {
    static constexpr std::string_view blanks = " \t\r";
    const auto first = left_.find_first_not_of(blanks);
    left_ = first == std::string_view::npos ? std::string_view{} : left_.substr(first);
    word_ = left_.substr(0, left_.find_first_of(blanks));
    left_.remove_prefix(word_.size());
  }

  std::string_view left_;
  std::string_view word_;
  std::size_t number_;
};

std::optional<std::uint64_t> parseUid(std::string_view text) { return number<std::uint64_t>(text, 16); }

/// "BLOCK=32"; a value may hold blanks.
Result<void> parseSetting(Line& line, Edit& edit) {
  const std::size_t equals = line.word().find('=');
  if (equals == std::string_view::npos || equals == 0) return line.unexpectedWord("a parameter and its value, such as BLOCK=32,");
  const std::string_view setting = line.rest();
  edit.parameter = setting.substr(0, equals);
  edit.value = setting.substr(equals + 1);
  return {};
}

/// "to 8"; of a kernel's parameter "use $2 to 8"
Result<void> parseDirective(Line& line, Edit& edit) {
  if (isOfParameter(edit.op) && line.accept("use")) {
    GEVO_TRY_ASSIGN(const auto value, line.expect(parseValue, "a parameter such as $2"));
    edit.substitute = value;
  }
  if (!line.accept("to") || !isDirectiveValue(line.word())) return line.unexpectedWord("'to' and a value such as 8, full or cg");
  edit.value = line.word();
  line.accept(edit.value);
  if (!line.atEnd()) return line.unexpectedWord("the end");
  return {};
}

Result<Edit> parseEdit(Line& line) {
  static constexpr std::string_view instruction = "an instruction such as @17, +4f21c0de00000001 or none";
  Edit edit;
  GEVO_TRY_ASSIGN(const auto op, line.expect(parseOperator, "an operator such as copy, delete, set or unroll"));
  edit.op = op;
  GEVO_TRY_ASSIGN(const auto uid, line.expect(parseUid, "the edit's number in hexadecimal"));
  edit.uid = uid;
  if (edit.op == Operator::Set) {
    GEVO_TRY(parseSetting(line, edit));
    return edit;
  }
  GEVO_TRY_ASSIGN(const auto target, line.expect(parseRef, instruction));
  edit.target = target;
  if (isDirective(edit.op)) {
    GEVO_TRY(parseDirective(line, edit));
    return edit;
  }
  if (line.accept(otherWord(edit.op))) {
    GEVO_TRY_ASSIGN(const auto other, line.expect(parseRef, instruction));
    edit.other = other;
  }
  if (line.accept("use")) {
    GEVO_TRY_ASSIGN(const auto value, line.expect(parseValue, "a value such as @12, $2, #4 or one"));
    edit.substitute = value;
  }
  if (line.accept("with")) {
    while (!line.atEnd()) {
      GEVO_TRY_ASSIGN(const auto choice, line.expect(parseChoice, "a choice such as @35.1=#4"));
      edit.choices.push_back(choice);
    }
  }
  if (!line.atEnd()) return line.unexpectedWord(fmt::format("'{}', 'use', 'with' or the end", otherWord(edit.op)));
  return edit;
}

} // namespace

std::string printEdit(const Edit& edit) {
  if (edit.op == Operator::Set) return fmt::format("{} {:016x} {}={}", operatorName(edit.op), edit.uid, edit.parameter, edit.value);
  std::string text = fmt::format("{} {:016x} {}", operatorName(edit.op), edit.uid, printRef(edit.target));
  if (isDirective(edit.op)) {
    if (edit.substitute.kind != ValueRef::Kind::None) text += fmt::format(" use {}", printValue(edit.substitute));
    return text + " to " + edit.value;
  }
  if (edit.other.kind != InstructionRef::Kind::None) text += fmt::format(" {} {}", otherWord(edit.op), printRef(edit.other));
  if (edit.substitute.kind != ValueRef::Kind::None) text += fmt::format(" use {}", printValue(edit.substitute));
  if (!edit.choices.empty()) text += " with";
  for (const OperandChoice& choice : edit.choices) {
    text += fmt::format(" {}.{}={}", printRef(choice.user), choice.operand, printValue(choice.value));
  }
  return text;
}

std::string editLine(const Edit& edit) {
  std::string text = printEdit(edit);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

std::string printEdits(const EditList& edits) {
  std::string text;
  for (const Edit& edit : edits) text += printEdit(edit) + '\n';
  return text;
}

Result<EditList> parseEdits(std::string_view text) {
  EditList edits;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    const std::string_view content = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    Line line(content, number);
    if (line.atEnd() || content[content.find_first_not_of(" \t\r")] == ';') continue;
    GEVO_TRY_ASSIGN(auto edit, parseEdit(line));
    edits.push_back(std::move(edit));
  }
  return edits;
}

} // namespace gevo
