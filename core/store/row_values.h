#pragma once

/// Values of an individual as columns hold them. A value that makes no sense is a damaged file.

#include "core/values/individual.h"
#include "core/store/database.h"

namespace gevo {

[[noreturn]] void damagedVariant(const Database& database);
Origin originValue(const Database& database, std::int64_t value);
Stage stageValue(const Database& database, std::int64_t value);
Reason reasonValue(const Database& database, std::int64_t value);

/// Empty when every edit is active, which is the rule.
Bytes packActive(const std::vector<bool>& active);
std::vector<bool> unpackActive(const Database& database, const Bytes& bytes, std::size_t edits);

/// The numbers that a run gives its edits.
std::vector<std::uint32_t> unpackNumbers(const Bytes& bytes);

EditList parseStored(const Database& database, const std::string& text);

} // namespace gevo
