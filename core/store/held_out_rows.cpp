#include "core/store/held_out_rows.h"

#include <algorithm>

namespace gevo {

namespace {

/// Set 1 is part of the project, which its owner trusts.
constexpr std::int64_t projectsOwn = 1;

} // namespace

std::vector<HeldOutSet> selectHeldOutSets(const Database& database) {
  std::vector<HeldOutSet> sets;
  Query own = database.query("SELECT arguments FROM test WHERE role = ? ORDER BY position");
  own.bind(std::int64_t(TestRole::HeldOut));
  while (own.next()) {
    if (sets.empty()) sets.push_back({projectsOwn, {}});
    sets.back().arguments.push_back(own.text(0));
  }
  Query later = database.query("SELECT number, arguments FROM held_out_test ORDER BY number, position");
  while (later.next()) {
    if (sets.empty() || sets.back().number != later.integer(0)) sets.push_back({later.integer(0), {}});
    sets.back().arguments.push_back(later.text(1));
  }
  return sets;
}

std::vector<TestCase> selectHeldOutTests(const Database& database, std::int64_t set) {
  std::vector<TestCase> tests;
  Query rows = database.query(set == projectsOwn ? "SELECT arguments, content FROM test WHERE role = ? ORDER BY position"
                                                 : "SELECT arguments, content FROM held_out_test WHERE number = ? ORDER BY position");
  rows.bind(set == projectsOwn ? std::int64_t(TestRole::HeldOut) : set);
  while (rows.next()) tests.push_back({TestRole::HeldOut, rows.text(0), loadContent(database, rows.integer(1))});
  return tests;
}

std::vector<PackedTest> packTests(const std::vector<TestCase>& tests) {
  std::vector<PackedTest> packed;
  for (const TestCase& test : tests) packed.push_back({test.arguments, packContent(test.trace)});
  return packed;
}

void insertHeldOutSet(Database& database, const std::vector<PackedTest>& tests) {
  std::vector<std::string> arguments;
  for (const PackedTest& test : tests) arguments.push_back(test.arguments);
  std::int64_t number = projectsOwn + 1;
  for (const HeldOutSet& known : selectHeldOutSets(database)) {
    if (known.arguments == arguments) return;
    number = std::max(number, known.number + 1);
  }
  std::int64_t position = 0;
  for (const PackedTest& test : tests)
    database.query("INSERT INTO held_out_test VALUES (?, ?, ?, ?)")
        .bind(number, position++, test.arguments, addContent(database, test.trace))
        .run();
}

} // namespace gevo
