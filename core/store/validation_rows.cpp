#include "core/store/validation_rows.h"

#include <cmath>

namespace gevo {

void insertValidation(Database& database, std::int64_t run, const ValidationRow& row) {
  database.query("INSERT OR REPLACE INTO validation VALUES (?, ?, ?, ?, ?, ?, ?)")
      .bind(run, row.variant, row.candidate, row.passed, row.message, row.runtime, row.originalRuntime)
      .run();
  if (std::isfinite(row.error))
    database.query("INSERT OR REPLACE INTO validation_error VALUES (?, ?, ?, ?)").bind(run, row.variant, row.candidate, row.error).run();
  database.query("DELETE FROM validation_input WHERE run = ? AND variant = ? AND candidate = ?")
      .bind(run, row.variant, row.candidate)
      .run();
  std::int64_t position = 0;
  for (const std::string& arguments : row.arguments)
    database.query("INSERT INTO validation_input VALUES (?, ?, ?, ?, ?)")
        .bind(run, row.variant, row.candidate, position++, arguments)
        .run();
}

std::vector<ValidationRow> selectValidations(const Database& database, std::int64_t run) {
  std::vector<ValidationRow> validations;
  Query rows = database.query("SELECT variant, candidate, passed, sentence, runtime, original_runtime, error FROM validation "
                              "LEFT JOIN validation_error USING (run, variant, candidate) WHERE run = ? ORDER BY variant, candidate");
  rows.bind(run);
  while (rows.next()) {
    ValidationRow& row = validations.emplace_back();
    row.variant = rows.integer(0);
    row.candidate = std::uint32_t(rows.integer(1));
    row.passed = rows.integer(2) != 0;
    row.message = rows.text(3);
    row.runtime = rows.real(4);
    row.originalRuntime = rows.real(5);
    row.error = rows.real(6);
    Query inputs =
        database.query("SELECT arguments FROM validation_input WHERE run = ? AND variant = ? AND candidate = ? ORDER BY position");
    inputs.bind(run, row.variant, row.candidate);
    while (inputs.next()) row.arguments.push_back(inputs.text(0));
  }
  return validations;
}

} // namespace gevo
