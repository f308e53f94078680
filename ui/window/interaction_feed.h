#pragma once

/// Shows on the page of interactions what is known of the selected variant's edits, and has them analysed on request.

#include "ui/model/run_model.h"
#include "ui/model/selection.h"
#include "ui/service/interaction_service.h"

#include <filesystem>

namespace gevo::ui {

class InteractionsPage;

class InteractionFeed : public QObject {
  Q_OBJECT
public:
  InteractionFeed(const RunModel& model, const Selection& selection, InteractionService& service, InteractionsPage& page,
                  QObject* parent = nullptr);
  /// Another file, whose run the model gets next.
  void open(const std::filesystem::path& file);

private:
  bool isShown(std::int64_t run, std::int64_t variant) const;
  void read();
  void analyse();
  void showProgress();

  const RunModel& model_;
  const Selection& selection_;
  InteractionService& service_;
  InteractionsPage& page_;
  std::filesystem::path file_;
  QString doing_;        ///< of the analysis that goes on
  bool refused_ = false; ///< another one, which the page says
};

} // namespace gevo::ui
