#include "core/store/lineage_rows.h"

#include "core/store/derived_rows.h"
#include "core/store/individual_rows.h"
#include "core/store/row_values.h"
#include "core/store/variant_rows.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

namespace gevo {

namespace {

using Numbers = std::vector<std::uint32_t>;

/// The part of an individual that lineage needs. Edits are given by their numbers in the run.
struct Ancestor {
  std::uint32_t generation = 0;
  std::vector<std::int64_t> parents;
  Numbers edits;
};

using NumberSet = std::unordered_set<std::uint32_t>;
NumberSet setOf(const Numbers& numbers) { return {numbers.begin(), numbers.end()}; }

class Descent {
public:
  Descent(const Database& database, std::int64_t run) : database_(database), run_(run) {}

  /// Null if the file has no such individual. Valid until the next call.
  const Ancestor* find(std::int64_t id) {
    if (const auto known = known_.find(id); known != known_.end()) return &known->second;
    Query row = database_.query("SELECT generation, parent, parent2, edits FROM individual WHERE run = ? AND id = ?");
    if (!row.bind(run_, id).next()) return nullptr;
    Ancestor ancestor{std::uint32_t(row.integer(0)), {}, unpackNumbers(row.blob(3))};
    // A parent is older than its child. A damaged file might otherwise contain a cycle.
    for (const std::int64_t parent : {row.integer(1), row.integer(2)})
      if (parent >= 0 && parent < id) ancestor.parents.push_back(parent);
    return &known_.emplace(id, std::move(ancestor)).first->second;
  }

private:
  const Database& database_;
  std::int64_t run_;
  std::unordered_map<std::int64_t, Ancestor> known_;
};

std::size_t shared(const Ancestor& ancestor, const NumberSet& wanted) {
  return static_cast<std::size_t>(std::ranges::count_if(ancestor.edits, [&](std::uint32_t number) { return wanted.contains(number); }));
}

/// For each edit, the first generation in which an ancestor has it.
std::vector<std::uint32_t> firstGenerations(Descent& descent, std::int64_t from, const Numbers& wanted) {
  const NumberSet sought = setOf(wanted);
  std::unordered_map<std::uint32_t, std::uint32_t> born;
  std::deque<std::int64_t> waiting{from};
  std::unordered_set<std::int64_t> seen{from};
  while (!waiting.empty()) {
    const Ancestor* ancestor = descent.find(waiting.front());
    waiting.pop_front();
    if (ancestor == nullptr || (shared(*ancestor, sought) == 0 && seen.size() > 1)) continue;
    for (const std::uint32_t number : ancestor->edits) {
      if (!sought.contains(number)) continue;
      const auto [found, isNew] = born.emplace(number, ancestor->generation);
      if (!isNew) found->second = std::min(found->second, ancestor->generation);
    }
    for (const std::int64_t parent : ancestor->parents)
      if (seen.insert(parent).second) waiting.push_back(parent);
  }
  std::vector<std::uint32_t> result;
  for (const std::uint32_t number : wanted) result.push_back(born.contains(number) ? born[number] : 0);
  return result;
}

/// Oldest first.
std::vector<std::int64_t> mainLine(Descent& descent, std::int64_t from, const NumberSet& wanted) {
  std::vector<std::int64_t> line;
  for (std::int64_t id = from; id >= 0;) {
    line.push_back(id);
    const Ancestor* ancestor = descent.find(id);
    std::int64_t next = -1;
    std::size_t most = 0;
    if (ancestor == nullptr) break;
    for (const std::int64_t parent : std::vector(ancestor->parents)) {
      const Ancestor* candidate = descent.find(parent);
      const std::size_t count = candidate ? shared(*candidate, wanted) : 0;
      if (candidate && (next < 0 || count > most)) std::tie(next, most) = std::pair(parent, count);
    }
    id = next;
  }
  std::ranges::reverse(line);
  return line;
}

std::vector<LineageStep> steps(const Database& database, std::int64_t run, Descent& descent, const std::vector<std::int64_t>& line,
                               const Numbers& wanted) {
  std::vector<LineageStep> result;
  const NumberSet sought = setOf(wanted);
  NumberSet seen; // an edit lost by a crossover may return
  NumberSet before;
  for (const VariantRow& row : selectVariants(database, run, line)) {
    LineageStep step{row, {}, 0};
    const Ancestor* ancestor = descent.find(row.id);
    NumberSet edits = setOf(ancestor->edits);
    for (std::uint32_t position = 0; position < wanted.size(); ++position)
      if (edits.contains(wanted[position]) && seen.insert(wanted[position]).second) step.gained.push_back(position);
    for (const std::uint32_t number : ancestor->edits) step.others += !sought.contains(number) && !before.contains(number) ? 1 : 0;
    before = std::move(edits);
    result.push_back(std::move(step));
  }
  return result;
}

/// Numbers of a derived variant's edits, which are a subset of its parent's.
Numbers numbersOf(const Database& database, std::int64_t run, const EditList& edits, const Ancestor& parent) {
  EditTexts texts(run);
  Numbers numbers;
  for (const Edit& edit : edits) {
    const auto found = std::ranges::find_if(parent.edits, [&](std::uint32_t number) { return texts.edit(database, number) == edit; });
    if (found == parent.edits.end()) damagedVariant(database);
    numbers.push_back(*found);
  }
  return numbers;
}

} // namespace

Lineage selectLineage(const Database& database, std::int64_t run, std::int64_t id) {
  Descent descent(database, run);
  const std::optional<Individual> derived = isDerived(id) ? selectDerived(database, run, id) : std::nullopt;
  const std::int64_t from = derived ? derived->parent : id;
  const Ancestor* ancestor = descent.find(from);
  if (ancestor == nullptr) raise("run {} has no variant {}", run, variantName(id));
  const Numbers wanted = derived ? numbersOf(database, run, derived->edits, *ancestor) : ancestor->edits;
  Lineage lineage;
  lineage.bornIn = firstGenerations(descent, from, wanted);
  lineage.steps = steps(database, run, descent, mainLine(descent, from, setOf(wanted)), wanted);
  if (!derived) return lineage;
  for (const VariantRow& row : selectDerivedRows(database, run))
    if (row.id == id) lineage.steps.push_back({row, {}, 0});
  return lineage;
}

} // namespace gevo
