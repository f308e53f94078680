#pragma once

/// Individuals. Each edit is stored once in its run, as text; an individual refers to its edits by number, so that long lists that many
/// individuals share take little space.

#include "core/store/database.h"
#include "core/values/individual.h"

namespace gevo {

/// The edits of a run by their numbers. A writer keeps the hashes of all edits, a reader caches the edits that it read.
class EditTexts {
public:
  explicit EditTexts(std::int64_t run) : run_(run) {}
  std::int64_t run() const { return run_; }

  /// Within a transaction: the edit's number; a new edit is stored.
  std::int64_t intern(Database& database, const Edit& edit);
  /// The edit with this number, cached.
  const Edit& edit(const Database& database, std::int64_t id);

private:
  void readNumbers(const Database& database);

  std::int64_t run_;
  std::int64_t nextId_ = -1; ///< -1 before the first `intern`
  std::unordered_map<Hash128, std::int64_t, Hash128Hasher> ids_;
  std::unordered_map<std::int64_t, Edit> edits_;
};

/// Within a transaction.
void insertIndividual(Database& database, EditTexts& texts, const Individual& individual);
/// In id order, ids from `from`, at most `count`.
std::vector<Individual> selectIndividuals(const Database& database, EditTexts& texts, std::int64_t from, std::int64_t count);

/// Evaluations of a generation that is not complete. Their edits are stored with them, and removed with them.
void insertUnfinished(Database& database, std::int64_t run, const Individual& individual);
std::vector<Individual> selectUnfinished(const Database& database, std::int64_t run, std::uint32_t generation, bool validOnly = false);
/// By an id as unfinishedId gives it; nothing once its generation is complete.
std::optional<Individual> findUnfinished(const Database& database, std::int64_t run, std::int64_t id);

} // namespace gevo
