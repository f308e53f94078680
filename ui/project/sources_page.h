#pragma once

/// The assistant's first page: the program's sources, and how they are compiled.

#include "core/project/new_project.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;

namespace gevo::ui {

class SourcesPage : public QWidget {
  Q_OBJECT
public:
  explicit SourcesPage(QWidget* parent = nullptr);
  void show(const NewProject& project);
  void fill(NewProject& project) const;
  /// Paths of sources; the folder becomes that of the first one if there is none yet.
  void addFiles(const QStringList& paths);
  QStringList files() const;
  /// What is missing, or empty.
  QString missing() const;
  QLineEdit* defines() const { return defines_; }
  QLineEdit* flags() const { return flags_; }
  /// Shows a message about compiler and toolkit.
  void setMachine(const QString& message, bool complete);

signals:
  void changed();

private:
  void choose();
  void chooseFolder();
  void removeSelected();
  QWidget* makeFiles();
  QWidget* makeOptions();

  QListWidget* files_;
  QLineEdit* folder_;
  QLineEdit* defines_;
  QLineEdit* includes_;
  QLineEdit* libraries_;
  QLineEdit* libraryFolders_;
  QLineEdit* flags_;
  QComboBox* architecture_;
  QLabel* machine_;
};

} // namespace gevo::ui
