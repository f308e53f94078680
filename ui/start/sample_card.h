#pragma once

/// A bundled sample: what it computes, in one line. While its file is being built, the current step and a button to cancel.

#include "core/project/samples.h"
#include "ui/start/tile.h"

class QToolButton;

namespace gevo::ui {

class SampleCard : public Tile {
  Q_OBJECT
public:
  explicit SampleCard(Sample sample, QWidget* parent = nullptr);
  const Sample& sample() const { return sample_; }
  /// The current step of the build; empty: none is going on.
  void setProgress(const QString& step);
  /// The last line of the card.
  QString note() const;
  QToolButton* cancelButton() const { return cancel_; }
  QSize sizeHint() const override { return {320, 92}; }

signals:
  void cancelRequested();

protected:
  void paintContents(QPainter& painter) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

private:
  Sample sample_;
  QString step_;
  QToolButton* cancel_;
};

} // namespace gevo::ui
