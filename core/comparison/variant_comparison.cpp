#include "core/comparison/variant_comparison.h"

#include "core/edit/edit_signature.h"
#include "core/edit/edit_text.h"
#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/format/source_location.h"
#include "core/store/store.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace gevo {

namespace {

constexpr const char* nothing = "–";

enum class Better : std::uint8_t { Neither, Less, More };

class Rows {
public:
  explicit Rows(const std::vector<VariantToCompare>& variants) : variants_(variants) {}

  void section(const std::string& name) { rows_.push_back({PropertyKind::Section, name}); }

  using Text = std::function<std::string(const VariantToCompare&)>;
  using Value = std::function<double(const VariantToCompare&)>;

  void texts(const std::string& name, const Text& text) {
    PropertyRow row{PropertyKind::Property, name};
    for (const VariantToCompare& variant : variants_) row.cells.push_back(text(variant));
    add(std::move(row));
  }

  /// A value that is not finite is not known.
  void figures(const std::string& name, Better better, const Value& value, const std::function<std::string(double)>& format) {
    PropertyRow row{PropertyKind::Property, name};
    std::vector<double> values;
    for (const VariantToCompare& variant : variants_) values.push_back(value(variant));
    for (const double one : values) row.cells.push_back(std::isfinite(one) ? format(one) : nothing);
    row.best = bestOf(values, better);
    add(std::move(row));
  }

  void add(PropertyRow row) {
    row.differs = std::ranges::adjacent_find(row.cells, std::ranges::not_equal_to()) != row.cells.end();
    rows_.push_back(std::move(row));
  }

  std::vector<PropertyRow> take() {
    // A section without rows says nothing.
    std::vector<PropertyRow> rows;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (rows_[i].kind != PropertyKind::Section || (i + 1 < rows_.size() && rows_[i + 1].kind != PropertyKind::Section))
        rows.push_back(std::move(rows_[i]));
    return rows;
  }

private:
  static std::vector<bool> bestOf(const std::vector<double>& values, Better better) {
    std::vector<bool> best(values.size());
    std::vector<double> known;
    std::ranges::copy_if(values, std::back_inserter(known), [](double value) { return std::isfinite(value); });
    if (better == Better::Neither || known.size() < 2) return best;
    const auto [least, most] = std::ranges::minmax(known);
    if (least == most) return best;
    for (std::size_t i = 0; i < values.size(); ++i) best[i] = values[i] == (better == Better::Less ? least : most);
    return best;
  }

