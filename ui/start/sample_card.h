#pragma once

/// A bundled sample: what it computes, in one line.

#include "core/project/samples.h"
#include "ui/start/tile.h"

namespace gevo::ui {

class SampleCard : public Tile {
  Q_OBJECT
public:
  explicit SampleCard(Sample sample, QWidget* parent = nullptr);
  const Sample& sample() const { return sample_; }
  QSize sizeHint() const override { return {320, 92}; }

protected:
  void paintContents(QPainter& painter) override;

private:
  QString note() const;
  Sample sample_;
};

} // namespace gevo::ui
