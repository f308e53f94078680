#pragma once

/// The card around ParetoView: what colours mean, view options, copying and saving the picture.

#include "ui/pareto/pareto_view.h"
#include "ui/theme/card.h"

namespace gevo::ui {

class ParetoPane : public Card {
  Q_OBJECT
public:
  ParetoPane(const RunModel& model, Selection& selection, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  ParetoView* view() const { return view_; }

signals:
  void failed(const QString& message);

private:
  QMenu* makeColourMenu();
  QMenu* makeMoreMenu();
  void copyPicture();
  void savePicture();

  ParetoView* view_;
  QToolButton* colour_;
  QToolButton* reset_;
  QToolButton* more_;
};

} // namespace gevo::ui
