#pragma once

/// Keeps the filter's knowledge of edits and configurations up to date, while something asks for it: reads the file when it is opened and
/// as generations complete, at most once a second.

#include "ui/model/filter_model.h"
#include "ui/service/facts_service.h"

#include <QTimer>

namespace gevo::ui {

class FactsFeed : public QObject {
  Q_OBJECT
public:
  static constexpr int interval = 1000; ///< milliseconds

  FactsFeed(const RunModel& model, FilterModel& filter, std::string workerProgram, QObject* parent = nullptr);
  /// Another file, whose run the model gets next.
  void open(const std::filesystem::path& file);
  /// Something beside the filter asks for configurations.
  void setWanted(bool wanted);

signals:
  void failed(const QString& message);

private:
  void forget();
  void request();
  void readIfDue();
  FactsDepth depth() const;

  const RunModel& model_;
  FilterModel& filter_;
  std::filesystem::path file_;
  bool wanted_ = false;
  bool outdated_ = false;                ///< the file has more than is known
  FactsDepth known_ = FactsDepth::Edits; ///< of what was read last
  QTimer pause_;
  FactsService service_;
};

} // namespace gevo::ui
