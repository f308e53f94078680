#include "core/store/patch_rows.h"

#include "core/base/wire.h"

namespace gevo {

void insertPatch(Database& database, std::int64_t run, std::int64_t variant, const SourcePatch& patch) {
  database.query("INSERT OR REPLACE INTO patch VALUES (?, ?, ?, ?)")
      .bind(run, variant, static_cast<int>(patch.state), wire::encode(patch))
      .run();
}

std::optional<SourcePatch> selectPatch(const Database& database, std::int64_t run, std::int64_t variant) {
  Query rows = database.query("SELECT value FROM patch WHERE run = ? AND variant = ?");
  rows.bind(run, variant);
  if (!rows.next()) return std::nullopt;
  auto patch = wire::decode<SourcePatch>(rows.blob(0), "patch of a variant");
  if (!patch) raise("{}", patch.error().message);
  return *std::move(patch);
}

} // namespace gevo
