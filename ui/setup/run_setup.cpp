#include "ui/setup/run_setup.h"

#include "core/devices/examine.h"
#include "core/format/error_figure.h"
#include "core/values/device_name.h"
#include "ui/setup/limit_row.h"
#include "ui/setup/parameter_group.h"
#include "ui/setup/presets.h"
#include "ui/tasks/background_pool.h"
#include "ui/text/format.h"
#include "ui/widgets/card.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QFutureWatcher>
#include <QGroupBox>
#include <QMenu>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrent>

#include <cmath>
#include <limits>
#include <thread>

namespace gevo::ui {
namespace {

QString textOf(const Operators& operators) { return QString::fromStdString(printOperators(operators)); }

QSpinBox* makeSpin(int least, int most, const QString& suffix, QWidget* parent) {
  auto* spin = new QSpinBox(parent);
  spin->setRange(least, most);
  spin->setSuffix(suffix);
  return spin;
}

/// Without the zeros at the end.
class ShortSpinBox : public QDoubleSpinBox {
public:
  using QDoubleSpinBox::QDoubleSpinBox;
  QString textFromValue(double value) const override {
    QString text = locale().toString(value, 'f', decimals());
    while (text.endsWith(locale().zeroDigit())) text.chop(1);
    if (text.endsWith(locale().decimalPoint())) text.chop(1);
    return text;
  }
};

} // namespace

RunSetup::RunSetup(const RunSetupOptions& options, QWidget* parent)
    : QDialog(parent), options_(options), preset_(new QComboBox(this)), parameters_(new ParameterGroup(this)),
      summary_(makeDimLabel({}, this)), start_(new QPushButton(tr("Start"))) {
  setWindowTitle(tr("New run"));
  setObjectName("runSetup");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(18, 16, 18, 14);
  column->setSpacing(12);
  addPreset(column);
  auto* halves = new QHBoxLayout;
  halves->setSpacing(12);
  auto* left = new QVBoxLayout;
  auto* right = new QVBoxLayout;
  left->addWidget(makeGoal());
  left->addWidget(makeStops());
  left->addWidget(parameters_);
  left->addStretch();
  right->addWidget(makeSearch());
  right->addWidget(makeMachine());
  right->addStretch();
  halves->addLayout(left, 1);
  halves->addLayout(right, 1);
  column->addLayout(halves);
  auto* buttons = new QDialogButtonBox(this);
  start_->setProperty("primary", true);
  start_->setDefault(true);
  buttons->addButton(start_, QDialogButtonBox::AcceptRole);
  buttons->addButton(QDialogButtonBox::Cancel)->setIcon({});
  auto* bottom = new QHBoxLayout;
  summary_->setWordWrap(true);
  bottom->addWidget(summary_, 1);
  bottom->addWidget(buttons);
  column->addLayout(bottom);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    emit startRequested(settings(), beginWith());
    accept();
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(parameters_, &ParameterGroup::changed, this, &RunSetup::refresh);
  parameters_->setVisible(options.hasParameters);
  show(options.settings);
  start_->setFocus();
}

void RunSetup::addPreset(QVBoxLayout* column) {
  auto* row = new QHBoxLayout;
  for (const Preset& preset : presets()) {
    preset_->addItem(preset.name);
    preset_->setItemData(preset_->count() - 1, preset.tip, Qt::ToolTipRole);
  }
  preset_->addItem(tr("Custom"));
  preset_->setAccessibleName(tr("Preset"));
  row->addWidget(new QLabel(tr("Preset"), this));
  row->addWidget(preset_, 1);
  row->addStretch(1);
  column->addLayout(row);
  connect(preset_, &QComboBox::activated, this, [this](int index) {
    const std::vector<Preset> all = presets();
    if (static_cast<std::size_t>(index) >= all.size()) return;
    RunSettings chosen = all[static_cast<std::size_t>(index)].settings;
    const RunSettings now = settings();
    chosen.search.seed = now.search.seed;
    chosen.search.targeting = now.search.targeting;
    chosen.search.parameters = now.search.parameters;
    chosen.search.tunings = now.search.tunings;
    chosen.evaluation.races = now.evaluation.races;
    chosen.evaluation.metric = now.evaluation.metric;
    chosen.evaluation.across = now.evaluation.across;
    chosen.workers = now.workers;
    show(chosen);
  });
}

QWidget* RunSetup::makeGoal() {
  auto* group = new QGroupBox(tr("Correctness"), this);
  auto* column = new QVBoxLayout(group);
  exact_ = new QRadioButton(options_.isStatistical ? tr("Alike: no difference from the original over all runs")
                                                   : tr("Exact: same outputs as the original"),
                            group);
  tradeOff_ = new QRadioButton(tr("Trade-off: error up to"), group);
  tolerance_ = new ShortSpinBox(group);
  tolerance_->setDecimals(8);
  tolerance_->setRange(0, 1e9);
  tolerance_->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  tolerance_->setAccessibleName(tr("Largest error"));
  metric_ = new QComboBox(group);
  metric_->addItems(
      {tr("largest relative error"), tr("largest absolute error"), tr("root mean square"), tr("share of values that differ")});
  metric_->setAccessibleName(tr("How error is measured"));
  races_ = new QComboBox(group);
  races_->addItems(
      {tr("reject races that the original does not have"), tr("treat the lanes of a warp as in lockstep"), tr("allow, and show")});
  across_ = new QComboBox(group);
  across_->setObjectName("across");
  across_->addItems({tr("that of all of them"), tr("that of the one where the variant is worst")});
  across_->setToolTip(options_.timesSeveral ? tr("A variant may gain on one size and lose on another") : QString());
  auto* row = new QHBoxLayout;
  row->addWidget(tradeOff_);
  row->addWidget(tolerance_);
  row->addWidget(makeUsualTolerances(group));
  row->addStretch();
  energy_ = new QCheckBox(tr("Trade off energy too"), group);
  energy_->setObjectName("energy");
  energy_->setToolTip(tr("Measured with the GPU's energy counter: needs a real GPU, and is much slower than measuring runtime"));
  connect(energy_, &QCheckBox::toggled, this, &RunSetup::refresh);
  edits_ = new QCheckBox(tr("Trade off the number of edits too"), group);
  edits_->setObjectName("edits");
  edits_->setToolTip(tr("The front then shows what each further edit gains, and edits that gain nothing don't pile up"));
  connect(edits_, &QCheckBox::toggled, this, &RunSetup::refresh);
  auto* form = new QFormLayout;
  form->addRow(tr("Error is the"), metric_);
  form->addRow(tr("Data races"), races_);
  form->addRow(tr("Runtime of the tests"), across_);
  form->setRowVisible(across_, options_.timesSeveral);
  column->addWidget(exact_);
  column->addLayout(row);
  column->addLayout(form);
  column->addWidget(edits_);
  column->addWidget(energy_);
  connect(tradeOff_, &QRadioButton::toggled, tolerance_, &QWidget::setEnabled);
  connect(tradeOff_, &QRadioButton::toggled, this, &RunSetup::refresh);
  connect(tolerance_, &QDoubleSpinBox::valueChanged, this, &RunSetup::refresh);
  connect(metric_, &QComboBox::currentIndexChanged, this, [this](int index) {
    tolerance_->setSuffix(isShare(static_cast<Metric>(index)) ? QStringLiteral(" %") : QString());
    refresh();
  });
  return group;
}

QWidget* RunSetup::makeUsualTolerances(QWidget* group) {
  auto* button = new QToolButton(group);
  button->setObjectName("tolerances");
  button->setText(tr("Usual ▾"));
  button->setToolTip(tr("Tolerances that are often used"));
  button->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(button);
  const auto add = [&](const QString& text, Metric metric, double tolerance) {
    connect(menu->addAction(text), &QAction::triggered, this, [this, metric, tolerance] {
      tradeOff_->setChecked(true);
      metric_->setCurrentIndex(static_cast<int>(metric));
      tolerance_->setValue(tolerance * errorScale(metric));
    });
  };
  add(tr("1 %: results that are rounded otherwise"), Metric::MaxRelative, 0.01);
  add(tr("5 %: approximations, where no value may be far off"), Metric::MaxRelative, 0.05);
  add(tr("Picture quality: root mean square of 2.5, a hundredth of 256 shades"), Metric::Rmse, 2.5);
  add(tr("One value in a hundred may differ, as in labels and masks"), Metric::Mismatch, 0.01);
  button->setMenu(menu);
  return button;
}

QWidget* RunSetup::makeStops() {
  auto* group = new QGroupBox(tr("Stop, whichever comes first"), this);
  auto* column = new QVBoxLayout(group);
  const double many = std::numeric_limits<std::int32_t>::max();
  generations_ = new LimitRow(tr("after"), tr("generations"), 1, many, 0, 100, group);
  minutes_ = new LimitRow(tr("after"), tr("minutes"), 0.1, 1e6, 1, 10, group);
  target_ = new LimitRow(tr("at a speedup of"), tr("times"), 1.01, 1000, 2, 1.2, group);
  stagnation_ = new LimitRow(tr("after"), tr("generations without a better variant"), 1, many, 0, 20, group);
  generations_->setSingular(tr("generation"));
  minutes_->setSingular(tr("minute"));
  stagnation_->setSingular(tr("generation without a better variant"));
  for (LimitRow* row : {generations_, minutes_, target_, stagnation_}) {
    column->addWidget(row);
    connect(row, &LimitRow::changed, this, &RunSetup::refresh);
  }
  return group;
}

QWidget* RunSetup::makeSearch() {
  auto* group = new QGroupBox(tr("Search"), this);
  auto* form = new QFormLayout(group);
  population_ = makeSpin(4, 65536, {}, group);
  islands_ = makeSpin(1, 1024, {}, group);
  islands_->setObjectName("islands");
  islands_->setToolTip(tr("Populations of that size, which evolve on their own"));
  migration_ = makeSpin(1, 1000, {}, group);
  migration_->setPrefix(tr("exchange every "));
  migration_->setSuffix(tr(" generations"));
  migration_->setToolTip(tr("Each island hands its best on to the next"));
  auto* islands = new QHBoxLayout;
  islands->addWidget(islands_);
  islands->addWidget(migration_, 1);
  crossover_ = makeSpin(0, 100, QStringLiteral(" %"), group);
  mutation_ = makeSpin(0, 100, QStringLiteral(" %"), group);
  elites_ = makeSpin(0, 65536, {}, group);
  eliteUnit_ = new QComboBox(group);
  eliteUnit_->addItems({tr("% of the population"), tr("variants")});
  auto* elites = new QHBoxLayout;
  elites->addWidget(elites_);
  elites->addWidget(eliteUnit_);
  targets_ = new QComboBox(group);
  targets_->addItems({tr("where the tests spend time"), tr("anywhere, as in the paper")});
  operators_ = new QComboBox(group);
  operators_->addItem(tr("all"), textOf(allOperators()));
  operators_->addItem(tr("the six of the paper"), textOf(gevoOperators()));
  operators_->setToolTip(
      tr("The paper's six rearrange the code. The others tell the compiler how to compile it: unrolling of loops, more passes of "
         "LLVM, loads of vectors, branches for the sizes that the tests have, pointers that share no memory and, on real GPUs, cache "
         "operators and limits of registers. "
         "With a tolerance they also approximate: divisions and roots, "
         "doubles as floats, loops that leave out rounds, loads that threads share"));
  adaptOperators_ = new QCheckBox(tr("draw operators that paid more often"), group);
  adaptOperators_->setToolTip(tr("The six of the paper alone are always drawn equally often."));
  ideas_ = new QCheckBox(tr("draw from my ideas"), group);
  ideas_->setObjectName("ideas");
  ideas_->setToolTip(tr("A fifth of the mutations try what paid in your other programs; gevo ideas --add FILE fills that archive."));
  ideas_->setEnabled(!offeredIdeas().empty());
  dropInactive_ = new QCheckBox(tr("drop edits that have no effect"), group);
  randomTest_ = new QCheckBox(tr("one random test per generation"), group);
  counterexamples_ = new QCheckBox(tr("try what leads on fuzz inputs"), group);
  counterexamples_->setToolTip(tr("Inputs on which a variant that leads fails become tests of the run."));
  seed_ = makeSpin(0, std::numeric_limits<int>::max(), {}, group);
  runs_ = makeSpin(1, 10000, {}, group);
  form->addRow(tr("Population"), population_);
  form->addRow(tr("Islands"), islands);
  form->addRow(tr("Crossover"), crossover_);
  form->addRow(tr("Mutation"), mutation_);
  form->addRow(tr("Elites"), elites);
  form->addRow(tr("Mutation sites"), targets_);
  form->addRow(tr("Operators"), operators_);
  form->addRow(QString(), adaptOperators_);
  form->addRow(QString(), ideas_);
  form->addRow(QString(), dropInactive_);
  form->addRow(QString(), randomTest_);
  form->addRow(QString(), counterexamples_);
  form->addRow(tr("Seed"), seed_);
  form->addRow(tr("Independent runs"), runs_);
  seed_->setToolTip(tr("The same seed gives the same run"));
  runs_->setToolTip(tr("One after another, with consecutive seeds"));
  for (QSpinBox* spin : {population_, islands_, migration_, crossover_, mutation_, elites_, seed_, runs_})
    connect(spin, &QSpinBox::valueChanged, this, &RunSetup::refresh);
  for (QComboBox* box : {eliteUnit_, targets_, operators_, races_, across_})
    connect(box, &QComboBox::currentIndexChanged, this, &RunSetup::refresh);
  for (QCheckBox* box : {adaptOperators_, ideas_, dropInactive_, randomTest_, counterexamples_})
    connect(box, &QCheckBox::toggled, this, &RunSetup::refresh);
  return group;
}

QWidget* RunSetup::makeMachine() {
  auto* group = new QGroupBox(tr("Where"), this);
  auto* form = new QFormLayout(group);
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  workers_ = makeSpin(0, 1024, {}, group);
  workers_->setSpecialValueText(tr("automatic"));
  workers_->setToolTip(tr("Worker processes: one per core (%1), or four per GPU where variants are evaluated by running the host program. "
                          "Their number never changes what a run finds")
                           .arg(cores));
  begin_ = new QComboBox(group);
  begin_->addItem(tr("the original"), 0);
  for (auto run = options_.runs.rbegin(); run != options_.runs.rend(); ++run)
    begin_->addItem(tr("the front of run %1").arg(*run), QVariant::fromValue<qint64>(*run));
  devices_ = makeDimLabel(tr("looking for devices…"), group);
  devices_->setWordWrap(true);
  device_ = new QComboBox(group);
  device_->setObjectName("device");
  device_->setAccessibleName(tr("Device"));
  form->addRow(tr("Device"), device_);
  form->addRow(QString(), devices_);
  form->addRow(tr("Workers"), workers_);
  form->addRow(tr("Start from"), begin_);
  connect(workers_, &QSpinBox::valueChanged, this, &RunSetup::refresh);
  connect(device_, &QComboBox::currentIndexChanged, this, &RunSetup::refresh);
  examineMachine();
  return group;
}

/// Shows the output of `gevo doctor` when it is there; nothing waits for it.
void RunSetup::examineMachine() {
  auto* watcher = new QFutureWatcher<Result<MachineReport>>(this);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
    watcher->deleteLater();
    const Result<MachineReport> reply = watcher->result();
    if (!reply) return devices_->setText(QString::fromStdString(reply.error().message));
    for (const DeviceChoice& choice : reply->devices) offerDevice(choice.id, choice.name);
    QStringList lines;
    for (const Finding& finding : reply->findings)
      if (finding.name == "NVIDIA GPU") lines << QString::fromStdString(fmt::format("{}: {}", finding.name, finding.text));
    devices_->setText(lines.join('\n'));
    resize(size().expandedTo(sizeHint())); // rows keep their height
  });
  watcher->setFuture(QtConcurrent::run(&backgroundPool(), gevo::examineMachine, options_.workerProgram));
}

