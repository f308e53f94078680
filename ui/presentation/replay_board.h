#pragma once

/// Beside the front while a run is replayed: the generation, the best so far, and what led to the best of the whole run, as it is found.

#include "ui/generations/discovery.h"
#include "ui/model/run_model.h"
#include "ui/model/timeline_position.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace gevo::ui {

class BoardHead;

class ReplayBoard : public QWidget {
  Q_OBJECT
public:
  ReplayBoard(const RunModel& model, const TimelinePosition& timeline, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// On the way to the best.
  void setDiscoveries(std::vector<DiscoveryPin> discoveries);
  const BoardHead* head() const { return head_; }
  /// Those that are shown, a line each.
  QStringList found() const;

public slots:
  void refresh();

private:
  const RunModel& model_;
  const TimelinePosition& timeline_;
  std::vector<DiscoveryPin> discoveries_;
  QVBoxLayout* column_;
  BoardHead* head_;
  QLabel* about_;
  QList<QLabel*> found_;
};

} // namespace gevo::ui
