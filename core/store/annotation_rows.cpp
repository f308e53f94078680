#include "core/store/annotation_rows.h"

namespace gevo {

void insertAnnotation(Database& database, std::int64_t run, const Annotation& annotation) {
  if (annotation.empty())
    database.query("DELETE FROM remark WHERE run = ? AND variant = ?").bind(run, annotation.variant).run();
  else
    database.query("INSERT OR REPLACE INTO remark VALUES (?, ?, ?, ?)")
        .bind(run, annotation.variant, annotation.pinned, annotation.note)
        .run();
}

std::vector<Annotation> selectAnnotations(const Database& database, std::int64_t run) {
  std::vector<Annotation> annotations;
  Query rows = database.query("SELECT variant, pinned, note FROM remark WHERE run = ? ORDER BY variant");
  rows.bind(run);
  while (rows.next()) annotations.push_back({rows.integer(0), rows.integer(1) != 0, rows.text(2)});
  return annotations;
}

} // namespace gevo
