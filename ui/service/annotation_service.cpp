#include "ui/service/annotation_service.h"

#include <QUndoStack>

namespace gevo::ui {

/// Undoing brings back the remark that stood there before. It knows its run: another one may be shown by then.
class Notebook::SetRemark : public QUndoCommand {
public:
  SetRemark(Notebook& notebook, std::int64_t run, Remark before, Remark after, const QString& text)
      : QUndoCommand(text), notebook_(&notebook), run_(run), before_(std::move(before)), after_(std::move(after)) {}
  void undo() override { notebook_->put(run_, before_); }
  void redo() override { notebook_->put(run_, after_); }

private:
  Notebook* notebook_;
  std::int64_t run_;
  Remark before_;
  Remark after_;
};

Notebook::Notebook(const RunModel& model, QUndoStack& undo, QObject* parent) : QObject(parent), model_(model), undo_(undo) {
  connect(&model, &RunModel::wasReset, this, [this] { // remarksChanged comes when the other views know of it, too
    unwritten_ = 0;
    remarks_.clear();
  });
  connect(&model, &RunModel::remarksChanged, this, &Notebook::takeFromModel);
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Notebook::~Notebook() = default;

void Notebook::open(const std::filesystem::path& path) {
  undo_.clear(); // its commands are of the file of before
  const std::lock_guard lock(mutex_);
  path_ = path;
}

void Notebook::takeFromModel() {
  run_ = model_.hasRun() ? model_.run().id : 0;
  if (unwritten_ > 0) return; // the file is behind
  remarks_.clear();
  for (const Remark& remark : model_.remarks()) remarks_.emplace(remark.variant, remark);
  emit changed();
}

Remark Notebook::remark(std::int64_t variant) const {
  const auto place = remarks_.find(variant);
  return place == remarks_.end() ? Remark{variant, false, {}} : place->second;
}

std::vector<std::int64_t> Notebook::pins() const {
  std::vector<std::int64_t> pins;
  for (const auto& [variant, remark] : remarks_)
    if (remark.pinned) pins.push_back(variant);
  return pins;
}

void Notebook::setPinned(std::int64_t variant, bool pinned) {
  Remark after = remark(variant);
  after.pinned = pinned;
  push(after, pinned ? tr("pin") : tr("unpin"));
}

void Notebook::setNote(std::int64_t variant, const QString& note) {
  Remark after = remark(variant);
  after.note = note.trimmed().toStdString();
  push(after, tr("note"));
}

void Notebook::push(const Remark& after, const QString& what) {
  const Remark before = remark(after.variant);
  if (run_ == 0 || before == after) return;
  undo_.push(new SetRemark(*this, run_, before, after, what)); // the stack owns it
}

void Notebook::put(std::int64_t run, const Remark& remark) {
  if (run == run_) {
    remark.empty() ? void(remarks_.erase(remark.variant)) : void(remarks_[remark.variant] = remark);
    ++unwritten_;
    emit changed();
  }
  write([run, remark](Store& store) { return store.setRemark(run, remark); }, true);
}

void Notebook::derive(const Individual& variant) {
  if (run_ == 0) return;
  write(
      [this, run = run_, variant](Store& store) -> Result<void> {
        const Result<std::int64_t> id = store.addDerived(run, variant);
        if (!id) return std::unexpected(id.error());
        emit derived(*id); // queued: its receivers live on the GUI thread
        return {};
      },
      false);
}

void Notebook::write(Work work, bool isRemark) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back({path_, std::move(work), isRemark});
  }
  wake_.notify_one();
}

/// What was asked for before the end is written before the end.
void Notebook::run(const std::stop_token& stop) {
  while (true) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, stop, [&] { return !jobs_.empty(); });
    if (jobs_.empty()) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    Result<std::unique_ptr<Store>> store = Store::open(job.file, Store::Access::Annotate);
    const Result<void> written = store ? job.work(**store) : std::unexpected(store.error());
    if (!written) emit failed(tr("the file does not keep this: %1").arg(QString::fromStdString(written.error().message)));
    if (stop.stop_requested() || !job.isRemark || !written) continue;
    QMetaObject::invokeMethod(
        this,
        [this, file = job.file] {
          const std::lock_guard same(mutex_);
          if (file == path_ && unwritten_ > 0) --unwritten_;
        },
        Qt::QueuedConnection);
  }
}

} // namespace gevo::ui
