#pragma once

/// Which edits of a variant need each other: reads it from the file, or finds it by evaluations, as `gevo analyze` does. On threads of its
/// own: it may take minutes.

#include "core/base/background_queue.h"
#include "core/reduction/interaction_analysis.h"

#include <QObject>

#include <filesystem>
#include <memory>

namespace gevo::ui {

class InteractionService : public QObject {
  Q_OBJECT
public:
  /// `workerProgram` empty: beside the running program.
  explicit InteractionService(std::string workerProgram, QObject* parent = nullptr);
  ~InteractionService() override;

  /// What the file knows. `known` follows unless this is called again before.
  void read(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant);

  bool analyses() const { return analyses_; }
  const std::filesystem::path& file() const { return file_; }
  /// Of the analysis that goes on, or whose last signal is being handled.
  std::int64_t run() const { return run_; }
  std::int64_t variant() const { return variant_; }
  /// One at a time; ignored while one goes on. What is found is saved in the file if possible; `known` follows, or `failed`.
  void analyse(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant);

  /// Nothing more is reported of what was asked for.
  void forget();

public slots:
  /// Nothing more is reported of the analysis but that it has ended. What was evaluated is kept.
  void cancel();

signals:
  /// Null: not analysed yet.
  void known(qint64 run, qint64 variant, std::shared_ptr<const gevo::KnownInteractions> found);
  void progressed(const QString& doing);
  void failed(const QString& message);
  void ended();

private:
  struct Request {
    std::filesystem::path file;
    RunInfo run;
    std::int64_t variant = 0;
    quint64 ticket = 0; ///< of an analysis
  };
  void performRead(const Request& request, const std::stop_token& stop);
  void performAnalysis(const Request& request, const std::stop_token& stop);

  const std::string workerProgram_;
  bool analyses_ = false;
  quint64 latest_ = 0; ///< analysis
  std::filesystem::path file_;
  std::int64_t run_ = 0;
  std::int64_t variant_ = 0;
  BackgroundQueue<Request> reads_;
  BackgroundQueue<Request> analysis_;
};

} // namespace gevo::ui
