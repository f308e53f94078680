#pragma once

/// The window while it presents a run: the front in large type and one variant beside it. Keys go through a tour of variants and replay
/// the run; a click on a point shows its variant. Everything comes from the run model and from what is asked for; nothing waits for it.

#include "core/values/project.h"
#include "ui/model/filter_model.h"
#include "ui/model/selection.h"
#include "ui/model/variant_group.h"
#include "ui/presentation/replay.h"
#include "ui/presentation/tour.h"
#include "ui/theme/theme.h"

#include <QWidget>

#include <map>
#include <memory>

class QLabel;
class QStackedWidget;
class QVBoxLayout;

namespace gevo::ui {

class ParetoView;
class ReplayBoard;
class StageFooter;
class VariantBoard;

class Stage : public QWidget {
  Q_OBJECT
public:
  Stage(const RunModel& model, const AnnotationService& annotations, QWidget* parent = nullptr);
  /// At the usual scale; the stage has one that suits its size.
  void setTheme(const Theme& theme);
  void setReducedMotion(bool reduced);
  /// `name`: of what is presented. Null: no file is open.
  void setProject(std::shared_ptr<const Project> project, const QString& name);
  /// From the first stop on. Before that, and after `end`, nothing is asked for.
  void begin();
  void end();
  QSize minimumSizeHint() const override { return {0, 0}; } // the window may be smaller than a stage needs

  const Theme& theme() const { return theme_; }
  const Tour& tour() const { return tour_; }
  std::size_t place() const { return place_; }
  /// Instead of a run; empty: there is one.
  QString notice() const;
  ParetoView* front() const { return front_; }
  VariantBoard* board() const { return board_; }
  ReplayBoard* replayBoard() const { return replayBoard_; }
  StageFooter* footer() const { return footer_; }
  Replay& replay() { return replay_; }

public slots:
  void setDetails(qint64 variant, const std::shared_ptr<const gevo::VariantDetails>& details);
  /// `sentence`: where its time goes beside the original; empty: that can't be found.
  void setTime(qint64 variant, const QString& sentence);
  void goTo(qsizetype place);

signals:
  /// `setDetails` is to follow; those asked for last are needed first.
  void detailsRequested(qint64 variant);
  /// Of the variant that is shown; `setTime` is to follow, unless another one is asked for before.
  void timeRequested(qint64 variant, const gevo::EditList& edits);
  void leaveRequested();

protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

private:
  void setUpPages();
  void addKeys();
  void connectModel();
  void dress();
  void forget();
  void forgetPassed();
  void refreshTour();
  void refreshTexts();
  void showStop();
  void showReplay();
  std::shared_ptr<const VariantDetails> detailsOf(std::int64_t variant);
  std::vector<DiscoveryPin> discoveries();

  const RunModel& model_;
  const AnnotationService& annotations_;
  Selection selection_;       ///< apart from the window's, which stays as it is
  VariantGroup group_;        ///< likewise, and empty
  FilterModel filter_;        ///< likewise: all variants pass
  TimelinePosition timeline_; ///< likewise
  Replay replay_;
  Theme usual_ = Theme::light();
  Theme theme_ = Theme::light(); ///< at the stage's scale
  std::shared_ptr<const Project> project_;
  QString name_;
  std::map<std::int64_t, std::shared_ptr<const VariantDetails>> details_; ///< null: asked for
  std::map<std::int64_t, QString> times_;                                 ///< as setTime has them
  Tour tour_;
  std::size_t place_ = 0;
  bool active_ = false;
  std::optional<Stop> chosen_; ///< in the plot, in place of the tour's
  QStackedWidget* pages_;
  QLabel* notice_;
  QWidget* body_;
  QLabel* program_;
  QLabel* simulated_;
  QLabel* quantities_;
  ParetoView* front_;
  QStackedWidget* boards_;
  VariantBoard* board_;
  ReplayBoard* replayBoard_;
  StageFooter* footer_;
};

/// For a stage of that size: as large beside it on every screen, and never below 1.
double stageScale(const QSize& size);

} // namespace gevo::ui
