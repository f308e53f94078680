#pragma once

/// One program: its formula, and the CUDA function that computes it, to be copied and saved.

#include "ui/theme/theme.h"
#include "ui/tmbl/fit_service.h"

#include <QWidget>

class QPlainTextEdit;
class QPushButton;

namespace gevo::ui {

class SourceView;

class ProgramView : public QWidget {
  Q_OBJECT
public:
  explicit ProgramView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setProgram(const tmbl::FittedProgram& program, const FitData& data);
  void clear();

  QPlainTextEdit* formula() const { return formula_; }
  SourceView* cuda() const { return cuda_; }
  QPushButton* copyFormulaButton() const { return copyFormula_; }
  QPushButton* copyCudaButton() const { return copyCuda_; }
  QPushButton* saveButton() const { return save_; }

public slots:
  /// Writes the CUDA function. `notified` or `failed` follows.
  void saveCuda(const QString& path);

signals:
  void notified(const QString& message);
  void failed(const QString& message);

private:
  void askWhereToSave();
  void copy(const QString& text, const QString& message);
  void setTexts(const QString& formula, const QString& cuda);

  std::size_t length_ = 0;
  QString formulaText_;
  QString cudaText_;
  QPlainTextEdit* formula_;
  SourceView* cuda_;
  QPushButton* copyFormula_;
  QPushButton* copyCuda_;
  QPushButton* save_;
};

} // namespace gevo::ui
