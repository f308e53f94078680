#include "ui/portability/portability_dialog.h"

#include "core/portability/portability_text.h"
#include "ui/export/table_export.h"
#include "ui/plot/plot_export.h"
#include "ui/portability/device_list.h"
#include "ui/portability/portability_plot.h"
#include "ui/portability/portability_table.h"
#include "ui/text/figures.h"
#include "ui/text/format.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/table_style.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QGroupBox>
#include <QHeaderView>
#include <QListWidget>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr int choicesWidth = 268;

std::size_t cellsOf(const Portability& found) {
  std::size_t count = 0;
  for (const PortabilityRow& row : found.rows) count += row.cells.size();
  return count;
}

bool isModelFile(const std::string& device) { return device.starts_with("sim:") && device.ends_with(".toml"); }

} // namespace

PortabilityDialog::PortabilityDialog(const PortabilityDialogOptions& options, QWidget* parent)
    : QDialog(parent), options_(options), service_(options.workerProgram), shown_(std::make_shared<const Portability>()),
      variants_(new QListWidget(this)), devices_(new DeviceList(this)), results_(new QStackedWidget(this)),
      plot_(new PortabilityPlot(this)), model_(new PortabilityTable(this)), sorted_(new QSortFilterProxyModel(this)),
      table_(new QTableView(this)), progress_(new QProgressBar(this)), status_(new ElidedLabel(this)),
      export_(new QPushButton(tr("Export"), this)), measure_(new QPushButton(tr("Measure"), this)),
      cancel_(new QPushButton(tr("Cancel"), this)) {
  setWindowTitle(
      tr("Compare Devices: %1, run %2").arg(QFileInfo(QString::fromStdString(options.file.string())).fileName()).arg(options.run.id));
  setObjectName("portability");
  resize(1120, 680);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 14, 16, 14);
  column->setSpacing(12);
  auto* halves = new QHBoxLayout;
  halves->setSpacing(14);
  halves->addWidget(makeChoices());
  halves->addWidget(makeResults(), 1);
  column->addLayout(halves, 1);
  addButtons(column);
  addExports();
  for (const RunInfo& run : options.runs)
    if (const std::string& device = run.settings.evaluation.device; isModelFile(device))
      devices_->offerModel(QString::fromStdString(device.substr(4)), run.id == options.run.id, run.device);
  devices_->examine(options.workerProgram);
  connect(devices_, &DeviceList::changed, this, &PortabilityDialog::refresh);
  connect(variants_, &QListWidget::itemChanged, this, &PortabilityDialog::refresh);
  connect(&service_, &PortabilityService::measured, this, &PortabilityDialog::showFound);
  connect(&service_, &PortabilityService::progressed, this, [this](const QString& doing) {
    const auto of = static_cast<qsizetype>(planned_.rows.size() * planned_.devices.size());
    status_->setText(tr("%1 of %2 measured: %3").arg(cellsOf(*shown_)).arg(of).arg(doing));
  });
  connect(&service_, &PortabilityService::failed, this, [this](const QString& message) { problem_ = message; });
  connect(&service_, &PortabilityService::ended, this, &PortabilityDialog::showEnd);
  setTheme(options.theme);
  refresh();
}

QWidget* PortabilityDialog::makeChoices() {
  auto* choices = new QWidget(this);
  choices->setFixedWidth(choicesWidth);
  auto* column = new QVBoxLayout(choices);
  column->setContentsMargins(0, 0, 0, 0);
  variants_->setAccessibleName(tr("Variants"));
  variants_->setObjectName("variants");
  variants_->setSelectionMode(QAbstractItemView::NoSelection);
  const auto add = [&](const QString& title, QListWidget* list, int share) {
    auto* group = new QGroupBox(title, choices);
    auto* inside = new QVBoxLayout(group);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->addWidget(list);
    column->addWidget(group, share);
    return inside;
  };
  add(tr("Variants"), variants_, 2);
  auto* model = makeToolButton(tr("Add a model file…"), tr("A model of a GPU, as gevo calibrate writes it"), this);
  connect(model, &QAbstractButton::clicked, this, &PortabilityDialog::askForModel);
  add(tr("Devices"), devices_, 3)->addWidget(model, 0, Qt::AlignLeft);
  return choices;
}

