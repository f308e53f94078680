#pragma once

/// How far the CUDA on the right is proven to be the variant, with a button that makes the proof.

#include "core/values/source_patch.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace gevo::ui {

class ProofBar : public QWidget {
  Q_OBJECT
public:
  explicit ProofBar(QWidget* parent = nullptr);

  /// `canProve`: there is a variant that passed its tests. Without a patch the text is an illustration.
  void setPatch(const std::optional<SourcePatch>& patch, bool canProve);
  /// Why the last patch could not be made: no compiler, say. Until there is another variant or a patch.
  void setProblem(const QString& problem);
  /// While the patch is being made; empty: it is not.
  void setProgress(const QString& doing);
  QString text() const;

signals:
  void proofRequested();
  void cancelRequested();

private:
  void refresh();

  std::optional<SourcePatch> patch_;
  bool canProve_ = false;
  QString problem_;
  QString doing_;
  QLabel* chip_;
  QToolButton* button_;
};

} // namespace gevo::ui
