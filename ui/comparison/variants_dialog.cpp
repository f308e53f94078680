#include "ui/comparison/variants_dialog.h"

#include "ui/export/table_export.h"
#include "ui/text/format.h"
#include "ui/widgets/table_style.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace gevo::ui {
namespace {

constexpr int nameWidth = 300;
constexpr int leastCell = 112;

} // namespace

VariantsDialog::VariantsDialog(QWidget* parent)
    : QDialog(parent), model_(new VariantsTable(this)), table_(new QTableView(this)), summary_(new QLabel(this)),
      differingOnly_(new QCheckBox(tr("Only what &differs"), this)) {
  setWindowTitle(tr("Compare Variants"));
  setObjectName("compareVariants");
  resize(900, 640);
  summary_->setWordWrap(true);
  styleTable(table_);
  table_->setAccessibleName(tr("Properties of the variants"));
  table_->setModel(model_);
  table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->horizontalHeader()->setSectionsClickable(true);
  table_->horizontalHeader()->setHighlightSections(false);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  auto* copy = buttons->addButton(tr("&Copy as Text"), QDialogButtonBox::ActionRole);
  auto* take = buttons->addButton(tr("&Export"), QDialogButtonBox::ActionRole);
  auto* menu = new QMenu(take);
  addTableExport(table_, "variants-compared", [this] {
    QByteArray csv = csvOf(*model_);
    return [csv] { return csv; };
  })->addTo(menu);
  take->setMenu(menu);
  auto* above = new QHBoxLayout;
  above->addWidget(summary_, 1);
  above->addWidget(differingOnly_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 14, 16, 14);
  column->setSpacing(10);
  column->addLayout(above);
  column->addWidget(table_, 1);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(copy, &QPushButton::clicked, this, &VariantsDialog::copyText);
  connect(differingOnly_, &QCheckBox::toggled, this, [this](bool only) {
    model_->setDifferingOnly(only);
    layRowsOut();
    say();
  });
  connect(table_->horizontalHeader(), &QHeaderView::sectionClicked, this, [this](int section) {
    if (const std::int64_t variant = model_->variantOf(section); variant >= 0) emit variantChosen(variant);
  });
  summary_->setText(tr("Reading the variants…"));
}

void VariantsDialog::setTheme(const Theme& theme) { model_->setTheme(theme); }

void VariantsDialog::setComparison(std::shared_ptr<const VariantComparison> comparison, std::size_t of) {
  selected_ = of;
  const bool isOther = model_->columnCount() != static_cast<int>(comparison->variants.size()) + 1;
  model_->setComparison(std::move(comparison));
  if (isOther) {
    QHeaderView* header = table_->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setStretchLastSection(false);
    const int room = std::max(0, table_->viewport()->width() - nameWidth);
    const int columns = std::max(1, model_->columnCount() - 1);
    header->resizeSection(0, nameWidth);
    for (int column = 1; column < model_->columnCount(); ++column) header->resizeSection(column, std::max(leastCell, room / columns));
  }
  layRowsOut();
  say();
}

void VariantsDialog::setProblem(const QString& problem) { summary_->setText(problem); }

void VariantsDialog::layRowsOut() {
  table_->clearSpans();
  for (int row = 0; row < model_->rowCount(); ++row)
    if (model_->isSection(row) && model_->columnCount() > 1) table_->setSpan(row, 0, 1, model_->columnCount());
}

void VariantsDialog::say() {
  const auto shown = static_cast<std::size_t>(std::max(0, model_->columnCount() - 1));
  QString text = selected_ > shown ? tr("The %1 fastest of %2 selected variants.").arg(countText(shown), countText(selected_))
                                   : tr("%1 variants. The best of each row is bold.").arg(countText(shown));
  const std::size_t hidden = model_->hidden();
  if (hidden == 1) text += ' ' + tr("One row in which they agree is hidden.");
  if (hidden > 1) text += ' ' + tr("%1 rows in which they agree are hidden.").arg(countText(hidden));
  summary_->setText(text);
}

QString VariantsDialog::text() const {
  QStringList lines;
  QStringList cells{tr("property")};
  for (int column = 1; column < model_->columnCount(); ++column)
    cells << model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  lines << cells.join('\t');
  for (int row = 0; row < model_->rowCount(); ++row) {
    if (model_->isSection(row)) continue;
    cells.clear();
    for (int column = 0; column < model_->columnCount(); ++column)
      cells << model_->data(model_->index(row, column), Qt::DisplayRole).toString();
    lines << cells.join('\t');
  }
  return lines.join('\n') + '\n';
}

void VariantsDialog::copyText() const { QGuiApplication::clipboard()->setText(text()); }

} // namespace gevo::ui
