#pragma once

/// Fitness of the selected variant with some of its edits switched off: evaluated by a worker in the background, kept while
/// the variant is selected. Nothing of it enters the population.
///
/// The share of an edit e in variant S is f(S without e) / f(S) - 1 with f the runtime; shares need not add up.

#include "ui/model/checked_edits.h"
#include "ui/service/variant_service.h"

#include <QObject>
#include <QTimer>

#include <map>

class QUndoStack;

namespace gevo::ui {

class WhatIf : public QObject {
  Q_OBJECT
public:
  using Switches = std::vector<bool>; ///< per edit: on

  explicit WhatIf(QObject* parent = nullptr);

  /// Switching is undone through this; without it, switching can't be undone.
  void setUndo(QUndoStack* undo) { undo_ = undo; }

  /// Null: no variant. Requests for the previous variant are dropped; its switches are remembered. Results are kept if
  /// only the texts changed.
  void setDetails(std::shared_ptr<const VariantDetails> details);
  /// Switches of every variant: another run, another file. No variant is set then.
  void forget();
  const VariantDetails* details() const { return details_.get(); }
  const Switches& switches() const { return on_; }
  void setOn(int edit, bool on);
  void setSwitches(Switches switches);
  bool switchedOff() const; ///< any edit
  /// Those that are on.
  EditList checkedEdits() const;
  /// Nothing while every edit is on.
  std::optional<CheckedEdits> checked() const;

  /// Requests a subset before those that fill the table; `changed` follows. Nothing is requested twice.
  void want(const Switches& switches);
  /// No parts are requested until `resumeParts`.
  void holdParts();
  void resumeParts();

  /// Null until it is known. NoOp means that the code is the original's.
  const Evaluation* evaluation(const Switches& switches) const;
  const EvaluationResult* result(const Switches& switches) const;
  const EvaluationResult* asSwitched() const { return result(on_); }
  const EvaluationResult* without(int edit) const;
  const EvaluationResult* alone(int edit) const;
  /// With every edit off.
  const EvaluationResult* original() const { return result(Switches(on_.size(), false)); }
  /// Nothing while unknown, or where the variant fails without the edit.
  std::optional<double> share(int edit) const;
  /// Why nothing can be evaluated; empty until that has failed. Switching retries.
  const QString& problem() const { return problem_; }

public slots:
  /// The result of a request made by `evaluationRequested`.
  void addEvaluation(quint64 ticket, const std::shared_ptr<const gevo::Evaluation>& evaluation);
  /// Nothing can be evaluated. No more requests follow. `failed` is emitted once if the user requested something; if only
  /// figures of the table are missing, `problem()` is set.
  void evaluationFailed(quint64 ticket, const QString& message);

signals:
  /// Evaluate these edits; the reply carries the ticket.
  void evaluationRequested(quint64 ticket, const gevo::EditList& edits);
  /// Pending requests are no longer needed.
  void dropped();
  /// Switches or their results changed.
  void changed();
  /// Another variant, other switches, or no replies: a series of requests ends.
  void interrupted();
  void failed(const QString& message);
  /// Something that is not shown was switched, by undoing.
  void switchedElsewhere(qint64 variant);

private:
  class Switch;

  void put(std::int64_t variant, const Switches& switches);
  void request(const Switches& switches);
  void askParts();
  bool shows(const VariantDetails* details) const;
  EditList editsOf(const Switches& switches) const;
  Switches only(int edit) const;
  Switches allBut(int edit) const;

  std::shared_ptr<const VariantDetails> details_;
  Switches on_;
  std::map<std::int64_t, Switches> switched_; ///< of other variants, and this one
  std::map<Switches, Evaluation> known_;
  std::map<quint64, Switches> waiting_;
  quint64 nextTicket_ = 1;
  QUndoStack* undo_ = nullptr;
  QString problem_;
  bool holds_ = false;
  bool wanted_ = false; ///< a pending request came from the user
  QTimer pause_;        ///< while stepping through variants, only the last one is evaluated
};

} // namespace gevo::ui
