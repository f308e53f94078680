#pragma once

/// Conversions between values of an individual and columns. An invalid value throws: the file is damaged.

#include "core/store/database.h"
#include "core/values/individual.h"

namespace gevo {

[[noreturn]] void damagedVariant(const Database& database);
Origin originValue(const Database& database, std::int64_t value);
Stage stageValue(const Database& database, std::int64_t value);
Reason reasonValue(const Database& database, std::int64_t value);

/// Empty if every edit is active, which is the usual case.
Bytes packActive(const std::vector<bool>& active);
std::vector<bool> unpackActive(const Database& database, const Bytes& bytes, std::size_t edits);

/// The numbers that a run gives its edits.
std::vector<std::uint32_t> unpackNumbers(const Bytes& bytes);

EditList parseStored(const Database& database, const std::string& text);

} // namespace gevo
