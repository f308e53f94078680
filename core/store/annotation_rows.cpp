#include "core/store/annotation_rows.h"

namespace gevo {

void insertRemark(Database& database, std::int64_t run, const Remark& remark) {
  if (remark.empty())
    database.query("DELETE FROM remark WHERE run = ? AND variant = ?").bind(run, remark.variant).run();
  else
    database.query("INSERT OR REPLACE INTO remark VALUES (?, ?, ?, ?)").bind(run, remark.variant, remark.pinned, remark.note).run();
}

std::vector<Remark> selectRemarks(const Database& database, std::int64_t run) {
  std::vector<Remark> remarks;
  Query rows = database.query("SELECT variant, pinned, note FROM remark WHERE run = ? ORDER BY variant");
  rows.bind(run);
  while (rows.next()) remarks.push_back({rows.integer(0), rows.integer(1) != 0, rows.text(2)});
  return remarks;
}

} // namespace gevo
