#pragma once

/// The page on which edits of the selected variant need each other: the picture, or the way to it.

#include "core/reduction/interaction_analysis.h"
#include "ui/interactions/interactions_canvas.h"

class QLabel;
class QPushButton;
class QScrollArea;

namespace gevo::ui {

class InteractionsPage : public QWidget {
  Q_OBJECT
public:
  explicit InteractionsPage(QWidget* parent = nullptr);
  void setTheme(const Theme& theme) { canvas_->setTheme(theme); }

  /// Of the variant that is selected, and what each does in words. What was found before is forgotten.
  void setEdits(const EditList& edits, QStringList words);
  /// Null: not known.
  void setFound(std::shared_ptr<const KnownInteractions> found);
  /// Of an analysis of the selected variant; empty: none goes on.
  void setProgress(const QString& doing);
  /// Why the last analysis failed.
  void setProblem(const QString& problem);
  /// Edit of the variant that is selected; -1: none. Which of them are on.
  void setSelected(int edit);
  void setSwitches(const std::vector<bool>& on);

  InteractionsCanvas* canvas() const { return canvas_; }
  QPushButton* analyseButton() const { return analyse_; }
  QLabel* words() const { return words_; }

signals:
  /// It is visible, of another variant than before: what is known of that?
  void wanted();
  void analysisRequested();
  void cancelRequested();
  void editChosen(int edit);
  /// Of the variant's edits, these are to be on.
  void subsetChosen(const std::vector<bool>& on);

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;

private:
  void refresh();
  void mark();
  void choose(const PicturePart& part);
  /// Of the variant's edits, by the number that the analysis has for it; -1: none.
  int editOf(std::size_t number) const;
  std::vector<bool> switchesOf(const PicturePart& subset) const;

  EditList edits_;
  QStringList wordsOfEdits_;
  std::shared_ptr<const KnownInteractions> found_;
  QString doing_;
  QString problem_;
  int selected_ = -1;
  std::vector<bool> on_;
  QLabel* words_;
  QPushButton* analyse_;
  InteractionsCanvas* canvas_;
  QScrollArea* scroll_;
};

} // namespace gevo::ui
