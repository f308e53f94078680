#pragma once

/// Individuals in their tables. An edit is stored once for its run, as text; an individual holds the numbers of its edits,
/// so that a long list that many share costs little.

#include "core/run/individual.h"
#include "core/store/database.h"

namespace gevo {

/// Texts of a run's edits and their numbers; filled from the file and kept up to date by whoever writes.
class EditTexts {
public:
  explicit EditTexts(std::int64_t run) : run_(run) {}
  std::int64_t run() const { return run_; }

  /// Within a transaction: the edit's number, a new one for an edit not seen before.
  std::int64_t intern(Database& database, const Edit& edit);
  /// The edit with this number, read from the file where it is new.
  const Edit& edit(const Database& database, std::int64_t id);

private:
  void readNew(const Database& database);

  std::int64_t run_;
  std::vector<Edit> edits_; ///< by number
  std::unordered_map<std::string, std::int64_t> ids_;
};

/// Within a transaction.
void insertIndividual(Database& database, EditTexts& texts, const Individual& individual);
/// In id order, ids from `from` to below `end`.
std::vector<Individual> selectIndividuals(const Database& database, EditTexts& texts, std::int64_t from, std::int64_t end);

/// Tries of a generation that is not complete; their edits are stored as they are and go with them.
void insertUnfinished(Database& database, std::int64_t run, const Individual& individual);
std::vector<Individual> selectUnfinished(const Database& database, std::int64_t run, std::uint32_t generation);

} // namespace gevo
