#include "core/kernel/simulator/decode/function_context.h"

#include "core/kernel/simulator/decode/scalar_types.h"

#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>

namespace gevo::sim {

FunctionContext::FunctionContext(KernelContext& kernel, const llvm::Function& function)
    : kernel(kernel), function(function), layout(kernel.module.getDataLayout()) {
  code.name = function.getName().str();
  code.instructions = function.getInstructionCount();
  if (function.hasAddressTaken()) code.signature = typeText(*function.getFunctionType());
}

void FunctionContext::unsupported(const llvm::Instruction& instruction, const std::string& why) {
  if (error) return;
  std::string text;
  llvm::raw_string_ostream stream(text);
  instruction.print(stream);
  const std::size_t start = text.find_first_not_of(' ');
  text = text.substr(start == std::string::npos ? 0 : start);
  if (const std::size_t end = text.find(", !"); end != std::string::npos) text.resize(end);
  const SourceLocation& line = kernel.lines.at(kernel.lines.numberOf(instruction));
  const std::string where = line.line ? fmt::format("{}:{}", line.file, line.line) : "an unknown line";
  error = Error{fmt::format("the simulated GPU can't run kernel {}: {} at {} ({})", kernel.name, why, where, text)};
}

} // namespace gevo::sim
