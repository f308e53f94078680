#include "core/store/known_failures.h"

#include "core/store/derived_rows.h"
#include "core/store/row_values.h"

#include <algorithm>

namespace gevo {

namespace {

struct Content {
  Hash128 code;
  std::vector<std::uint32_t> edits; ///< the active ones by their numbers, sorted
};

/// Of a row with code, edits and active in these columns.
Content contentOf(const Database& database, const Query& row, int column) {
  Content content{row.hash(column), unpackNumbers(row.blob(column + 1))};
  const std::vector<bool> active = unpackActive(database, row.blob(column + 2), content.edits.size());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < active.size(); ++i)
    if (active[i]) content.edits[kept++] = content.edits[i];
  content.edits.resize(kept);
  std::ranges::sort(content.edits);
  return content;
}

/// The numbers of a variant's edits, the inactive ones among them.
std::vector<std::uint32_t> numbersOf(const Database& database, std::int64_t run, std::int64_t id) {
  Query row = database.query("SELECT edits FROM individual WHERE run = ? AND id = ?");
  return row.bind(run, id).next() ? unpackNumbers(row.blob(0)) : std::vector<std::uint32_t>();
}

/// Of a derived variant, whose edits are some of those that evolution gave to the one that it goes back to.
Content contentOf(const Database& database, EditTexts& texts, const Individual& derived) {
  std::int64_t ancestor = derived.parent;
  while (isDerived(ancestor)) {
    const std::optional<Individual> between = selectDerived(database, texts.run(), ancestor);
    ancestor = between && between->parent < ancestor ? between->parent : 0;
  }
  Content content{derived.result.code, {}};
  const EditList edits = activeEdits(derived);
  for (const std::uint32_t number : numbersOf(database, texts.run(), ancestor))
    if (std::ranges::find(edits, texts.edit(database, number)) != edits.end()) content.edits.push_back(number);
  std::ranges::sort(content.edits);
  return content;
}

/// The edits of a run that set parameters, by their numbers, sorted.
std::vector<std::uint32_t> settingsOf(const Database& database, std::int64_t run) {
  std::vector<std::uint32_t> settings;
  Query rows = database.query("SELECT id FROM edit WHERE run = ? AND text LIKE 'set %' ORDER BY id");
  rows.bind(run);
  while (rows.next()) settings.push_back(static_cast<std::uint32_t>(rows.integer(0)));
  return settings;
}

class Failures {
public:
  /// `settings`: the edits that set parameters.
  explicit Failures(std::vector<std::uint32_t> settings) : settings_(std::move(settings)) {}
  void add(Content content) { failures_.push_back(std::move(content)); }
  bool empty() const { return failures_.empty(); }
  bool include(const Content& content) const {
    return std::ranges::any_of(failures_, [&](const Content& failed) {
      return failed.code == content.code ||
             (!failed.edits.empty() && std::ranges::includes(content.edits, failed.edits) && isInSameConfiguration(content, failed));
    });
  }

private:
  /// Edits of the code that fail in one configuration may pass in another; parameters that fail alone fail with any edits.
  bool isInSameConfiguration(const Content& content, const Content& failed) const {
    const std::vector<std::uint32_t> chosen = chosenIn(failed);
    return chosen.size() == failed.edits.size() || chosen == chosenIn(content);
  }
  std::vector<std::uint32_t> chosenIn(const Content& content) const {
    std::vector<std::uint32_t> chosen;
    std::ranges::set_intersection(content.edits, settings_, std::back_inserter(chosen));
    return chosen;
  }

  std::vector<std::uint32_t> settings_;
  std::vector<Content> failures_;
};

Failures readFailures(const Database& database, EditTexts& texts) {
  std::vector<std::int64_t> ids;
  Query failed = database.query("SELECT DISTINCT variant FROM validation WHERE run = ? AND NOT passed AND variant > 0");
  failed.bind(texts.run());
  while (failed.next()) ids.push_back(failed.integer(0));
  Failures failures(settingsOf(database, texts.run()));
  for (const std::int64_t id : ids) {
    if (const std::optional<Individual> derived = isDerived(id) ? selectDerived(database, texts.run(), id) : std::nullopt) {
      failures.add(contentOf(database, texts, *derived));
      continue;
    }
    Query row = database.query("SELECT code, edits, active FROM individual WHERE run = ? AND id = ?");
    if (row.bind(texts.run(), id).next()) failures.add(contentOf(database, row, 0));
  }
  return failures;
}

} // namespace

std::vector<std::int64_t> selectKnownFailures(const Database& database, EditTexts& texts, std::int64_t from) {
  const Failures failures = readFailures(database, texts);
  std::vector<std::int64_t> known;
  if (failures.empty()) return known;
  Query rows = database.query("SELECT id, code, edits, active FROM individual WHERE run = ? AND id >= ? AND reason = 0 ORDER BY id");
  rows.bind(texts.run(), std::max<std::int64_t>(from, 1));
  while (rows.next())
    if (failures.include(contentOf(database, rows, 1))) known.push_back(rows.integer(0));
  for (const VariantRow& row : selectDerivedRows(database, texts.run()))
    if (row.id >= from && failures.include(contentOf(database, texts, *selectDerived(database, texts.run(), row.id))))
      known.push_back(row.id);
  return known;
}

} // namespace gevo
