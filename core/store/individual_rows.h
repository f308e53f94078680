#pragma once

/// Individuals in their tables. An edit is stored once for its run, as text; an individual holds the numbers of its edits,
/// so that a long list that many share costs little.

#include "core/store/database.h"
#include "core/values/individual.h"

namespace gevo {

/// The edits of a run by their numbers. A writer knows the edits' hashes, a reader keeps the edits that it used last: neither
/// holds what nobody asks for.
class EditTexts {
public:
  explicit EditTexts(std::int64_t run) : run_(run) {}
  std::int64_t run() const { return run_; }

  /// Within a transaction: the edit's number, a new one for an edit not seen before.
  std::int64_t intern(Database& database, const Edit& edit);
  /// The edit with this number, read from the file where it is not at hand.
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

/// Tries of a generation that is not complete; their edits are stored as they are and go with them.
void insertUnfinished(Database& database, std::int64_t run, const Individual& individual);
std::vector<Individual> selectUnfinished(const Database& database, std::int64_t run, std::uint32_t generation, bool validOnly = false);

} // namespace gevo
