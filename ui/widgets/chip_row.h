#pragma once

/// Chips from left to right, the most important first. Where room is short those at the end are left out, none is cut.

#include <QWidget>

class QLabel;

namespace gevo::ui {

class ChipRow : public QWidget {
  Q_OBJECT
public:
  explicit ChipRow(QWidget* parent = nullptr);
  /// A plain chip without text, which takes no room; see setChip.
  QLabel* add();
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

private:
  void arrange();
  /// Those with a text.
  QList<QLabel*> shown() const;

  QList<QLabel*> chips_;
};

} // namespace gevo::ui
