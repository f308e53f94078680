#include "core/store/run_label_rows.h"

namespace gevo {

void insertRunLabel(Database& database, std::int64_t run, const RunLabel& label) {
  Query known = database.query("SELECT 1 FROM run WHERE id = ?");
  if (!known.bind(run).next()) raise("{} has no run {}", database.path().string(), run);
  if (label.empty())
    database.query("DELETE FROM run_label WHERE run = ?").bind(run).run();
  else
    database.query("INSERT OR REPLACE INTO run_label VALUES (?, ?, ?)").bind(run, label.name, label.note).run();
}

RunLabel selectRunLabel(const Database& database, std::int64_t run) {
  Query row = database.query("SELECT name, note FROM run_label WHERE run = ?");
  if (!row.bind(run).next()) return {};
  return {row.text(0), row.text(1)};
}

} // namespace gevo