  const std::vector<VariantToCompare>& variants_;
  std::vector<PropertyRow> rows_;
};

double inactive(const VariantToCompare& variant) {
  return double(variant.individual.edits.size()) - double(activeEditCount(variant.individual));
}

std::string count(double value) { return formatCount(static_cast<std::uint64_t>(value)); }

std::string heldOutText(const VariantToCompare& variant) {
  if (variant.individual.id == 0) return nothing;
  if (variant.validations.empty()) return "not validated";
  const ValidationRow& last = variant.validations.back();
  return last.passed ? "passed" : "failed: " + last.message;
}

std::string madeText(const Individual& individual) {
  std::string text = originName(individual.origin);
  if (individual.parent >= 0) text += " of " + variantName(individual.parent);
  if (individual.parent2 >= 0) text += " and " + variantName(individual.parent2);
  return text;
}

void addResults(Rows& rows, const RunInfo& run) {
  const std::string simulated = isSimulated(run.settings.evaluation) ? ", simulated" : "";
  const Metric metric = run.settings.evaluation.metric;
  rows.section("Result");
  rows.figures(
      "speedup" + simulated, Better::More,
      [&](const VariantToCompare& one) { return run.fastestOriginal() / one.individual.result.fitness.runtime; },
      [](double speedup) { return formatSpeedup(speedup); });
  rows.figures(
      "runtime" + simulated, Better::Less, [](const VariantToCompare& one) { return one.individual.result.fitness.runtime; },
      [](double runtime) { return formatRuntime(runtime); });
  const auto interval = [](const VariantToCompare& one) {
    const CodeMetrics& metrics = one.individual.result.metrics;
    return hasInterval(metrics) ? halfInterval(metrics) : unknown;
  };
  if (simulated.empty()) rows.figures("95 % interval", Better::Neither, interval, [](double half) { return formatInterval(half); });
  rows.figures(
      "error", Better::Less, [](const VariantToCompare& one) { return one.individual.result.fitness.error; },
      [metric](double error) { return formatError(error, metric); });
  if (measuresEnergy(run.settings.evaluation))
    rows.figures(
        "energy", Better::Less, [](const VariantToCompare& one) { return one.individual.result.fitness.energy; },
        [](double energy) { return formatEnergy(energy); });
  rows.texts("on the front", [](const VariantToCompare& one) { return std::string(one.onFront ? "yes" : "no"); });
}

/// Of tests or workloads that are timed, in the order of the first variant that knows them.
void addTests(Rows& rows, const RunInfo& run, const std::vector<VariantToCompare>& variants) {
  const auto known = std::ranges::find_if(variants, [](const VariantToCompare& one) { return !one.tests.empty(); });
  if (known == variants.end()) return;
  rows.section(isSimulated(run.settings.evaluation) ? "Speedup of each test, simulated" : "Speedup of each test");
  for (const TestSpeedup& test : known->tests)
    rows.figures(
        std::string(roleName(test.role)) + ' ' + oneLine(test.arguments), Better::More,
        [&](const VariantToCompare& one) {
          if (one.individual.id == 0) return 1.0;
          const auto same = std::ranges::find_if(
              one.tests, [&](const TestSpeedup& other) { return other.role == test.role && other.arguments == test.arguments; });
          return same == one.tests.end() ? unknown : same->speedup();
        },
        [](double speedup) { return formatSpeedup(speedup); });
}

void addCode(Rows& rows, const Project& project, const std::vector<VariantToCompare>& variants) {
  rows.section("Code");
  rows.figures(
      "edits", Better::Less, [](const VariantToCompare& one) { return double(activeEditCount(one.individual)); }, count);
  if (std::ranges::any_of(variants, [](const VariantToCompare& one) { return inactive(one) > 0; }))
    rows.figures("inactive edits", Better::Neither, inactive, count);
  for (const Parameter& parameter : project.parameters.parameters)
    rows.texts(parameter.name, [&](const VariantToCompare& one) {
      const Configuration configuration = configurationOf(one.individual.edits);
      const auto found = std::ranges::find(configuration, parameter.name, &ParameterValue::parameter);
      return found == configuration.end() ? parameter.value : found->value;
    });
  const auto most = [](auto field) {
    return [field](const VariantToCompare& one) {
      double largest = unknown;
      for (const KernelResources& kernel : one.individual.result.metrics.kernels) {
        const auto value = static_cast<double>(kernel.*field);
        if (!(largest >= value)) largest = value;
      }
      return largest;
    };
  };
  if (std::ranges::all_of(variants, [](const VariantToCompare& one) { return one.individual.result.metrics.kernels.empty(); })) return;
  rows.figures("registers of a thread", Better::Less, most(&KernelResources::registers), count);
  rows.figures("spilled by a thread", Better::Less, most(&KernelResources::spillStores),
               [](double bytes) { return formatBytes(static_cast<std::uint64_t>(bytes)); });
  rows.figures("shared memory of a block", Better::Less, most(&KernelResources::shared),
               [](double bytes) { return formatBytes(static_cast<std::uint64_t>(bytes)); });
}

void addChecks(Rows& rows, const RunInfo& run) {
  rows.section("Checks");
  rows.texts("held-out tests", heldOutText);
  rows.texts("races", [&](const VariantToCompare&) { return std::string(racePolicyName(run.settings.evaluation.races)); });
}

void addHistory(Rows& rows, const std::vector<VariantToCompare>& variants) {
  rows.section("History");
  rows.texts("generation", [](const VariantToCompare& one) { return std::to_string(one.individual.generation); });
  rows.texts("made by", [](const VariantToCompare& one) { return madeText(one.individual); });
  if (std::ranges::any_of(variants, [](const VariantToCompare& one) { return one.annotation.pinned; }))
    rows.texts("pinned", [](const VariantToCompare& one) { return std::string(one.annotation.pinned ? "yes" : "no"); });
  if (std::ranges::any_of(variants, [](const VariantToCompare& one) { return !one.annotation.note.empty(); }))
    rows.texts("note", [](const VariantToCompare& one) { return oneLine(one.annotation.note); });
}

std::string wordsOf(const VariantToCompare& variant, std::size_t place) {
  if (place >= variant.words.size()) return editLine(variant.individual.edits[place]);
  const EditDescription& edit = variant.words[place];
  std::string words = edit.text;
  std::erase(words, '`');
  return edit.target.empty() ? words : words + " · " + formatLocation(edit.target);
}

struct SharedEdit {
  std::string words;
  std::vector<std::string> cells;
  std::size_t count = 0;
};

/// Parameters have rows of their own.
std::vector<SharedEdit> sharedEdits(const std::vector<VariantToCompare>& variants) {
  std::vector<SharedEdit> edits;
  std::map<std::string, std::size_t> places;
  for (std::size_t variant = 0; variant < variants.size(); ++variant) {
    const Individual& individual = variants[variant].individual;
    for (std::size_t place = 0; place < individual.edits.size(); ++place) {
      if (individual.edits[place].op == Operator::Set) continue;
      const auto [entry, isNew] = places.try_emplace(editSignature(individual.edits[place], individual.edits), edits.size());
      if (isNew) edits.push_back({wordsOf(variants[variant], place), std::vector<std::string>(variants.size())});
      SharedEdit& edit = edits[entry->second];
      const bool isActive = place >= individual.active.size() || individual.active[place];
      if (edit.cells[variant].empty()) ++edit.count;
      if (edit.cells[variant] != "yes") edit.cells[variant] = isActive ? "yes" : "inactive";
    }
  }
  std::ranges::stable_sort(edits, std::ranges::greater(), &SharedEdit::count);
  return edits;
}

std::string sectionOf(std::size_t count, std::size_t variants) {
  if (count == variants) return "Edits that all have";
  return count == 1 ? "Edits that one alone has" : "Edits that several have";
}

void addEdits(Rows& rows, const std::vector<VariantToCompare>& variants) {
  // The original has none, so that no edit is in all.
  const auto edited =
      static_cast<std::size_t>(std::ranges::count_if(variants, [](const VariantToCompare& one) { return one.individual.id != 0; }));
  std::string section;
  for (SharedEdit& edit : sharedEdits(variants)) {
    if (const std::string next = sectionOf(edit.count, edited); next != section) rows.section(section = next);
    for (std::string& cell : edit.cells)
      if (cell.empty()) cell = nothing;
    rows.add({PropertyKind::Edit, edit.words, std::move(edit.cells)});
  }
}

} // namespace

