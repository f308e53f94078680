#include "core/store/acceptance_rows.h"

namespace gevo {

void insertAcceptance(Database& database, std::int64_t run, std::uint32_t generation, const Acceptance& acceptance) {
  for (std::size_t kind = 0; kind < stepKindCount; ++kind) {
    const StepCounts& counts = acceptance.kinds[kind];
    if (counts.evaluations() == 0) continue;
    database.query("INSERT INTO acceptance VALUES (?, ?, ?, ?, ?)")
        .bind(run, generation, std::int64_t(kind), printCounts(counts.reasons), counts.reused)
        .run();
  }
}

Acceptance selectAcceptance(const Database& database, std::int64_t run, std::uint32_t generation) {
  Acceptance acceptance;
  Query rows = database.query("SELECT step, reasons, reused FROM acceptance WHERE run = ? AND generation = ?");
  rows.bind(run, generation);
  while (rows.next()) {
    const std::int64_t kind = rows.integer(0);
    if (kind < 0 || kind >= std::int64_t(stepKindCount)) continue;
    StepCounts& counts = acceptance.kinds[std::size_t(kind)];
    parseCounts(counts.reasons, rows.text(1));
    counts.reused = std::uint64_t(rows.integer(2));
  }
  return acceptance;
}

} // namespace gevo
