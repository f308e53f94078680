#pragma once

/// A run as the views see it: what the follower published so far, on the GUI thread. Holds values only.

#include "core/store/follower.h"

#include <QObject>

#include <map>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

namespace gevo::ui {

class RunModel : public QObject {
  Q_OBJECT
public:
  using QObject::QObject;

  /// True once a run is known.
  bool hasRun() const { return hasRun_; }
  const RunInfo& run() const { return run_; }
  bool writerAlive() const { return writerAlive_; }

  /// Valid variants in id order, including the original (id 0).
  const std::vector<VariantRow>& variants() const { return variants_; }
  /// Valid offspring of the current generation, in no order. They have no ids yet, see unfinishedId.
  const std::vector<VariantRow>& unfinished() const { return unfinished_; }
  /// One of them, by the id below -1 that it has until its generation ends; null for another.
  const VariantRow* evaluationUnderWay(std::int64_t id) const;
  /// Variants that the user derived, in id order. They belong to no generation and to no front.
  const std::vector<VariantRow>& derived() const { return derived_; }
  /// Complete or derived; null for an id that is not a valid variant.
  const VariantRow* variant(std::int64_t id) const;
  /// One of the generation under way, too.
  const VariantRow* variantOrUnderWay(std::int64_t id) const;
  /// As stored in the file; AnnotationService also knows those that are not written yet.
  const std::vector<Annotation>& annotations() const { return annotations_; }
  const std::vector<GenerationRow>& generations() const { return generations_; }
  /// Of all known evaluations: those of complete generations, or those of the run in this process if these are more.
  Acceptance acceptance() const;
  /// Every run of the file, in order; this one among them.
  const std::vector<RunCurve>& runs() const;
  /// By runtime.
  const std::vector<std::int64_t>& front() const { return front_; }
  bool onFront(std::int64_t id) const { return frontIds_.contains(id); }
  bool inPopulation(std::int64_t id) const { return populationIds_->contains(id); }
  /// Ids of the population; immutable.
  std::shared_ptr<const std::unordered_set<std::int64_t>> population() const { return populationIds_; }
  /// Inputs that became tests, as a variant that led failed on them; in the order in which they were found.
  const std::vector<CounterexampleRow>& counterexamples() const { return counterexamples_; }
  /// What the inputs of the file run of the original; null: not known.
  const std::shared_ptr<const ProgramCoverage>& coverage() const { return coverage_; }
  /// Failed evaluations whose runtime and error are known, in id order.
  const std::vector<FailedRow>& failures() const { return failures_; }
  const FailedRow* failure(std::int64_t id) const;
  const ValidationRow* validation(std::int64_t variant) const;

  /// Over the original, by whichever compiler it is faster.
  double speedup(const VariantRow& row) const;
  /// The best variant (see bestVariant) with an error of at most `error`; null where none is better than the original.
  const VariantRow* best(double error) const;
  /// The best exact variant, or an evaluation of the generation under way that beats it: in the first generation there is nothing else for
  /// long. Where timings vary, only then, because one measurement decides nothing. Null where none is better than the original.
  const VariantRow* bestSoFar() const;
  /// What to show before the user chooses: the best so far, else the front's exact one, which failed held-out tests, else the
  /// front's fastest, else the original.
  std::int64_t suggestion() const;
  /// Of complete generations, which the file keeps, and, while the run goes on, of the one under way.
  std::uint64_t evaluations() const;
  std::uint64_t valid() const;
  /// Evaluations of all generations by reason.
  std::array<std::uint64_t, reasonCount> reasons() const;

public slots:
  void apply(std::shared_ptr<const gevo::RunUpdate> update);
  /// Fresher than the file's: of a run that this process drives.
  void setStatus(const gevo::RunStatus& status);
  void clear();

signals:
  /// Emitted before all other signals of an update; null: everything was forgotten. For receivers that keep variants in another form.
  void updated(const std::shared_ptr<const gevo::RunUpdate>& update);
  void wasReset();
  void variantsAdded(qsizetype first, qsizetype count);
  /// Some were remeasured.
  void variantsChanged();
  void unfinishedChanged();
  void runsChanged();
  void frontChanged();
  void generationsChanged();
  /// With every update; `validityChanged` only when a variant passes held-out tests that it did not, or the reverse.
  void validationsChanged();
  void validityChanged();
  void counterexamplesChanged();
  void coverageChanged();
  void annotationsChanged();
  void derivedChanged();
  void statusChanged();

private:
  void forget();
  bool isUnderWay() const;
  void updateRows(const std::vector<VariantRow>& rows);

  bool hasRun_ = false;
  bool writerAlive_ = false;
  RunInfo run_;
  std::vector<VariantRow> variants_;
  std::vector<VariantRow> unfinished_;
  std::vector<FailedRow> failures_;
  std::vector<GenerationRow> generations_;
  std::shared_ptr<const std::vector<RunCurve>> runs_;
  std::vector<std::int64_t> front_;
  std::unordered_set<std::int64_t> frontIds_;
  std::shared_ptr<const std::unordered_set<std::int64_t>> populationIds_ = std::make_shared<std::unordered_set<std::int64_t>>();
  std::vector<ValidationRow> validations_;
  std::vector<std::int64_t> knownFailures_;
  std::vector<CounterexampleRow> counterexamples_;
  std::shared_ptr<const ProgramCoverage> coverage_;
  std::vector<Annotation> annotations_;
  std::vector<VariantRow> derived_;
  mutable std::map<double, const VariantRow*> best_; ///< by error, of what was asked for since the last update
};

} // namespace gevo::ui
