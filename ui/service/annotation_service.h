#pragma once

/// What the user writes beside variants: pins, notes, derived variants. Shown at once, written into the file on a thread of its own,
/// beside a run too. Every change can be undone.

#include "ui/model/run_model.h"

#include <QObject>

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

class QUndoStack;

namespace gevo::ui {

class Notebook : public QObject {
  Q_OBJECT
public:
  Notebook(const RunModel& model, QUndoStack& undo, QObject* parent = nullptr);
  ~Notebook() override;

  /// Where from now on is written; what was written before goes where it belonged.
  void open(const std::filesystem::path& path);

  Remark remark(std::int64_t variant) const;
  bool pinned(std::int64_t variant) const { return remark(variant).pinned; }
  QString note(std::int64_t variant) const { return QString::fromStdString(remark(variant).note); }
  /// In order of variants.
  std::vector<std::int64_t> pins() const;

  void setPinned(std::int64_t variant, bool pinned);
  void setNote(std::int64_t variant, const QString& note);
  /// Of the run shown; answered by `derived`.
  void derive(const Individual& variant);

signals:
  void changed();
  /// It is in the file; the run model learns of it a moment later.
  void derived(qint64 variant);
  /// What could not be written stays as long as the file is open.
  void failed(const QString& message);

private:
  class SetRemark;
  using Work = std::function<Result<void>(Store&)>;

  void push(const Remark& remark, const QString& what);
  void put(std::int64_t run, const Remark& remark);
  void takeFromModel();
  void write(Work work, bool isRemark);
  void run(const std::stop_token& stop);

  const RunModel& model_;
  QUndoStack& undo_;
  std::map<std::int64_t, Remark> remarks_;
  std::int64_t run_ = 0;

  std::mutex mutex_;
  std::condition_variable_any wake_;
  struct Job {
    std::filesystem::path file;
    Work work;
    bool isRemark;
  };
  std::deque<Job> jobs_;       ///< guarded by mutex_
  std::filesystem::path path_; ///< guarded by mutex_
  std::size_t unwritten_ = 0;  ///< remarks of this file that it does not hold (yet); of the GUI thread
  std::jthread thread_;        ///< last: joined before anything it uses goes
};

} // namespace gevo::ui