QWidget* PortabilityDialog::makeResults() {
  auto* notice = new QLabel(tr("What variants gain on other devices, or why they don't run there.\n"
                               "Each device runs the original first; speedups are over that."),
                            this);
  notice->setProperty("notice", true);
  notice->setAlignment(Qt::AlignCenter);
  notice->setWordWrap(true);
  setUpTable();
  auto* both = new QSplitter(Qt::Vertical, this);
  both->setChildrenCollapsible(false);
  both->addWidget(plot_);
  both->addWidget(table_);
  both->setStretchFactor(0, 1);
  both->setSizes({360, 220});
  plot_->setMinimumHeight(180);
  results_->addWidget(notice);
  results_->addWidget(both);
  auto* group = new QGroupBox(tr("Results"), this);
  auto* inside = new QVBoxLayout(group);
  inside->setContentsMargins(0, 0, 0, 0);
  inside->addWidget(results_);
  return group;
}

void PortabilityDialog::setUpTable() {
  sorted_->setSourceModel(model_);
  sorted_->setSortRole(PortabilityTable::sortRole);
  styleTable(table_);
  table_->setAccessibleName(tr("Results"));
  table_->setModel(sorted_);
  table_->setSortingEnabled(true);
  table_->sortByColumn(-1, Qt::AscendingOrder); // variant by variant, as chosen
  for (const auto column : {PortabilityColumn::Speedup, PortabilityColumn::Original, PortabilityColumn::Runtime})
    table_->setItemDelegateForColumn(static_cast<int>(column), new FigureDelegate(table_));
  const int widths[] = {74, 196, 76, 84, 84};
  for (int column = 0; column < PortabilityTable::columns - 1; ++column) table_->setColumnWidth(column, widths[column]);
  table_->horizontalHeader()->setStretchLastSection(true);
}

void PortabilityDialog::addButtons(QVBoxLayout* column) {
  progress_->setTextVisible(false);
  progress_->setFixedSize(120, 6);
  progress_->setAccessibleName(tr("Progress"));
  QSizePolicy policy = progress_->sizePolicy();
  policy.setRetainSizeWhenHidden(false);
  progress_->setSizePolicy(policy);
  status_->setProperty("dim", true);
  status_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  measure_->setProperty("primary", true);
  measure_->setDefault(true);
  auto* close = new QPushButton(tr("Close"), this);
  for (QPushButton* button : {export_, cancel_, close}) button->setAutoDefault(false);
  auto* row = new QHBoxLayout;
  row->setSpacing(10);
  row->addWidget(progress_);
  row->addWidget(status_, 1);
  for (QPushButton* button : {export_, measure_, cancel_, close}) row->addWidget(button);
  column->addLayout(row);
  connect(measure_, &QPushButton::clicked, this, &PortabilityDialog::measure);
  connect(cancel_, &QPushButton::clicked, &service_, &PortabilityService::cancel);
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
}

void PortabilityDialog::addExports() {
  const auto csv = [this]() -> std::function<QByteArray()> {
    return [found = shown_] { return QByteArray::fromStdString(portabilityCsv(*found)); };
  };
  const auto json = [this]() -> std::function<QByteArray()> {
    return [found = shown_] { return QByteArray::fromStdString(portabilityJson(*found) + '\n'); };
  };
  ExportMenu* plot = addPlotExport(plot_, plot_->plot(), "devices", csv);
  tableExport_ = addTableExport(table_, "devices", csv, json);
  auto* menu = new QMenu(export_);
  plot->addTo(menu->addMenu(tr("The Plot")));
  tableExport_->addTo(menu->addMenu(tr("The Table")));
  export_->setMenu(menu);
  for (const ExportMenu* one : {plot, tableExport_}) {
    connect(one, &ExportMenu::failed, status_, &QLabel::setText);
    connect(one, &ExportMenu::copied, status_, [this] { status_->setText(tr("Copied.")); });
    connect(one, &ExportMenu::saved, status_, [this](const QString& path) { status_->setText(tr("Saved as %1").arg(path)); });
  }
}

