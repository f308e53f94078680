#pragma once

/// What became of the tries of each generation, by kind of step.

#include "core/store/database.h"
#include "core/values/acceptance.h"

#include <charconv>
#include <fmt/ranges.h>

namespace gevo {

/// Counts by Reason as a line of numbers; a file that knows fewer reasons has fewer of them.
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
/// Without counts in generations that version 1 kept.
Acceptance selectAcceptance(const Database& database, std::int64_t run, std::uint32_t generation);

} // namespace gevo
