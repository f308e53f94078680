#pragma once

/// Reads what filters and parallel coordinates ask of variants beside their rows, on a thread of its own: see FactsReader.

#include "core/base/background_queue.h"
#include "ui/service/facts_reader.h"

#include <QObject>

#include <filesystem>

namespace gevo::ui {

/// What edits do in words takes a worker, and longer.
enum class FactsDepth : std::uint8_t { Edits, Words };

class FactsService : public QObject {
  Q_OBJECT
public:
  /// `workerProgram` empty: beside the running program.
  explicit FactsService(std::string workerProgram, QObject* parent = nullptr);
  ~FactsService() override;

  /// `known` follows, more than once with words, or `failed`; unless this is called again, or `forget`, before. What was read before is
  /// not read again.
  void read(const std::filesystem::path& file, const RunInfo& run, const std::vector<std::int64_t>& derived, FactsDepth depth);
  /// Another file or run is next.
  void forget();
  bool reading() const { return reading_; }

signals:
  void known(const std::shared_ptr<const gevo::ui::VariantFacts>& facts);
  /// Nothing more follows.
  void ended();
  void failed(const QString& message);

private:
  struct Request {
    std::filesystem::path file;
    RunInfo run;
    std::vector<std::int64_t> derived;
    FactsDepth depth = FactsDepth::Edits;
    quint64 epoch = 0;
    quint64 ticket = 0;
  };
  void cancel();
  void perform(const Request& request, const std::stop_token& stop);

  quint64 latest_ = 0;
  bool reading_ = false;
  quint64 epoch_ = 1;     ///< increases when the file or the run changes
  FactsReader reader_;    ///< of the queue's thread, as the next one
  quint64 readEpoch_ = 0; ///< that `reader_` is of
  BackgroundQueue<Request> queue_;
};

} // namespace gevo::ui