Result<std::vector<VariantToCompare>> readVariants(const Store& store, const RunInfo& run, const Project& project,
                                                   const std::vector<std::int64_t>& variants) {
  std::vector<VariantToCompare> found;
  GEVO_TRY_ASSIGN(const std::vector<ValidationRow> validations, store.validations(run.id));
  GEVO_TRY_ASSIGN(const std::vector<Annotation> annotations, store.annotations(run.id));
  GEVO_TRY_ASSIGN(const std::vector<std::int64_t> front, store.front(run.id));
  GEVO_TRY_ASSIGN(const Individual original, store.individual(run.id, 0));
  for (const std::int64_t id : variants) {
    VariantToCompare variant;
    GEVO_TRY_ASSIGN(variant.individual, store.individual(run.id, id));
    std::ranges::copy_if(validations, std::back_inserter(variant.validations),
                         [id](const ValidationRow& row) { return row.variant == id; });
    if (const auto known = std::ranges::find(annotations, id, &Annotation::variant); known != annotations.end())
      variant.annotation = *known;
    variant.onFront = std::ranges::find(front, id) != front.end();
    if (id != 0)
      variant.tests = testSpeedups(project.tests, original.result.metrics.testRuntimes, variant.individual.result.metrics.testRuntimes);
    found.push_back(std::move(variant));
  }
  return found;
}

VariantComparison compareVariants(const RunInfo& run, const Project& project, const std::vector<VariantToCompare>& variants) {
  VariantComparison comparison;
  for (const VariantToCompare& variant : variants) comparison.variants.push_back(variant.individual.id);
  Rows rows(variants);
  addResults(rows, run);
  addTests(rows, run, variants);
  addCode(rows, project, variants);
  addChecks(rows, run);
  addHistory(rows, variants);
  addEdits(rows, variants);
  comparison.rows = rows.take();
  return comparison;
}

} // namespace gevo
