#pragma once

/// The card with the selected variant's edits: each can be switched off, to see the variant without it; and with its history.

#include "ui/edits/edit_order.h"
#include "ui/edits/history_model.h"
#include "ui/edits/simplifier.h"
#include "ui/model/selection.h"
#include "ui/widgets/card.h"

class QStackedWidget;
class QTableView;
class QToolButton;

namespace gevo::ui {

class InteractionsPage;
class ShareDelegate;

class EditsPane : public Card {
  Q_OBJECT
public:
  EditsPane(const RunModel& model, Selection& selection, QWidget* parent = nullptr);
  ~EditsPane() override;
  void setTheme(const Theme& theme);
  void setDetails(std::shared_ptr<const VariantDetails> details);
  void setProject(std::shared_ptr<const Project> project);
  /// The variant and every switch: another run, another file.
  void forget();
  QTableView* table() const { return table_; }
  EditModel* model() const { return model_; }
  /// The rows of the table.
  EditOrder* order() const { return order_; }
  /// "2 edits that change nothing": shows them, or hides them again.
  QToolButton* idleSwitch() const { return idle_; }
  QTableView* historyTable() const { return historyTable_; }
  InteractionsPage* interactions() const { return interactions_; }
  WhatIf& whatIf() { return whatIf_; }
  const WhatIf& whatIf() const { return whatIf_; }
  Simplifier& simplifier() { return simplifier_; }
  /// Text of the header: number of edits, or the fitness with the edits that are switched on.
  QString summary() const;
  /// Metric of the run, for errors.
  void setMetric(Metric metric) { metric_ = metric; }
  bool canDerive() const;
  /// A variant of the edits that are switched on; nothing unless `canDerive`.
  std::optional<Individual> checkedVariant() const;

public slots:
  /// Puts the edits' text form on the clipboard.
  void copyEdits() const;
  void simplify();
  /// Makes a variant of the edits that are switched on, if it passes its tests.
  void derive();
  void showHistory(bool show);
  void showInteractions();

signals:
  void derived(const gevo::Individual& variant);

protected:
  void resizeEvent(QResizeEvent* event) override;

private:
  void setUpHeader();
  void setUpEdits();
  void setUpHistory();
  void setUpInteractions();
  void showPage();
  void fitColumns();
  void showSelected(int edit);
  void showSummary();
  void showIdle();
  void showSimplifier();
  QString switchedText() const;

  Selection& selection_;
  std::shared_ptr<const VariantDetails> details_;
  WhatIf whatIf_;
  Simplifier simplifier_{whatIf_};
  Metric metric_ = Metric::MaxRelative;
  EditModel* model_;
  EditOrder* order_;
  QTableView* table_;
  QToolButton* idle_;
  HistoryModel* history_;
  QTableView* historyTable_;
  InteractionsPage* interactions_;
  QLabel* notice_;
  QStackedWidget* pages_;
  ShareDelegate* shares_;
  QToolButton* tabs_[3];
  QLabel* count_;
  QLabel* switched_;
  QToolButton* allOn_;
  QToolButton* derive_;
  QToolButton* simplify_;
};

} // namespace gevo::ui
