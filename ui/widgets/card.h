#pragma once

/// A pane of the window: a dock whose title bar is the card's header and whose body is the card.

#include <QDockWidget>
#include <QLabel>

class QHBoxLayout;
class QToolButton;
class QVBoxLayout;

namespace gevo::ui {

/// A dim, plain, good, accent or bad little label with rounded ends.
QLabel* makeChip(const QString& tone, QWidget* parent);
void setChip(QLabel* chip, const QString& tone, const QString& text);
QLabel* makeDimLabel(const QString& text, QWidget* parent);
/// A flat button without a frame; `tab`: one of a row of tabs.
QToolButton* makeToolButton(const QString& text, const QString& tip, QWidget* parent);
QToolButton* makeTab(const QString& text, QWidget* parent);

class CardHeader : public QWidget {
  Q_OBJECT
public:
  explicit CardHeader(QWidget* parent = nullptr);
  /// Widgets are added to this, after the title if there is one.
  QHBoxLayout* row() const { return row_; }
  QLabel* addTitle(const QString& title, const QString& subtitle = {});
  /// A dock sizes its title bar by this, whatever its fixed height.
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
  void paintEvent(QPaintEvent* event) override;

private:
  QHBoxLayout* row_;
};

class Card : public QDockWidget {
  Q_OBJECT
public:
  /// `name` identifies the pane in a saved layout; `title` is for menus.
  Card(const QString& name, const QString& title, QWidget* parent = nullptr);
  CardHeader* header() const { return header_; }
  QVBoxLayout* body() const { return body_; }

signals:
  /// Messages for the window to show.
  void failed(const QString& message);
  void notified(const QString& message);

private:
  CardHeader* header_;
  QVBoxLayout* body_;
};

} // namespace gevo::ui
