#pragma once

/// The user's annotations, pins and notes, and derived variants. They are shown at once and written into the file on a thread of its
/// own, also while a run writes. Every change of an annotation can be undone.

#include "core/base/background_queue.h"
#include "ui/model/annotation_source.h"
#include "ui/model/run_model.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <map>

class QUndoStack;

namespace gevo::ui {

class AnnotationService : public QObject, public AnnotationSource {
  Q_OBJECT
public:
  AnnotationService(const RunModel& model, QUndoStack& undo, QObject* parent = nullptr);
  ~AnnotationService() override;

  /// Sets the file. Jobs that are still queued go into the file that they were meant for.
  void open(const std::filesystem::path& path);

  Annotation of(std::int64_t variant) const override;
  QString note(std::int64_t variant) const { return QString::fromStdString(of(variant).note); }
  /// Pinned variants in id order.
  std::vector<std::int64_t> pins() const;

  void setPinned(std::int64_t variant, bool pinned);
  void setNote(std::int64_t variant, const QString& note);
  /// What the user calls a run; the file's runs have it after the next look at the file.
  void labelRun(std::int64_t run, const RunLabel& label);
  /// Stores a variant in the run that is shown; `derived` follows, and `then` with its id.
  void derive(const Individual& variant, std::function<void(std::int64_t)> then = {});

signals:
  void changed();
  /// The variant is in the file; the run model has it after its next update.
  void derived(qint64 variant);
  /// An annotation that could not be written stays visible as long as the file is open.
  void failed(const QString& message);

private:
  class SetAnnotation;
  using Work = std::function<Result<void>(Store&)>;
  struct Job {
    std::filesystem::path file;
    Work work;
    bool isAnnotation;
  };

  void push(const Annotation& annotation, const QString& what);
  void put(std::int64_t run, const Annotation& annotation);
  void readModel();
  void write(Work work, bool isAnnotation);
  void perform(const Job& job, const std::stop_token& stop);

  const RunModel& model_;
  QUndoStack& undo_;
  std::map<std::int64_t, Annotation> annotations_;
  std::int64_t run_ = 0;
  std::filesystem::path path_;
  std::size_t unwritten_ = 0;  ///< annotations that are not in the file yet, or could not be written
  BackgroundQueue<Job> queue_; ///< jobs that are queued when the service is destroyed are still written
};

} // namespace gevo::ui
