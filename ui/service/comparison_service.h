#pragma once

/// The runs of a file side by side, read on a thread of its own; and the edits that they have in common in words, which a worker finds.

#include "core/base/background_queue.h"
#include "core/inspection/common_edit_words.h"

#include <QObject>

#include <filesystem>
#include <memory>

namespace gevo::ui {

/// What is shown of a comparison.
struct RunsSideBySide {
  RunComparison found;
  /// Of the first of `found.edits`: what it does, and where. Empty until they are known.
  std::vector<EditWords> words;
};

class ComparisonService : public QObject {
  Q_OBJECT
public:
  /// `workerProgram` empty: beside the running program.
  explicit ComparisonService(std::string workerProgram, QObject* parent = nullptr);
  ~ComparisonService() override;

  /// As many edits as people read.
  static constexpr std::size_t mostEdits = 30;

  /// Of the runs on the device of `run`. `compared` follows, again with words if there are edits in common, unless this is called again
  /// before.
  void compare(const std::filesystem::path& file, const RunInfo& run);

  /// Nothing more is reported.
  void cancel();

signals:
  void compared(const std::shared_ptr<const gevo::ui::RunsSideBySide>& runs);
  void failed(const QString& message);

private:
  struct Request {
    std::filesystem::path file;
    RunInfo run;
  };
  void perform(const Request& request, const std::stop_token& stop);

  const std::string workerProgram_;
  std::filesystem::path wordsOf_; ///< of the queue's thread, as the next one
  CommonEditWords words_;
  BackgroundQueue<Request> queue_;
};

} // namespace gevo::ui
