#pragma once

/// Several variants of a run side by side, read on a thread of its own; what their edits do in words comes from a worker, and later.

#include "core/base/background_queue.h"
#include "core/comparison/variant_comparison.h"

#include <QObject>

#include <filesystem>
#include <map>
#include <memory>

namespace gevo::ui {

class VariantComparisonService : public QObject {
  Q_OBJECT
public:
  /// `workerProgram` empty: beside the running program.
  explicit VariantComparisonService(std::string workerProgram, QObject* parent = nullptr);
  ~VariantComparisonService() override;

  /// `compared` follows, and again as words are found, or `failed`; unless this is called again before, or `cancel`.
  void compare(const std::filesystem::path& file, std::shared_ptr<const Project> project, const RunInfo& run,
               const std::vector<std::int64_t>& variants);
  void cancel();

signals:
  void compared(const std::shared_ptr<const gevo::VariantComparison>& comparison);
  void failed(const QString& message);

private:
  struct Request {
    std::filesystem::path file;
    std::shared_ptr<const Project> project;
    RunInfo run;
    std::vector<std::int64_t> variants;
  };
  void perform(const Request& request, const std::stop_token& stop);

  const std::string workerProgram_;
  std::pair<std::filesystem::path, std::int64_t> wordsOf_;     ///< file and run; of the queue's thread, as the next one
  std::map<std::int64_t, std::vector<EditDescription>> words_; ///< by variant
  BackgroundQueue<Request> queue_;
};

} // namespace gevo::ui
