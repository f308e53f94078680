#pragma once

/// Programs built in other configurations, by content: each once in a file, whatever run asked for it.

#include "core/store/database.h"
#include "core/store/rows.h"
#include "core/values/configured_program.h"

#include <optional>

namespace gevo {

/// The program, compressed, in pieces of at most a few MiB. Takes long: to be called before the transaction.
std::vector<Bytes> packProgram(const ConfiguredProgram& program);
/// Programs of so many bytes are kept; of more, those built last. Others are built again when they are needed.
inline constexpr std::uint64_t mostProgramBytes = 100ULL << 20;
/// Within a transaction. Replaces that of the configuration. `packed`: empty for a program that can't be used.
void insertConfiguration(Database& database, const ConfiguredProgram& program, const std::vector<Bytes>& packed, double seconds,
                         std::uint64_t mostBytes = mostProgramBytes);
/// Nothing where it was never built, or is not kept. One that can't be used has a reason and no contents.
std::optional<ConfiguredProgram> selectConfiguration(const Database& database, const Configuration& configuration);
/// In order of their texts.
std::vector<ConfigurationRow> selectConfigurations(const Database& database);
/// As Store::configurationResults.
std::vector<ConfigurationResult> selectConfigurationResults(const Database& database, std::int64_t run);

} // namespace gevo
