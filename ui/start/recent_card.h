#pragma once

/// A file that was opened lately: its front, its best speedup, and how far its run is.

#include "ui/start/file_summary.h"
#include "ui/start/tile.h"

class QToolButton;

namespace gevo::ui {

class RecentCard : public Tile {
  Q_OBJECT
public:
  explicit RecentCard(const QString& path, QWidget* parent = nullptr);
  const QString& path() const { return path_; }
  void setSummary(const FileSummary& summary);
  /// All text of the card, for screen readers.
  QString accessibleText() const;
  QToolButton* removeButton() const { return remove_; }
  QSize sizeHint() const override { return {320, 160}; }

signals:
  /// Remove the card; the file stays.
  void removeRequested();

protected:
  void paintContents(QPainter& painter) override;
  void resizeEvent(QResizeEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

private:
  struct Line {
    QString text;
    QColor colour;
  };
  QString headline() const; ///< "1.384× exact"
  Line state() const;

  QString path_;
  FileSummary summary_;
  bool read_ = false;
  QToolButton* remove_;
};

} // namespace gevo::ui
