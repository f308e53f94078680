#pragma once

/// Two documents side by side: differences, notes on edits, lines linked by the source line they came from.
///
/// Keys, while the view has the focus: n / F8 and p / Shift+F8 go to the next and previous difference, Ctrl+F finds,
/// F3 / Shift+F3 find again, Ctrl+G goes to a line, Ctrl+C copies, Escape closes the prompt.

#include "ui/diff/code_colors.h"
#include "ui/diff/diff_document.h"

#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>
#include <utility>

class QFutureWatcherBase;
class QKeyEvent;

namespace gevo::ui {

class DiffCanvas;
class DiffModel;
class OverviewRuler;
class PaneHeader;
class PromptBar;
struct Difference;

class DiffView : public QWidget {
  Q_OBJECT

public:
  explicit DiffView(QWidget* parent = nullptr);
  ~DiffView() override;

  /// Shows the first difference; where both texts are the ones shown already, the view stays where it is. Long texts are
  /// compared on another thread; `compared` is emitted when they are shown.
  void setDocuments(DiffDocument left, DiffDocument right);
  /// One text alone, which is compared with nothing.
  void setDocument(DiffDocument document);
  void setColors(const CodeColors& colors);
  void setCodeFont(const QFont& font);
  void setFolding(bool folding);
  bool isFolding() const;

  int differenceCount() const;
  /// Counts from 0, -1 for none.
  int currentDifference() const;
  /// They stop at the last and first one.
  void nextDifference();
  void previousDifference();

  // Requests made while texts are being compared are carried out when they are shown.

  /// Scrolls to the first note of the edit. False where it has none.
  bool showEdit(int edit);
  /// Scrolls to the first line, right before left, that came from this source line, and links all of them.
  void showSourceLine(int file, int line);
  /// The place of (file, line) if it can be seen, else of the topmost line that came from a source line; -1 for none.
  std::pair<int, int> placeInView(int file, int line) const;
  /// Links the lines of a source line by their background, as pointing at one of them does; -1 for none.
  void highlightSourceLine(int file, int line);
  /// In the pane that was clicked last, else the left one. Counts from 1.
  void goToLine(int line);
  /// On a side; lines count from 1.
  void showLine(Side side, int line);

  /// Finds in both panes; upper case in the text makes it case-sensitive. False where there is no match.
  bool find(const QString& text);
  bool findNext();
  bool findPrevious();
  /// Message of the latest command, such as that the search continued from the top.
  QString notice() const;

  void openFind();
  void openGoToLine();

  QString selectedText() const;
  void copy() const;
  bool isComparing() const;

signals:
  void editActivated(int edit);
  void sourceLineActivated(int file, int line);
  void sourceLineHovered(int file, int line);
  void currentDifferenceChanged(int current, int count);
  void foldingChanged(bool folding);
  void compared();

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

private:
  void forgetComparison();
  void showModel(std::shared_ptr<const DiffModel> model);
  bool postpone(std::function<void()> action);
  void setCurrentDifference(int difference, bool scroll);
  void showDifference(const Difference& difference);
  bool showMatch(int step);
  bool handleKey(const QKeyEvent& event, bool perform);
  void closePrompt();

  DiffCanvas* canvas_;
  OverviewRuler* ruler_;
  PaneHeader* header_;
  PromptBar* prompt_;
  QTimer resized_;
  int currentDifference_ = -1;
  QString notice_;
  /// Of the texts that are being compared on another thread; null otherwise.
  QFutureWatcherBase* comparison_ = nullptr;
  std::function<void()> postponed_;
};

} // namespace gevo::ui
