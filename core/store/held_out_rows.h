#pragma once

/// Sets of held-out tests in their tables: the project's own, and those that were recorded when the earlier ones were used up.

#include "core/store/contents.h"
#include "core/store/rows.h"
#include "core/values/project.h"

namespace gevo {

std::vector<HeldOutSet> selectHeldOutSets(const Database& database);
/// With their traces.
std::vector<TestCase> selectHeldOutTests(const Database& database, std::int64_t set);

/// A test as it is kept.
struct PackedTest {
  std::string arguments;
  PackedContent trace;
};
std::vector<PackedTest> packTests(const std::vector<TestCase>& tests);
/// Within a transaction. Nothing for a set of arguments that is there already.
void insertHeldOutSet(Database& database, const std::vector<PackedTest>& tests);

} // namespace gevo
