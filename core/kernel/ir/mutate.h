#pragma once

/// Proposing edits (seeds/000, III-D): one operator, chosen with equal probability, with every repair choice stored.

#include "core/kernel/ir/base_module.h"
#include "core/search/random.h"

#include <optional>

namespace gevo::ir {

/// A new edit for the individual `parent`; nothing when the drawn operator found no legal form after several draws.
/// Deterministic in (base, parent, stream).
std::optional<Edit> proposeEdit(const BaseModule& base, const EditList& parent, RandomStream& stream);

} // namespace gevo::ir