void PortabilityDialog::offerVariant(std::int64_t variant, const QString& gain, const QString& tip, bool checked) {
  for (int row = 0; row < variants_->count(); ++row) {
    if (variants_->item(row)->data(Qt::UserRole).toLongLong() != variant) continue;
    if (checked) variants_->item(row)->setCheckState(Qt::Checked);
    return;
  }
  const QString title = variantTitle(variant);
  auto* added = new QListWidgetItem(gain.isEmpty() ? title : title + QStringLiteral(" · ") + gain);
  added->setData(Qt::UserRole, QVariant::fromValue<qint64>(variant));
  added->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
  added->setCheckState(checked ? Qt::Checked : Qt::Unchecked);
  added->setToolTip(tip);
  variants_->addItem(added);
  refresh();
}

void PortabilityDialog::setTheme(const Theme& theme) { plot_->setTheme(theme); }

QString PortabilityDialog::status() const { return status_->text(); }

void PortabilityDialog::askForModel() {
  auto* dialog = new QFileDialog(this, tr("Add a model of a GPU"), {}, tr("Models of GPUs (*.toml)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { devices_->offerModel(path, true); });
  dialog->open();
}

std::vector<std::int64_t> PortabilityDialog::checkedVariants() const {
  std::vector<std::int64_t> checked;
  for (int row = 0; row < variants_->count(); ++row)
    if (const QListWidgetItem* item = variants_->item(row); item->checkState() == Qt::Checked)
      checked.push_back(item->data(Qt::UserRole).toLongLong());
  return checked;
}

void PortabilityDialog::refresh() {
  const bool running = service_.running();
  const bool hasVariants = !checkedVariants().empty();
  const bool hasDevices = !devices_->checkedDevices().empty();
  measure_->setEnabled(!running && hasVariants && hasDevices);
  measure_->setToolTip(!hasVariants ? tr("Check a variant first") : !hasDevices ? tr("Check a device first") : QString());
  cancel_->setEnabled(running);
  export_->setEnabled(cellsOf(*shown_) > 0);
  progress_->setVisible(running);
}

void PortabilityDialog::measure() {
  if (service_.running()) return;
  PortabilityService::Request request{options_.file, options_.run, checkedVariants(), {}};
  planned_ = {};
  for (const std::int64_t variant : request.variants) planned_.rows.push_back({variant, {}});
  for (const DeviceList::Device& device : devices_->checkedDevices()) {
    request.devices.push_back(device.id);
    planned_.devices.push_back(device.title);
  }
  if (request.variants.empty() || request.devices.empty()) return;
  problem_.clear();
  status_->setText(tr("starting…"));
  progress_->setRange(0, static_cast<int>(request.variants.size() * request.devices.size()));
  results_->setCurrentIndex(1);
  showFound(std::make_shared<const Portability>(planned_));
  service_.measure(request);
  refresh();
}

/// Devices that are still to be measured are shown by the names that they are listed by.
void PortabilityDialog::showFound(const std::shared_ptr<const Portability>& soFar) {
  auto all = std::make_shared<Portability>(*soFar);
  for (std::size_t i = all->devices.size(); i < planned_.devices.size(); ++i) all->devices.push_back(planned_.devices[i]);
  shown_ = std::move(all);
  plot_->setFound(shown_);
  model_->setFound(shown_);
  progress_->setValue(static_cast<int>(cellsOf(*shown_)));
  refresh();
}

void PortabilityDialog::showEnd() {
  const std::size_t of = planned_.rows.size() * planned_.devices.size();
  const std::size_t measured = cellsOf(*shown_);
  std::size_t run = 0;
  for (const PortabilityRow& row : shown_->rows)
    run += static_cast<std::size_t>(std::ranges::count_if(row.cells, [](const PortabilityCell& cell) { return cell.runs(); }));
  status_->setText(!problem_.isEmpty() ? problem_
                   : measured < of     ? tr("Cancelled: %1 of %2 measured.").arg(measured).arg(of)
                   : run == of         ? tr("All of them run.")
                                       : tr("%1 of %2 run; the table says why the others don't.").arg(run).arg(of));
  refresh();
}

} // namespace gevo::ui
