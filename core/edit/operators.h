#pragma once

/// The operators that mutations draw.

#include "core/base/result.h"
#include "core/edit/edit.h"

#include <string>
#include <string_view>
#include <vector>

namespace gevo {

/// Ascending, each once; never Set.
using Operators = std::vector<Operator>;

/// The six of Liou et al. 2019, III-D.
Operators gevoOperators();
Operators allOperators();

/// The simulated GPU can't tell what they change: mutations draw them on real GPUs only.
bool needsGpu(Operator op);
/// Those that mutations draw on such a device, and for variants that must be exact, if they must.
Operators usableOperators(Operators operators, bool onGpu, bool exact);

/// "gevo", or names with commas between: what a file holds means the same in later versions, which may have more.
std::string printOperators(const Operators& operators);
/// "gevo", "all", or names with commas between, in any order. An error names what is no operator.
Result<Operators> parseOperators(std::string_view text);

} // namespace gevo
