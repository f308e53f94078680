#pragma once

/// Texts of variants of the fixture stencil.cu, and what tests of them look up.

#include "tests/core/kernel/ir/fixture.h"

#include "core/edit/edit_text.h"
#include "core/kernel/explain/inspect.h"

#include <sstream>

namespace gevo::ir {

inline std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

class StencilTexts {
protected:
  VariantTexts inspected(const std::string& edits) { return inspect(*base_, parseEdits(edits).value(), sources_, "sm_90").value(); }

  /// The id of the base instruction whose line in the full text starts with this: its index among the instructions.
  std::string id(const std::string& start, int skip = 0) {
    std::uint64_t number = 0;
    for (const std::string& line : linesOf(inspected("").ir.text)) {
      if (!line.starts_with("  ") || line.starts_with("    ")) continue;
      if (line.substr(2).starts_with(start) && skip-- == 0) return fmt::format("@{}", number);
      ++number;
    }
    return "@missing";
  }
  /// Counts from 1.
  std::uint32_t lineOf(const std::string& part, int skip = 0) {
    std::uint32_t number = 0;
    for (const std::string& line : linesOf(sources_[0].text)) {
      ++number;
      if (line.find(part) != std::string::npos && skip-- == 0) return number;
    }
    return 0;
  }

  std::unique_ptr<BaseModule> base_ = loadFixture("stencil");
  std::vector<SourceFile> sources_ = {{"stencil.cu", readFixture("stencil.cu")}};
};

} // namespace gevo::ir
