#pragma once

/// The trial build of a new project, and after it the price of a variant. Everything happens on other threads and in a worker; signals
/// come on this object's thread. Whoever cancels, or destroys this, never waits.

#include "core/project/build_project.h"
#include "core/project/trial_cost.h"

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
  /// What is being done: "running test 2 of 4: 128 128 4".
  void stepped(const QString& step);
  void failed(const QString& message, const QString& details);
  void built(const std::shared_ptr<const gevo::BuiltProject>& reply);
  void measured(const gevo::TrialCost& cost);
  /// The program was built, but the original can't be run as a variant is; a sentence.
  void notMeasured(const QString& reason);

private:
  void take(const std::shared_ptr<const Result<BuiltProject>>& result);
  void measure(const std::shared_ptr<const BuiltProject>& reply);

  const std::string workerProgram_;
  std::stop_source stop_;
  std::string folder_;      ///< of the program, as the trial was asked for
  std::uint64_t epoch_ = 0; ///< of the present trial; what earlier ones still say is ignored
  bool building_ = false;
};

} // namespace gevo::ui
