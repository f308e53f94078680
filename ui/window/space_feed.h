#pragma once

/// Keeps the pane of parameters up to date: reads the results of the run that is shown when it is opened and as its generations complete,
/// at most once a second, and only while the pane can be seen.

#include "core/values/parameter.h"
#include "ui/model/run_model.h"
#include "ui/model/selection.h"
#include "ui/service/space_service.h"

#include <QTimer>

#include <filesystem>

namespace gevo::ui {

class SpacePane;

class SpaceFeed : public QObject {
  Q_OBJECT
public:
  static constexpr int interval = 1000; ///< milliseconds

  SpaceFeed(const RunModel& model, Selection& selection, SpacePane& pane, QObject* parent = nullptr);
  /// Another file, whose run the model gets next.
  void open(const std::filesystem::path& file, const ParameterSpace& space);

private:
  void forget();
  void request();
  void readIfDue();
  void show(const std::vector<ConfigurationResult>& results);

  const RunModel& model_;
  SpacePane& pane_;
  std::filesystem::path file_;
  ParameterSpace space_;
  bool visible_ = false;
  bool outdated_ = false; ///< the file has more than the pane shows
  QTimer pause_;
  SpaceService service_;
};

} // namespace gevo::ui
