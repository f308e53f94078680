#pragma once

/// Gets the files of samples ready: a copy of the one that comes with the sample, else one that is built in the background. Both are
/// made once; later they are only opened. Signals arrive on this object's thread; cancelling and destruction do not block.

#include "core/project/samples.h"

#include <QHash>
#include <QObject>

#include <stop_token>

namespace gevo::ui {

class SampleOpener : public QObject {
  Q_OBJECT
public:
  explicit SampleOpener(std::string workerProgram, QObject* parent = nullptr);
  ~SampleOpener() override;

  /// Nothing while the sample is being built.
  void open(const gevo::Sample& sample);
  /// The worker ends, with the compiler or program that it runs.
  void cancel(const QString& name);

signals:
  /// The current step of a build: "running test 2 of 4: 128 128 4"; empty when it ended, however it did.
  void progressed(const QString& name, const QString& step);
  /// `built`: just now, which took a while.
  void ready(const QString& path, bool built);
  void failed(const QString& message, const QString& details);

private:
  const std::string workerProgram_;
  QHash<QString, std::stop_source> builds_; ///< by the sample's name
};

} // namespace gevo::ui
