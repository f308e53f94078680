#pragma once

/// Passes the details of the selected variant, and of the one it is compared with, from the variant service to the panes.

#include "ui/edits/what_if.h"
#include "ui/model/run_model.h"
#include "ui/model/selection.h"
#include "ui/service/variant_service.h"
#include "ui/variant/documents.h"

namespace gevo::ui {

class DifferencesView;
class EditsPane;

class VariantFeed : public QObject {
  Q_OBJECT
public:
  VariantFeed(const RunModel& model, const Selection& selection, VariantService& variantService, DifferencesView& differences,
              EditsPane& edits, QObject* parent = nullptr);

  /// Of another file.
  void setProject(const std::shared_ptr<const Project>& project);
  /// Another run, another file.
  void forget();
  /// The file has something new about variants; what is shown stays until it is there.
  void readAgain();

signals:
  /// What the selected variant gains on each test; empty while it is not known.
  void testsKnown(const std::vector<gevo::TestSpeedup>& tests);
  /// All that is known of it; null while nothing is.
  void detailsKnown(const std::shared_ptr<const gevo::VariantDetails>& details);
  /// The texts of the selected variant, or an error message, are on the screen.
  void shown(qint64 variant);
  void failed(const QString& message);

private:
  void connectWhatIf();
  void followSwitches();
  void forgetChecked();
  void takeChecked(quint64 ticket, const std::shared_ptr<const VariantDetails>& details);
  SideTexts checkedSide(const CheckedEdits& checked) const;
  void forgetTexts();
  void showSelected();
  void request();
  void fetch();
  void take(std::int64_t variant, const std::shared_ptr<const VariantDetails>& details);
  void showTexts();

  const RunModel& model_;
  const Selection& selection_;
  VariantService& variantService_;
  DifferencesView& differences_;
  EditsPane& edits_;
  std::shared_ptr<const VariantDetails> selected_;
  std::shared_ptr<const VariantDetails> compared_;
  std::shared_ptr<const VariantDetails> checked_; ///< the selected variant with the checked edits only; null: with all, or not known yet
  WhatIf::Switches shownSwitches_;                ///< that `checked_` is made with
  WhatIf::Switches checkedSwitches_;              ///< that it was asked for with; empty: it was not
  bool checkedFigures_ = false;                   ///< they were known when it was shown
  quint64 checkedTicket_ = 0;
  std::int64_t selectedId_ = -1;
  std::int64_t comparedId_ = -1;
};

} // namespace gevo::ui
