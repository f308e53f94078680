#pragma once

/// A Pareto view of a synthetic run; clicks and turns of the wheel in it.

#include "tests/ui/synthetic_run.h"
#include "ui/pareto/pareto_view.h"
#include "ui/pareto/scatter_layer.h"
#include "ui/service/annotation_service.h"

#include <QApplication>
#include <QUndoStack>
#include <QWheelEvent>
#include <QtTest>
#include <qcustomplot.h>

#include <memory>

namespace gevo::ui {

class ParetoFixture {
protected:
  void open();
  void close();

  void click(const QPointF& position);
  void wheel(const QPointF& position);
  QPointF position(std::int64_t id) const;
  /// When it is up to date with the last request.
  const ScatterPicture& picture();

  std::unique_ptr<RunModel> model_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<TimelinePosition> timeline_;
  std::unique_ptr<QUndoStack> undo_;
  std::unique_ptr<AnnotationService> annotations_;
  std::unique_ptr<FilterModel> filter_;
  std::unique_ptr<VariantGroup> group_;
  std::unique_ptr<ParetoView> view_;
};

inline void ParetoFixture::open() {
  model_ = std::make_unique<RunModel>();
  selection_ = std::make_unique<Selection>();
  timeline_ = std::make_unique<TimelinePosition>();
  undo_ = std::make_unique<QUndoStack>();
  annotations_ = std::make_unique<AnnotationService>(*model_, *undo_);
  filter_ = std::make_unique<FilterModel>(*model_, *annotations_);
  group_ = std::make_unique<VariantGroup>(*model_, *selection_);
  view_ = std::make_unique<ParetoView>(*model_, *selection_, *group_, *filter_, *timeline_);
  view_->resize(560, 480);
  view_->show();
  model_->apply(synthetic::run());
  picture();
}

inline void ParetoFixture::close() {
  view_.reset();
  group_.reset();
  filter_.reset();
  annotations_.reset();
  undo_.reset();
  timeline_.reset();
  selection_.reset();
  model_.reset();
}

inline void ParetoFixture::click(const QPointF& position) { QTest::mouseClick(view_->plot(), Qt::LeftButton, {}, position.toPoint()); }

inline void ParetoFixture::wheel(const QPointF& position) {
  QWheelEvent event(position, view_->plot()->mapToGlobal(position), {}, QPoint(0, 240), Qt::NoButton, {}, Qt::NoScrollPhase, false);
  QApplication::sendEvent(view_->plot(), &event);
}

inline QPointF ParetoFixture::position(std::int64_t id) const {
  const VariantRow* row = model_->variant(id);
  return model_->onFront(id) ? view_->scale().at(*row) : view_->scale().jittered(*row);
}

inline const ScatterPicture& ParetoFixture::picture() {
  if (!QTest::qWaitFor([this] { return view_->settled(); })) qFatal("there is no picture");
  const auto* scatter = qobject_cast<ScatterLayer*>(view_->plot()->layer("scatter")->children().first());
  return *scatter->picture();
}

} // namespace gevo::ui