/// Adds a device, or its name if only its id was known.
void RunSetup::offerDevice(const std::string& id, const std::string& name) {
  const QString key = QString::fromStdString(id);
  const QString text = isGpu(id) ? QString::fromStdString(name) : tr("simulated %1").arg(QString::fromStdString(name));
  const int row = device_->findData(key);
  row < 0 ? device_->addItem(text, key) : device_->setItemText(row, text);
}

void RunSetup::show(const RunSettings& settings) {
  filling_ = true;
  shown_ = settings;
  const EvaluationSettings& evaluation = settings.evaluation;
  const QString device = QString::fromStdString(evaluation.device);
  const QString name = device.isEmpty() ? tr("the one the file was made for") : device == "sim" ? tr("simulated H200") : device;
  if (device_->findData(device) < 0) device_->addItem(name, device);
  device_->setCurrentIndex(device_->findData(device));
  const SearchSettings& search = settings.search;
  (evaluation.mode == Mode::Exact ? exact_ : tradeOff_)->setChecked(true);
  tolerance_->setEnabled(evaluation.mode == Mode::TradeOff);
  metric_->setCurrentIndex(static_cast<int>(evaluation.metric));
  tolerance_->setSuffix(isShare(evaluation.metric) ? QStringLiteral(" %") : QString());
  tolerance_->setValue(evaluation.tolerance * errorScale(evaluation.metric));
  shownTolerance_ = tolerance_->value();
  races_->setCurrentIndex(static_cast<int>(evaluation.races));
  across_->setCurrentIndex(static_cast<int>(evaluation.across));
  energy_->setChecked(measuresEnergy(evaluation));
  edits_->setChecked(countsEdits(evaluation));
  generations_->setValue(search.generations);
  minutes_->setValue(search.seconds / 60);
  target_->setValue(search.target);
  stagnation_->setValue(search.stagnation);
  population_->setValue(static_cast<int>(search.population));
  islands_->setValue(static_cast<int>(search.islands));
  migration_->setValue(static_cast<int>(search.migration));
  crossover_->setValue(static_cast<int>(std::lround(search.crossoverRate * 100)));
  mutation_->setValue(static_cast<int>(std::lround(search.mutationRate * 100)));
  eliteUnit_->setCurrentIndex(search.eliteCount > 0 ? 1 : 0);
  elites_->setValue(search.eliteCount > 0 ? static_cast<int>(search.eliteCount) : static_cast<int>(std::lround(search.eliteShare * 100)));
  targets_->setCurrentIndex(static_cast<int>(search.targeting));
  const QString operators = textOf(search.operators);
  if (operators_->findData(operators) < 0) operators_->addItem(operators, operators);
  operators_->setCurrentIndex(operators_->findData(operators));
  adaptOperators_->setChecked(search.adaptOperators);
  ideas_->setChecked(!search.ideas.empty());
  dropInactive_->setChecked(search.dropInactive);
  randomTest_->setChecked(search.randomTest);
  counterexamples_->setChecked(search.counterexamples);
  parameters_->show(search);
  seed_->setValue(static_cast<int>(std::min<std::uint64_t>(search.seed, std::numeric_limits<int>::max())));
  runs_->setValue(static_cast<int>(settings.runs));
  workers_->setValue(static_cast<int>(settings.workers));
  filling_ = false;
  refresh();
}

