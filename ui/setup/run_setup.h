#pragma once

/// The settings of a new run, asked before it starts. Every field has a default that works.

#include "core/values/settings.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QRadioButton;
class QSpinBox;
class QVBoxLayout;

namespace gevo::ui {

class LimitRow;
class ParameterGroup;

struct RunSetupOptions {
  RunSettings settings;             ///< to begin with
  bool hasParameters = false;       ///< the program: whether to ask how they are used
  bool timesSeveral = false;        ///< more than one of its tests or workloads is timed
  bool isStatistical = false;       ///< its results vary
  Ideas ideas;                      ///< from other programs, that the user's archive has; empty: it has none
  std::vector<std::int64_t> runs;   ///< of the file, whose fronts can seed generation 0
  double secondsPerEvaluation = 0;  ///< of the latest run, all workers together; 0: unknown
  double evaluationsPerVariant = 4; ///< evaluations needed for a valid variant
  std::string workerProgram;        ///< lists the devices; empty: the one next to the running program
};

class RunSetup : public QDialog {
  Q_OBJECT
public:
  explicit RunSetup(const RunSetupOptions& options, QWidget* parent = nullptr);

  RunSettings settings() const;
  /// The run whose front seeds generation 0; 0: the original.
  std::int64_t beginWith() const;
  QComboBox* presetChoice() const { return preset_; }
  QPushButton* startButton() const { return start_; }
  QString summary() const;
  /// What is known about the devices of this machine, one message per line.
  QString devices() const;

signals:
  void startRequested(const gevo::RunSettings& settings, qint64 beginWith);

private:
  void addPreset(QVBoxLayout* column);
  QWidget* makeGoal();
  QWidget* makeUsualTolerances(QWidget* group);
  QWidget* makeStops();
  QWidget* makeSearch();
  QWidget* makeMachine();
  void examineMachine();
  void offerDevice(const std::string& id, const std::string& name);
  void show(const RunSettings& settings);
  void refresh();
  const Ideas& offeredIdeas() const;

  RunSetupOptions options_;
  RunSettings shown_;         ///< what the fields were filled with
  double shownTolerance_ = 0; ///< as its field rounds it
  bool filling_ = false;      ///< fields change because a preset was chosen
  QComboBox* preset_;
  QRadioButton* exact_;
  QRadioButton* tradeOff_;
  QDoubleSpinBox* tolerance_;
  QComboBox* metric_;
  QComboBox* races_;
  QComboBox* across_; ///< what the runtime of several tests is
  ParameterGroup* parameters_;
  LimitRow* generations_;
  LimitRow* minutes_;
  LimitRow* target_;
  LimitRow* stagnation_;
  QSpinBox* population_;
  QSpinBox* islands_;
  QSpinBox* migration_;
  QSpinBox* crossover_;
  QSpinBox* mutation_;
  QSpinBox* elites_;
  QComboBox* eliteUnit_;
  QComboBox* targets_;
  QComboBox* operators_; ///< the data of an item: as printOperators has them
  QCheckBox* adaptOperators_;
  QCheckBox* ideas_;
  QCheckBox* dropInactive_;
  QCheckBox* randomTest_;
  QCheckBox* counterexamples_;
  QCheckBox* energy_ = nullptr; ///< energy as an objective
  QCheckBox* edits_ = nullptr;  ///< their number as one
  QSpinBox* seed_;
  QSpinBox* runs_;
  QComboBox* begin_;
  QSpinBox* workers_;
  QComboBox* device_ = nullptr;
  QLabel* devices_; ///< output of `gevo doctor`
  QLabel* summary_;
  QPushButton* start_;
};

} // namespace gevo::ui
