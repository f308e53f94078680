#pragma once

/// The panes of an open file, as docks around the selected variant.

#include "ui/model/filter_model.h"
#include "ui/model/selection.h"
#include "ui/model/timeline_position.h"
#include "ui/model/variant_group.h"
#include "ui/service/annotation_service.h"
#include "ui/theme/theme.h"

#include <QMainWindow>

class QStackedWidget;

namespace gevo::ui {

class Card;
class EditsPane;
class GenerationsView;
class OriginalSource;
class ParallelPane;
class ParetoPane;
class SpacePane;
class VariantPane;
class VariantsPane;

class Workbench : public QMainWindow {
  Q_OBJECT
public:
  Workbench(const RunModel& model, Selection& selection, AnnotationService& annotations, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);

  ParetoPane* pareto() const { return pareto_; }
  GenerationsView* generations() const { return generations_; }
  SpacePane* space() const { return space_; }
  ParallelPane* parallel() const { return parallel_; }
  VariantPane* variant() const { return variant_; }
  OriginalSource* original() const { return original_; }
  EditsPane* edits() const { return edits_; }
  VariantsPane* variants() const { return variants_; }
  TimelinePosition& timeline() { return *timeline_; }
  FilterModel& filter() { return *filter_; }
  VariantGroup& group() { return *group_; }
  QList<Card*> panes() const;
  /// Of a file without a run, until one has begun.
  void showOriginal(std::shared_ptr<const Project> project);

  /// The pane of parameters is there for programs that have some.
  void offerParameters(bool offered);

  void resetLayout();
  /// The state to save; the restored one while the panes have not been shown.
  QByteArray layoutState() const;
  /// As layoutState() gave it, once the window is shown; an empty or foreign one is ignored.
  void keepLayout(const QByteArray& state) { state_ = state; }

protected:
  void showEvent(QShowEvent* event) override;
  void childEvent(QChildEvent* event) override;

private:
  void shareRoom();
  void placeParameters();
  void placeParallel();
  void dressTabBars();
  void showChecked();

  const RunModel& model_;
  TimelinePosition* timeline_;
  FilterModel* filter_;
  VariantGroup* group_;
  ParetoPane* pareto_;
  GenerationsView* generations_;
  SpacePane* space_;
  ParallelPane* parallel_;
  VariantPane* variant_;
  OriginalSource* original_;
  QStackedWidget* middle_;
  EditsPane* edits_;
  VariantsPane* variants_;
  Theme theme_;
  QByteArray state_;
  bool arranged_ = false;
  bool parameters_ = false; ///< the program has some
};

} // namespace gevo::ui