RunSettings RunSetup::settings() const {
  RunSettings settings = options_.settings; // settings without a field stay as they were
  EvaluationSettings& evaluation = settings.evaluation;
  evaluation.device = device_->currentData().toString().toStdString();
  SearchSettings& search = settings.search;
  evaluation.mode = exact_->isChecked() ? Mode::Exact : Mode::TradeOff;
  evaluation.metric = static_cast<Metric>(metric_->currentIndex());
  // An unchanged field keeps its exact value, however it is rounded.
  const auto percent = [](const QSpinBox* spin, double shown) {
    return spin->value() == std::lround(shown * 100) ? shown : spin->value() / 100.0;
  };
  const bool sameTolerance = tolerance_->value() == shownTolerance_ && evaluation.metric == shown_.evaluation.metric;
  evaluation.tolerance = sameTolerance ? shown_.evaluation.tolerance : tolerance_->value() / errorScale(evaluation.metric);
  evaluation.races = static_cast<RacePolicy>(races_->currentIndex());
  evaluation.across = static_cast<Across>(across_->currentIndex());
  std::erase_if(evaluation.objectives, [](Objective one) { return one == Objective::Energy || one == Objective::Edits; });
  if (energy_->isChecked() && energy_->isEnabled()) evaluation.objectives.push_back(Objective::Energy);
  if (edits_->isChecked()) evaluation.objectives.push_back(Objective::Edits);
  search.generations = static_cast<std::uint32_t>(generations_->value());
  search.seconds = minutes_->value() * 60;
  search.target = target_->value();
  search.stagnation = static_cast<std::uint32_t>(stagnation_->value());
  search.evaluations = 0;
  search.population = static_cast<std::uint32_t>(population_->value());
  search.islands = static_cast<std::uint32_t>(islands_->value());
  search.migration = static_cast<std::uint32_t>(migration_->value());
  search.crossoverRate = percent(crossover_, shown_.search.crossoverRate);
  search.mutationRate = percent(mutation_, shown_.search.mutationRate);
  const bool counted = eliteUnit_->currentIndex() == 1 && elites_->value() > 0;
  search.eliteCount = counted ? static_cast<std::uint32_t>(elites_->value()) : 0;
  search.eliteShare = counted ? RunSettings().search.eliteShare : std::min(1.0, percent(elites_, shown_.search.eliteShare));
  search.targeting = static_cast<Targeting>(targets_->currentIndex());
  if (const auto chosen = parseOperators(operators_->currentData().toString().toStdString())) search.operators = *chosen;
  search.adaptOperators = adaptOperators_->isChecked();
  search.ideas = ideas_->isChecked() ? offeredIdeas() : Ideas();
  search.dropInactive = dropInactive_->isChecked();
  search.randomTest = randomTest_->isChecked();
  search.counterexamples = counterexamples_->isChecked();
  parameters_->fill(search);
  search.seed = static_cast<std::uint64_t>(seed_->value());
  settings.runs = static_cast<std::uint32_t>(runs_->value());
  settings.position = 1;
  settings.workers = static_cast<std::uint32_t>(workers_->value());
  return settings;
}

