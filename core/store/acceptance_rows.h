#pragma once

/// Results of the evaluations of each generation, by kind of step.

#include "core/store/database.h"
#include "core/values/acceptance.h"

#include <charconv>
#include <fmt/ranges.h>

namespace gevo {

/// Counts by Reason as numbers on one line; files of older versions have fewer.
template <class Counts> std::string printCounts(const Counts& counts) { return fmt::format("{}", fmt::join(counts, " ")); }

template <class Counts> void parseCounts(Counts& counts, const std::string& text) {
  const char* at = text.data();
  const char* end = at + text.size();
  for (auto& count : counts) {
    while (at != end && *at == ' ') ++at;
    at = std::from_chars(at, end, count).ptr;
  }
}

/// Within a transaction.
void insertAcceptance(Database& database, std::int64_t run, std::uint32_t generation, const Acceptance& acceptance);
/// Empty for generations of files of version 1.
Acceptance selectAcceptance(const Database& database, std::int64_t run, std::uint32_t generation);

} // namespace gevo
