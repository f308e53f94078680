#pragma once

/// The selected variant beside what it is compared with, as CUDA, LLVM IR or PTX.

#include "ui/model/selection.h"
#include "ui/theme/theme.h"
#include "ui/variant/documents.h"
#include "ui/variant/line_heat.h"
#include "ui/widgets/drag_gesture.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QToolButton;

namespace gevo::ui {

class DiffView;
class HeatBar;
class LinkedView;
class ProofBar;

class DifferencesView : public QWidget {
  Q_OBJECT
public:
  explicit DifferencesView(Selection& selection, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setProject(std::shared_ptr<const Project> project);
  /// What the inputs of the file run: lines of CUDA that no test does are marked. Null: not known.
  void setCoverage(const std::shared_ptr<const ProgramCoverage>& coverage);
  /// Shows both; an error of either is shown instead of a missing text.
  void setSides(SideTexts left, SideTexts right);
  /// Instead of a comparison.
  void showNotice(const QString& notice);
  /// What lines are coloured by; nothing: it is not known, or not to be shown.
  void setHeat(std::optional<SideHeats> heat);
  /// Of the original's CUDA: number of the file, and a line, which count from 0 and 1.
  void showSourceLine(int file, int line);
  /// Whether the user wants to see it.
  void setHeatShown(bool shown);
  bool isHeatShown() const;
  void setKind(TextKind kind);
  TextKind kind() const { return kind_; }
  /// As it was set last.
  const SideTexts& right() const { return right_; }
  const SideTexts& left() const { return left_; }
  const std::shared_ptr<const Project>& project() const { return project_; }
  DiffView* view() const { return view_; }
  /// The variant's CUDA beside its IR or PTX, in place of the comparison.
  LinkedView* linked() const { return linked_; }
  /// Of the CUDA text.
  ProofBar* proof() const { return proof_; }
  HeatBar* heatBar() const { return heatBar_; }
  QToolButton* tab(TextKind kind) const { return tabs_[static_cast<int>(kind)]; }

signals:
  /// Both texts are on the screen.
  void shown();
  /// Others are compared now, or the same as before read again.
  void sidesChanged();
  void heatToggled(bool shown);
  /// A tab is dragged: what it shows of the right side is wanted as a file.
  void dragged(gevo::ui::TextKind kind, gevo::ui::DragGesture* gesture);
  /// IR is wanted as LLVM prints it, or cleaned.
  void plainIrRequested(bool plain);

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  enum class Place : std::uint8_t { Spot, Kept };
  void setUpBar();
  void fitBar();
  void setUpView();
  bool isLinked() const;
  void showLinked(Place place);
  /// `Spot`: at the line or edit that is to be seen.
  void showDocuments(Place place = Place::Spot);
  void showEdit(int edit);
  void openLine(int file, int line);
  void updateCounter(int current, int count);
  void setSource(int source);
  void offerSources();
  void offerKernels();
  DiffDocument documentOf(TextKind kind, const SideTexts& side, const std::string& kernel = {}) const;
  void fillKernels();

  Selection& selection_;
  std::shared_ptr<const Project> project_;
  std::shared_ptr<const ProgramCoverage> coverage_;
  UnreachedLines unreached_;
  std::optional<SideHeats> heats_;
  SideTexts left_;
  SideTexts right_;
  TextKind kind_ = TextKind::Cuda;
  int source_ = -1;
  QString shownKernel_; ///< that notes are about; empty: all
  SourceSpot line_;     ///< last opened, to be found again in the other texts
  QWidget* bar_;
  QStackedWidget* pages_;
  DiffView* view_;
  LinkedView* linked_;
  QLabel* notice_;
  QLabel* counter_;
  QToolButton* tabs_[3];
  QToolButton* file_;
  QToolButton* kernel_;
  QToolButton* previous_;
  QToolButton* next_;
  QToolButton* find_;
  QToolButton* fold_;
  QToolButton* plain_;
  QToolButton* beside_;
  QToolButton* heat_;
  ProofBar* proof_;
  HeatBar* heatBar_;
  int givenUp_ = 0; ///< of the bar, for want of room: 1, the words of buttons; 2, the counter too
};

} // namespace gevo::ui
