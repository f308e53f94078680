#pragma once

/// Fetches the details of single variants: edits from the file, texts from a worker of its own, all on a thread of
/// its own. A newer inspection replaces one that still waits. Replies arrive on the requesting thread, unless they are outdated:
/// of a file or run that is no longer open. Exports are always made.

#include "core/base/background_queue.h"
#include "core/inspection/variant_inspector.h"
#include "core/report/exporter.h"
#include "ui/model/variant_details.h"

#include <QObject>

#include <filesystem>
#include <functional>

namespace gevo::ui {

using report::ExportKind;

class VariantService : public QObject {
  Q_OBJECT
public:
  /// `workerProgram` empty: beside the running program.
  explicit VariantService(std::string workerProgram, QObject* parent = nullptr);
  ~VariantService() override;

  /// What a job works on, as it was when the job was requested.
  using Source = InspectedRun;

  /// `project`: what the file holds now. Drops all pending jobs except exports.
  void open(const std::filesystem::path& path, std::shared_ptr<const Project> project);
  /// The run that ids belong to, and how its variants are evaluated.
  void setRun(std::int64_t run, const EvaluationSettings& settings);
  const Source& source() const { return source_; }

  void inspect(std::int64_t variant);
  /// The texts of an edit list that is no variant of the run; `editsInspected` follows, unless this is called again before it starts.
  void inspectEdits(quint64 ticket, const EditList& edits);
  /// Sets whether IR is shown as LLVM prints it, or cleaned; earlier inspections have to be repeated.
  void setPlainIr(bool plain);
  /// The file has something new about its variants; earlier inspections have to be repeated.
  void readAgain();
  /// `variant` of the run of `source`, whichever is open by now. `architecture`: of PTX and cubin; empty: the project's.
  void exportTo(const Source& source, std::int64_t variant, ExportKind kind, const QString& path, const std::string& architecture = {});
  /// As `exportTo`, of kinds that are text; `textMade` follows.
  void exportText(const Source& source, std::int64_t variant, ExportKind kind, const std::string& architecture = {});
  /// Evaluates an edit list on the run's tests when no other job waits; `evaluated` or `notEvaluated` follows. No edits: the original.
  void evaluate(quint64 ticket, const EditList& edits);
  /// Of a file without a run, on its default device; `originalMeasured` follows unless that fails. Nothing where it would run the file's
  /// program, or its kernels on a GPU.
  void measureOriginal();
  /// Drops evaluations that have not started.
  void dropEvaluations();

signals:
  void inspected(qint64 variant, std::shared_ptr<const gevo::VariantDetails> details);
  void editsInspected(quint64 ticket, std::shared_ptr<const gevo::VariantDetails> details);
  /// `text`: of kinds that are text.
  void exported(qint64 variant, const QString& path, const QString& text);
  void textMade(qint64 variant, gevo::report::ExportKind kind, const QString& text);
  /// A variant whose code is the original's has the original's fitness and counts as valid.
  void evaluated(quint64 ticket, std::shared_ptr<const gevo::Evaluation> evaluation);
  void originalMeasured(double runtime); ///< simulated microseconds
  /// The evaluation could not be done.
  void notEvaluated(quint64 ticket, const QString& message);
  void failed(const QString& message);

private:
  struct Job {
    enum class Kind { Inspect, InspectEdits, Export, Evaluate, Measure };
    Kind kind = Kind::Inspect;
    Source source;
    std::int64_t variant = 0;
    ExportKind artifact = ExportKind::Ptx;
    QString path; ///< empty: the text is wanted
    std::string architecture;
    quint64 ticket = 0;
    EditList edits;
  };
  void push(Job job);
  /// Forgets the waiting jobs of these kinds.
  void drop(std::initializer_list<Job::Kind> kinds);
  bool wanted(const Job& job) const;

  // On the thread
  void perform(const Job& job);
  void reply(const Job& job, std::function<void()> notify);
  Result<void> inspectVariant(const Job& job);
  Result<void> inspectList(const Job& job);
  Result<void> evaluateEdits(const Job& job);
  Result<void> measure(const Job& job);
  Result<report::Subject> subject(const Source& source, std::int64_t variant);
  Result<void> save(const Job& job);

  const std::string workerProgram_;
  Source source_; ///< of the requesting thread
  std::stop_source closing_;
  VariantInspector inspector_; ///< of the queue's thread
  BackgroundQueue<Job> queue_;
};

} // namespace gevo::ui
