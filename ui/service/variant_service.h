#pragma once

/// Fetches what views show of single variants: edits from the file, texts from a worker of its own, all on a thread of
/// its own. A newer inspection replaces one that still waits. Answers come on the thread that asks, unless they are not wanted any more:
/// of another file or run than the one that is open by then. Exports are made whatever is open.

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

  /// What a job works on: as it was when the job was asked for.
  using Source = InspectedRun;

  /// Reads the file anew, even the one that is open; forgets all jobs of before but exports.
  void open(const std::filesystem::path& path);
  /// The run that ids belong to and how its variants are judged.
  void setRun(std::int64_t run, const EvaluationSettings& settings);
  const Source& source() const { return source_; }

  void inspect(std::int64_t variant);
  /// From now on IR comes as LLVM prints it, or cleaned; what was inspected is to be asked for again.
  void setPlainIr(bool plain);
  /// `variant` of the run of `source`, whichever is open by now. `architecture`: of PTX and cubin; empty: the project's.
  void exportTo(const Source& source, std::int64_t variant, ExportKind kind, const QString& path, const std::string& architecture = {});
  /// Tries an edit list on the run's tests, when nothing else waits; answered by `evaluated` or `notEvaluated`. No edits: the original.
  void evaluate(quint64 ticket, const EditList& edits);
  /// Evaluations that have not begun are not needed any more.
  void dropEvaluations();

signals:
  void projectLoaded(std::shared_ptr<const gevo::Project> project, bool hasRuns);
  void inspected(qint64 variant, std::shared_ptr<const gevo::VariantDetails> details);
  void exported(qint64 variant, const QString& path);
  /// A variant whose code is the original's has the original's fitness and counts as valid.
  void evaluated(quint64 ticket, std::shared_ptr<const gevo::Evaluation> evaluation);
  /// Nothing can be evaluated, as it seems.
  void notEvaluated(quint64 ticket, const QString& message);
  void failed(const QString& message);

private:
  struct Job {
    enum class Kind { LoadProject, Inspect, Export, Evaluate };
    Kind kind = Kind::LoadProject;
    Source source;
    std::int64_t variant = 0;
    ExportKind artifact = ExportKind::Ptx;
    QString path;
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
  void answer(const Job& job, std::function<void()> tell);
  Result<void> loadProject(const Job& job);
  Result<void> inspectVariant(const Job& job);
  Result<void> evaluateEdits(const Job& job);
  Result<report::Subject> subject(const Source& source, std::int64_t variant);
  Result<void> save(const Job& job);

  const std::string workerProgram_;
  Source source_; ///< of the thread that asks
  std::stop_source closing_;
  VariantInspector inspector_; ///< of the queue's thread
  BackgroundQueue<Job> queue_;
};

} // namespace gevo::ui
