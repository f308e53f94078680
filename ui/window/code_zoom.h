#pragma once

/// The size of the code in the differences and sources: Ctrl and the wheel over them, or commands of the window.

#include <QObject>

namespace gevo::ui {

class DiffView;
class SourceView;

class CodeZoom : public QObject {
  Q_OBJECT
public:
  CodeZoom(QList<DiffView*> differences, SourceView& source);
  /// Height of the font in device-independent pixels.
  int size() const { return size_; }
  /// Kept within what can be read and still shows code. The line at the top stays there.
  void setSize(int pixels);

public slots:
  void zoomIn() { setSize(size_ + 1); }
  void zoomOut() { setSize(size_ - 1); }
  void reset();

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  QList<DiffView*> differences_;
  SourceView& source_;
  int size_;
  int turned_ = 0; ///< by the wheel, less than a step, in eighths of a degree
};

} // namespace gevo::ui
