#pragma once

/// Parameters as `--parameter` gives them, and the values that are tried where it gives none.

#include "core/base/result.h"
#include "core/values/parameter.h"

#include <string_view>

namespace gevo {

/// "BLOCK=8,16,32"; "ROWS=5..40:5", whose step is 1 if there is none; "PREFETCH=on,off"; "TYPE=float,double"; the parts of a list may be
/// ranges. Kind Feature where every value is on or off, else Macro; the program's own value and the places are not known yet. An error
/// says what is wrong with the text.
struct ParameterRequest {
  std::string name;
  std::vector<std::string> values; ///< each once
  bool isFeature() const;
};
Result<ParameterRequest> parseParameterRequest(std::string_view text);

/// Powers of two, and three and five times these, from an eighth (of small values: one) to eight times the program's own, which is among
/// them, and the neighbours of small values. At most 1,024 for the size of a block.
std::vector<std::string> valuesToTry(std::int64_t own, std::string_view use);

/// Nothing for a text that is not a decimal integer.
std::optional<std::int64_t> integerValue(std::string_view text);

/// Numbers ascend; other values keep their order. The program's own is among them.
void sortValues(Parameter& parameter);

} // namespace gevo
