#pragma once

/// The selected variant: what is known about it, what it is compared with, and the differences.

#include "core/values/test_report.h"
#include "ui/model/checked_edits.h"
#include "ui/model/selection.h"
#include "ui/model/variant_details.h"
#include "ui/service/annotation_service.h"
#include "ui/theme/theme.h"

#include <QHash>
#include <QWidget>

class QLabel;
class QMenu;
class QToolButton;

namespace gevo::ui {

class CardHeader;
class DifferencesView;
class TestStrip;

class VariantPane : public QWidget {
  Q_OBJECT
public:
  VariantPane(const RunModel& model, Selection& selection, AnnotationService& annotations, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  DifferencesView* differences() const { return differences_; }
  /// Of the selected variant; nothing while they are not known.
  void setTests(const std::vector<TestSpeedup>& tests);
  /// Result of a validation in this session, shown with the variant.
  void addValidation(std::int64_t variant, const ValidationReport& reply);
  /// While a validation is running; -1: none is.
  void setValidating(std::int64_t variant, const QString& doing);
  /// Nothing: all edits of the variant are on.
  void setChecked(std::optional<CheckedEdits> checked);
  void forget();
  QStringList chipTexts() const;

public slots:
  void refresh();
  void togglePin();

private:
  void setUpHeader();
  QString originalsText() const;
  void showEnergy(const VariantRow& row);
  void showChecked(VariantRow row);
  void showFitness(const VariantRow& row);
  bool showCounterexample(std::int64_t variant);
  void showValidation(std::int64_t variant);
  void fillCompareMenu();

  struct Validation {
    bool heldOutPassed = true;
    bool anyHeldOut = false;
    std::size_t races = 0;
    QString message;
  };

  const RunModel& model_;
  Selection& selection_;
  AnnotationService& annotations_;
  Theme theme_;
  QHash<std::int64_t, Validation> validations_;
  std::optional<CheckedEdits> checked_;
  std::int64_t validating_ = -1;
  QString doing_;
  CardHeader* header_;
  QLabel* title_;
  QLabel* speedup_;
  QLabel* error_;
  QLabel* energy_;
  QLabel* generation_;
  QLabel* edits_;
  QLabel* heldOut_;
  QLabel* races_;
  QToolButton* pin_;
  QToolButton* compare_;
  TestStrip* tests_;
  DifferencesView* differences_;
};

} // namespace gevo::ui
