#pragma once

/// The sources of a file without a run: what there is to read before the first variant.

#include "core/values/project.h"
#include "ui/theme/theme.h"

#include <QWidget>

#include <memory>

class QLabel;
class QToolButton;

namespace gevo::ui {

class SourceView;

class OriginalSource : public QWidget {
  Q_OBJECT
public:
  explicit OriginalSource(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// Shows its first CUDA file.
  void setProject(std::shared_ptr<const Project> project);
  void showSource(std::size_t source);
  /// As the simulated GPU measured it; until there is another project.
  void setRuntime(double microseconds);
  SourceView* view() const { return view_; }
  /// Its menu chooses among several files.
  QToolButton* fileButton() const { return file_; }

  const QLabel* runtime() const { return runtime_; }

private:
  std::shared_ptr<const Project> project_;
  QLabel* runtime_;
  QToolButton* file_;
  SourceView* view_;
};

} // namespace gevo::ui
