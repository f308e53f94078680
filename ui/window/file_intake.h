#pragma once

/// Handles files that enter the window: dropped files, samples, new projects.

#include "core/project/new_project.h"
#include "ui/start/sample_opener.h"
#include "ui/theme/theme.h"

#include <QObject>
#include <QStringList>

class QMimeData;
class QWidget;

namespace gevo::ui {

class FileIntake : public QObject {
  Q_OBJECT
public:
  FileIntake(std::string workerProgram, QWidget* window);
  void setTheme(const Theme& theme) { theme_ = theme; }

  /// One .gevo file, or sources with a .cu file among them.
  static bool takes(const QMimeData* data);
  void drop(const QMimeData* data);
  /// Sources become a new project; of anything else the first file is opened.
  void take(const QStringList& files);

public slots:
  /// Opens the assistant, with the known fields filled in.
  void newProject(const gevo::NewProject& known = {});
  /// Gets its file ready, by building it where there is none.
  void openSample(const gevo::Sample& sample) { samples_->open(sample); }
  void cancelSample(const QString& name) { samples_->cancel(name); }

signals:
  /// `setUp`: its first run is to be set up.
  void fileReady(const QString& path, bool setUp);
  /// The file of a sample is there; the user may be busy with something else by now.
  void sampleBuilt(const QString& path);
  void sampleProgressed(const QString& name, const QString& step);
  void failed(const QString& message, const QString& details);

private:
  const std::string workerProgram_;
  QWidget* window_;
  SampleOpener* samples_;
  Theme theme_ = Theme::light();
};

} // namespace gevo::ui
