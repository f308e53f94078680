#pragma once

/// What the selected variant would be with some of its edits switched off: asked of a worker in the background, remembered while
/// the variant is selected. Nothing of it enters the population.
///
/// The share of an edit e in variant S is f(S without e) / f(S) - 1 with f the runtime; shares need not add up.

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

  /// Null: no variant. What was asked for the variant of before is forgotten; its switches come back with it. What is known stays where
  /// only the texts are others.
  void setDetails(std::shared_ptr<const VariantDetails> details);
  /// Switches of every variant: another run, another file. No variant is set then.
  void forget();
  const VariantDetails* details() const { return details_.get(); }
  const Switches& switches() const { return on_; }
  void setOn(int edit, bool on);
  void setSwitches(Switches switches);
  bool switchedOff() const; ///< any edit

  /// Asks for a subset before whatever fills the table; answered by `changed`. Nothing is asked twice.
  void want(const Switches& switches);
  /// No parts are asked for until `resumeParts`.
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
  /// Why nothing can be evaluated, one sentence; empty until that is tried. Switching tries again.
  const QString& problem() const { return problem_; }

public slots:
  /// The answer to `asked`.
  void take(quint64 ticket, const std::shared_ptr<const gevo::Evaluation>& evaluation);
  /// The other answer: nothing can be evaluated. Nothing more is asked, and one `failed` tells, if something was wanted: that what fills
  /// the table by itself is not known is no more than `problem()`.
  void refuse(quint64 ticket, const QString& message);

signals:
  /// Evaluate these edits; the answer carries the ticket.
  void asked(quint64 ticket, const gevo::EditList& edits);
  /// Whatever was asked and not answered is not needed any more.
  void dropped();
  /// Switches or what is known of them.
  void changed();
  /// Another variant, other switches, or no answers: who asks for one subset after the other stops.
  void interrupted();
  void failed(const QString& message);
  /// Something that is not shown was switched, by undoing.
  void switchedElsewhere(qint64 variant);

private:
  class Switch;

  void put(std::int64_t variant, const Switches& switches);
  void ask(const Switches& switches);
  void askParts();
  bool shows(const VariantDetails* details) const;
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
  bool wanted_ = false; ///< by somebody, of what is waited for
  QTimer pause_;        ///< stepping through variants asks for the one at which it ends
};

} // namespace gevo::ui
