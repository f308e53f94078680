#pragma once

/// Sets of held-out tests: the project's own, and those recorded later, when earlier ones were used up.

#include "core/store/contents.h"
#include "core/store/rows.h"
#include "core/values/project.h"

namespace gevo {

std::vector<HeldOutSet> selectHeldOutSets(const Database& database);
/// Includes traces.
std::vector<TestCase> selectHeldOutTests(const Database& database, std::int64_t set);

/// A test as it is stored.
struct PackedTest {
  std::string arguments;
  PackedContent trace;
};
std::vector<PackedTest> packTests(const std::vector<TestCase>& tests);
/// Within a transaction. Does nothing if a set with these arguments is stored already.
void insertHeldOutSet(Database& database, const std::vector<PackedTest>& tests);

} // namespace gevo
