#pragma once

/// The card with SpaceView: what was tried, and export.

#include "ui/space/space_view.h"
#include "ui/widgets/card.h"

class QToolButton;

namespace gevo::ui {

class SpacePane : public Card {
  Q_OBJECT
public:
  explicit SpacePane(QWidget* parent = nullptr);
  SpaceView* view() const { return view_; }
  /// As SpaceView's.
  void setResults(const ParameterSpace& space, const std::vector<ConfigurationResult>& results, double originalRuntime);
  void setTheme(const Theme& theme);

private:
  void nameResults();

  SpaceView* view_;
  QLabel* subtitle_;
  QToolButton* more_;
};

} // namespace gevo::ui
