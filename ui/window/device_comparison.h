#pragma once

/// Opens the comparison of devices for the variant that is shown; there is one at a time.

#include "ui/portability/portability_dialog.h"

#include <QPointer>

namespace gevo::ui {

class AnnotationService;
class RunController;
class RunModel;
class Selection;
class ShownVariant;

class DeviceComparison : public QObject {
  Q_OBJECT
public:
  DeviceComparison(const RunModel& model, const RunController& controller, const Selection& selection, const AnnotationService& annotations,
                   const ShownVariant& shown, std::string workerProgram, QWidget* window);
  void setTheme(const Theme& theme);
  /// Null where it is closed.
  PortabilityDialog* dialog() const { return dialog_; }

public slots:
  /// Where it is open, the variant that is shown joins the others.
  void open();
  /// Another file is opened.
  void close();

signals:
  void failed(const QString& message);

private:
  void show(std::int64_t variant);
  void offer(std::int64_t variant, bool checked);

  const RunModel& model_;
  const RunController& controller_;
  const Selection& selection_;
  const AnnotationService& annotations_;
  const ShownVariant& shown_;
  const std::string workerProgram_;
  QWidget* window_;
  Theme theme_ = Theme::light();
  QPointer<PortabilityDialog> dialog_;
};

} // namespace gevo::ui
