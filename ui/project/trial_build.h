#pragma once

/// The trial build of a new project, and then the time per evaluation. Everything happens on other threads and in a worker; signals
/// arrive on this object's thread. Cancelling and destruction do not block.

#include "core/project/build_project.h"
#include "core/project/evaluation_cost.h"

#include <QObject>

#include <memory>

namespace gevo::ui {

class TrialBuild : public QObject {
  Q_OBJECT
public:
  explicit TrialBuild(std::string workerProgram, QObject* parent = nullptr);
  ~TrialBuild() override;

  void start(const BuildInputs& request);
  /// The worker ends, with the compiler or program that it runs.
  void cancel();
  bool building() const { return building_; }

signals:
  /// The current step: "running test 2 of 4: 128 128 4".
  void stepped(const QString& step);
  void failed(const QString& message, const QString& details);
  void built(const std::shared_ptr<const gevo::BuiltProject>& reply);
  void measured(const gevo::EvaluationCost& cost);
  /// The program was built, but the original cannot be run as a variant.
  void notMeasured(const QString& reason);

private:
  void showResult(const std::shared_ptr<const Result<BuiltProject>>& result);
  void measure(const std::shared_ptr<const BuiltProject>& reply);

  const std::string workerProgram_;
  std::stop_source stop_;
  std::string folder_;      ///< of the program, as the trial was asked for
  std::uint64_t epoch_ = 0; ///< of the current trial; signals of earlier ones are ignored
  bool building_ = false;
};

} // namespace gevo::ui
