#include "core/store/coverage_rows.h"

#include <algorithm>
#include <map>

namespace gevo {

namespace {

[[noreturn]] void damaged(const Database& database) {
  raise("{} is damaged: what its tests run can't be read; restore it from a copy", database.path().string());
}

Bytes packed(const std::vector<bool>& bits) { return {bits.begin(), bits.end()}; }

std::vector<bool> unpacked(const Database& database, const Bytes& bytes, std::size_t count) {
  if (bytes.size() != count) damaged(database);
  return {bytes.begin(), bytes.end()};
}

void insertCoverage(Database& database, TestRole role, std::size_t position, const Coverage& reached) {
  database.query("INSERT INTO coverage VALUES (?, ?, ?, ?)")
      .bind(std::int64_t(role), position, packed(reached.lines), packed(reached.branches))
      .run();
}

CoverableCode selectCode(const Database& database) {
  CoverableCode code;
  Query lines = database.query("SELECT file, line FROM code_line ORDER BY position");
  while (lines.next()) code.lines.push_back({lines.text(0), std::uint32_t(lines.integer(1))});
  Query branches = database.query("SELECT function, code_line FROM branch_edge ORDER BY position");
  while (branches.next()) {
    const std::int64_t line = branches.integer(1);
    if (line < -1 || line >= std::int64_t(code.lines.size())) damaged(database);
    code.branches.push_back({branches.text(0), std::int32_t(line)});
  }
  return code;
}

} // namespace

void replaceCoverage(Database& database, const ProgramCoverage& coverage) {
  database.execute("DELETE FROM coverage; DELETE FROM branch_edge; DELETE FROM code_line");
  std::int64_t position = 0;
  for (const CodeLine& line : coverage.code.lines)
    database.query("INSERT INTO code_line VALUES (?, ?, ?)").bind(position++, line.file, line.line).run();
  position = 0;
  for (const BranchEdge& edge : coverage.code.branches)
    database.query("INSERT INTO branch_edge VALUES (?, ?, ?)").bind(position++, edge.function, edge.line).run();
  std::map<TestRole, std::size_t> next;
  for (const InputCoverage& input : coverage.inputs) insertCoverage(database, input.role, next[input.role]++, input.reached);
}

void insertFuzzCoverage(Database& database, const std::vector<Coverage>& reached) {
  const CoverableCode code = selectCode(database);
  if (std::ranges::any_of(reached, [&](const Coverage& one) { return !one.isMeasured() || !one.isOf(code); })) return;
  for (std::size_t i = 0; i < reached.size(); ++i) insertCoverage(database, TestRole::Fuzz, i, reached[i]);
}

ProgramCoverage selectCoverage(const Database& database) {
  ProgramCoverage coverage{selectCode(database), {}};
  Query rows = database.query("SELECT role, lines, branches FROM coverage ORDER BY role, position");
  while (rows.next()) {
    const std::int64_t role = rows.integer(0);
    if (role < 0 || role > std::int64_t(TestRole::Workload)) damaged(database);
    coverage.inputs.push_back(
        {TestRole(role),
         {unpacked(database, rows.blob(1), coverage.code.lines.size()), unpacked(database, rows.blob(2), coverage.code.branches.size())}});
  }
  return coverage;
}

} // namespace gevo
