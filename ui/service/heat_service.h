#pragma once

/// Where time goes, line by line: the file's tests on the simulated GPU, by a worker of its own, on a thread of its own. What was found is
/// kept as long as the run is shown.

#include "core/base/background_queue.h"
#include "core/inspection/variant_inspector.h"
#include "core/values/heat.h"

#include <QObject>

#include <map>
#include <memory>

namespace gevo::ui {

class HeatService : public QObject {
  Q_OBJECT
public:
  /// `workerProgram` empty: beside the running program.
  explicit HeatService(std::string workerProgram, QObject* parent = nullptr);
  ~HeatService() override;

  struct Known {
    std::shared_ptr<const Heat> heat; ///< null: it can't be found
    QString problem;                  ///< why
  };
  /// Of an edit list of the run, beside the original. Null: it was not computed, or of another run.
  const Known* known(const InspectedRun& run, const EditList& edits) const;
  /// `ended` follows, unless it is cancelled or another one is asked for before. Nothing where it is being computed already.
  void compute(const InspectedRun& run, const EditList& edits);
  /// What could not be found is tried again.
  void forgetProblems();
  bool computing() const { return !wanted_.empty(); }

public slots:
  /// Nothing more is reported of what is being computed.
  void cancel();

signals:
  /// It is known now.
  void ended();

private:
  struct Job {
    InspectedRun run;
    EditList edits;
    std::string key;
  };
  void perform(const Job& job, const std::stop_token& stop);
  void forgetOtherRuns(const InspectedRun& run);

  const std::string workerProgram_;
  std::uint64_t epoch_ = 0; ///< of the run that `known_` is of
  std::map<std::string, Known> known_;
  std::string wanted_; ///< key of what is being computed; empty: nothing is
  BackgroundQueue<Job> queue_;
};

} // namespace gevo::ui
