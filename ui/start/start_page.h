#pragma once

/// The page shown while no file is open: introduction, recent files, samples.

#include "core/project/samples.h"
#include "ui/start/file_summary.h"
#include "ui/theme/theme.h"

#include <QScrollArea>

class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace gevo::ui {

class RecentCard;
class SampleCard;

class StartPage : public QScrollArea {
  Q_OBJECT
public:
  explicit StartPage(QWidget* parent = nullptr);
  /// Reads the files again, off this thread.
  void refresh();
  void setTheme(const Theme& theme);
  /// The current step of a sample's build; empty: none is going on.
  void setSampleProgress(const QString& name, const QString& step);
  const std::vector<RecentCard*>& recentCards() const { return recent_; }
  const std::vector<SampleCard*>& sampleCards() const { return samples_; }

signals:
  void openRequested();
  void newRequested();
  void fileChosen(const QString& path);
  void sampleChosen(const gevo::Sample& sample);
  /// Its build is to be cancelled.
  void sampleCancelled(const QString& name);

protected:
  void showEvent(QShowEvent* event) override;

private:
  void addHead(QVBoxLayout* column);
  QWidget* makeSteps();
  QGridLayout* addSection(QVBoxLayout* column, QLabel* title);
  void addSamples();
  void addCard(const QString& path);
  void read(RecentCard* card);
  void remove(RecentCard* card);
  void arrange();

  Theme theme_ = Theme::light();
  QWidget* steps_;
  QLabel* recentTitle_;
  QGridLayout* recentGrid_;
  QLabel* samplesTitle_;
  QGridLayout* samplesGrid_;
  std::vector<RecentCard*> recent_;
  std::vector<SampleCard*> samples_;
};

} // namespace gevo::ui
