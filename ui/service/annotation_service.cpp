#include "ui/service/annotation_service.h"

#include "ui/tasks/gui_thread.h"

#include <QUndoStack>

namespace gevo::ui {

/// Undoing restores the previous annotation. The command stores its run: another one may be shown by then.
class AnnotationService::SetAnnotation : public QUndoCommand {
public:
  SetAnnotation(AnnotationService& service, std::int64_t run, Annotation before, Annotation after, const QString& text)
      : QUndoCommand(text), service_(&service), run_(run), before_(std::move(before)), after_(std::move(after)) {}
  void undo() override { service_->put(run_, before_); }
  void redo() override { service_->put(run_, after_); }

private:
  AnnotationService* service_;
  std::int64_t run_;
  Annotation before_;
  Annotation after_;
};

AnnotationService::AnnotationService(const RunModel& model, QUndoStack& undo, QObject* parent)
    : QObject(parent), model_(model), undo_(undo),
      queue_([this](const Job& job, const std::stop_token& stop) { perform(job, stop); }, AtEnd::Perform) {
  connect(&model, &RunModel::wasReset, this, [this] { // annotationsChanged follows once all views are reset
    unwritten_ = 0;
    annotations_.clear();
  });
  connect(&model, &RunModel::annotationsChanged, this, &AnnotationService::readModel);
}

AnnotationService::~AnnotationService() = default;

void AnnotationService::open(const std::filesystem::path& path) {
  undo_.clear(); // its commands belong to the previous file
  path_ = path;
}

void AnnotationService::readModel() {
  run_ = model_.hasRun() ? model_.run().id : 0;
  if (unwritten_ > 0) return; // the file is behind
  annotations_.clear();
  for (const Annotation& annotation : model_.annotations()) annotations_.emplace(annotation.variant, annotation);
  emit changed();
}

Annotation AnnotationService::of(std::int64_t variant) const {
  const auto found = annotations_.find(variant);
  return found == annotations_.end() ? Annotation{variant, false, {}} : found->second;
}

std::vector<std::int64_t> AnnotationService::pins() const {
  std::vector<std::int64_t> pins;
  for (const auto& [variant, annotation] : annotations_)
    if (annotation.pinned) pins.push_back(variant);
  return pins;
}

void AnnotationService::setPinned(std::int64_t variant, bool pinned) {
  Annotation after = of(variant);
  after.pinned = pinned;
  push(after, pinned ? tr("pin") : tr("unpin"));
}

void AnnotationService::setNote(std::int64_t variant, const QString& note) {
  Annotation after = of(variant);
  after.note = note.trimmed().toStdString();
  push(after, tr("note"));
}

void AnnotationService::push(const Annotation& after, const QString& what) {
  const Annotation before = of(after.variant);
  if (run_ == 0 || before == after) return;
  undo_.push(new SetAnnotation(*this, run_, before, after, what)); // the stack owns it
}

void AnnotationService::put(std::int64_t run, const Annotation& annotation) {
  if (run == run_) {
    annotation.empty() ? void(annotations_.erase(annotation.variant)) : void(annotations_[annotation.variant] = annotation);
    ++unwritten_;
    emit changed();
  }
  write([run, annotation](Store& store) { return store.setAnnotation(run, annotation); }, true);
}

void AnnotationService::labelRun(std::int64_t run, const RunLabel& label) {
  write([run, label](Store& store) { return store.setRunLabel(run, label); }, false);
}

void AnnotationService::derive(const Individual& variant, std::function<void(std::int64_t)> then) {
  if (run_ == 0) return;
  write(
      [this, run = run_, variant, then = std::move(then)](Store& store) -> Result<void> {
        GEVO_TRY_ASSIGN(const std::int64_t id, store.addDerived(run, variant));
        emit derived(id); // queued: its receivers live on the GUI thread
        if (then) post(this, [then, id] { then(id); });
        return {};
      },
      false);
}

void AnnotationService::write(Work work, bool isAnnotation) { queue_.push({path_, std::move(work), isAnnotation}); }

void AnnotationService::perform(const Job& job, const std::stop_token& stop) {
  Result<std::unique_ptr<Store>> store = Store::open(job.file, Store::Access::Annotate);
  const Result<void> written = store ? job.work(**store) : std::unexpected(store.error());
  if (!written) emit failed(tr("cannot save this in the file: %1").arg(QString::fromStdString(written.error().message)));
  if (!job.isAnnotation || !written) return;
  postUnless(stop, this, [this, file = job.file] {
    if (file == path_ && unwritten_ > 0) --unwritten_;
  });
}

} // namespace gevo::ui