/// Where the archive has none, those that the run which is shown had.
const Ideas& RunSetup::offeredIdeas() const { return options_.ideas.empty() ? options_.settings.search.ideas : options_.ideas; }

std::int64_t RunSetup::beginWith() const { return begin_->currentData().toLongLong(); }
QString RunSetup::summary() const { return summary_->text(); }
QString RunSetup::devices() const { return devices_->text(); }

void RunSetup::refresh() {
  if (filling_) return;
  energy_->setEnabled(isGpu(device_->currentData().toString().toStdString()));
  const RunSettings now = settings();
  const int preset = presetOf(now);
  preset_->setCurrentIndex(preset < 0 ? preset_->count() - 1 : preset);
  Result<void> checked = checkRunSettings(now);
  const SearchSettings& search = now.search;
  const bool endless = search.generations == 0 && search.seconds <= 0 && search.target <= 0 && search.stagnation == 0;
  if (checked && endless && now.runs > 1)
    checked = std::unexpected(Error{tr("Several runs need a stop condition: choose when each of them stops.").toStdString(), {}});
  start_->setEnabled(checked.has_value());
  if (!checked) {
    summary_->setText(QString::fromStdString(checked.error().message));
    return;
  }
  QStringList sentences;
  if (endless) sentences << tr("Runs until you stop it.");
  if (search.generations > 0 && options_.secondsPerEvaluation > 0) {
    const double evaluations = (search.generations + 1.0) * search.slotCount() * options_.evaluationsPerVariant * now.runs;
    sentences << tr("About %1 at the pace of the latest run.").arg(durationText(evaluations * options_.secondsPerEvaluation));
  }
  sentences << tr("The best variants are validated on held-out tests at the end.");
  summary_->setText(sentences.join(' '));
}

} // namespace gevo::ui
