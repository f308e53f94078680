#pragma once

/// Finds programs for a table, as `gevo tmbl fit` does, on a thread of the background pool. The front is told while it moves, a few times a
/// second; the same request gives the same result whether that is looked at or not. Stopping and destruction do not block.

#include "ui/tmbl/fitted_front.h"

#include <QObject>

#include <memory>

namespace gevo::ui {

struct FitRequest {
  std::shared_ptr<const tmbl::DataTable> table;
  std::string target;   ///< a column's name
  double testShare = 0; ///< of the rows, which are held out
  tmbl::RegressionSettings settings;
};

/// What a search learns from and is judged by.
struct FitData {
  tmbl::RegressionData rows;
  /// Some of the rows that judge, drawn at random: as many as a plot can show.
  tmbl::Cases sample;
};

struct FitProgress {
  std::uint32_t generation = 0;
  std::uint64_t evaluations = 0;
  double error = 0; ///< the least so far, as a share of the target's standard deviation
  double seconds = 0;
};

class FitService : public QObject {
  Q_OBJECT
public:
  static constexpr std::size_t mostSampled = 2000; ///< rows
  static constexpr double interval = 0.25;         ///< seconds between two reports, at least
  /// Of the time, for fronts that are shown: large tables have fewer.
  static constexpr double frontShare = 0.1;

  using QObject::QObject;
  ~FitService() override;

  /// One at a time; ignored while one is running. `ended` follows.
  void start(const FitRequest& request);
  bool running() const { return running_; }

public slots:
  /// After the generation under way the front is told once more, and `ended` follows.
  void stop();

signals:
  void begun(const std::shared_ptr<const gevo::ui::FitData>& data);
  void progressed(const gevo::ui::FitProgress& progress);
  /// By length.
  void found(const std::shared_ptr<const gevo::ui::FittedFront>& front);
  void failed(const QString& message);
  void ended();

private:
  std::stop_source stop_;
  bool running_ = false;
};

} // namespace gevo::ui
