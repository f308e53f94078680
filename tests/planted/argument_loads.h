#pragma once

/// Where a kernel reads what its pointers lead to.

#include "core/base/bytes.h"
#include "core/edit/edit.h"

#include <map>

namespace gevo::planted {

/// Of the first kernel of a base: for each pointer argument, by its position, the one load directly from it.
std::map<unsigned, InstructionRef> argumentLoads(ByteView base);

} // namespace gevo::planted
