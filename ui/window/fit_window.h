#pragma once

/// Opens the window that fits a table; there is one at a time, whatever file is open.

#include "ui/theme/theme.h"
#include "ui/tmbl/fit_dialog.h"

#include <QPointer>

namespace gevo::ui {

class FitWindow : public QObject {
  Q_OBJECT
public:
  explicit FitWindow(QWidget* window) : QObject(window), window_(window) {}
  void setTheme(const Theme& theme);
  /// Null where it is closed.
  FitDialog* dialog() const { return dialog_; }

public slots:
  void open();

private:
  QWidget* window_;
  Theme theme_ = Theme::light();
  QPointer<FitDialog> dialog_;
};

} // namespace gevo::ui
