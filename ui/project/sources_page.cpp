#include "ui/project/sources_page.h"

#include "ui/project/architectures.h"
#include "ui/project/fields.h"
#include "ui/widgets/card.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGroupBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace gevo::ui {

SourcesPage::SourcesPage(QWidget* parent)
    : QWidget(parent), files_(new QListWidget(this)), folder_(makeField({}, this)),
      defines_(makeField(tr("for example N=1024 FAST"), this)), includes_(makeField(tr("for example include ../common"), this)),
      libraries_(makeField(tr("for example png z"), this)), libraryFolders_(makeField(tr("for example ../lib"), this)),
      flags_(makeField(tr("for example -std=c++20 -fopenmp"), this)), architecture_(new QComboBox(this)), machine_(makeDimLabel({}, this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(12);
  column->addWidget(makeFiles(), 1);
  column->addWidget(makeOptions());
  machine_->setWordWrap(true);
  column->addWidget(machine_);
}

QWidget* SourcesPage::makeFiles() {
  auto* group = new QGroupBox(tr("Sources"), this);
  auto* column = new QVBoxLayout(group);
  QLabel* explanation = makeDimLabel(
      tr("Your .cu files, and the .cpp or .c files of the program. They are not changed, and nothing has to be added to them."), group);
  explanation->setWordWrap(true);
  files_->setObjectName("sourceFiles");
  files_->setAccessibleName(tr("Sources of the program"));
  files_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  files_->setMinimumHeight(96);
  auto* add = new QPushButton(tr("Add…"), group);
  auto* remove = new QPushButton(tr("Remove"), group);
  auto* buttons = new QVBoxLayout;
  buttons->addWidget(add);
  buttons->addWidget(remove);
  buttons->addStretch();
  auto* row = new QHBoxLayout;
  row->addWidget(files_, 1);
  row->addLayout(buttons);
  column->addWidget(explanation);
  column->addLayout(row, 1);
  auto* erase = new QShortcut(Qt::Key_Delete, files_);
  erase->setContext(Qt::WidgetShortcut);
  connect(add, &QPushButton::clicked, this, &SourcesPage::choose);
  connect(remove, &QPushButton::clicked, this, &SourcesPage::removeSelected);
  connect(erase, &QShortcut::activated, this, &SourcesPage::removeSelected);
  return group;
}

QWidget* SourcesPage::makeOptions() {
  auto* group = new QGroupBox(tr("How it is compiled"), this);
  auto* form = new QFormLayout(group);
  architecture_->setEditable(true);
  for (const char* name : commonArchitectures) architecture_->addItem(name);
  auto* browse = new QPushButton(tr("Browse…"), group);
  auto* folderRow = new QHBoxLayout;
  folderRow->addWidget(folder_, 1);
  folderRow->addWidget(browse);
  form->addRow(tr("Working folder"), folderRow);
  form->addRow(tr("Macros (-D)"), defines_);
  form->addRow(tr("Header folders (-I)"), includes_);
  form->addRow(tr("Libraries (-l)"), libraries_);
  form->addRow(tr("Library folders (-L)"), libraryFolders_);
  form->addRow(tr("Other flags"), flags_);
  form->addRow(tr("GPU architecture"), architecture_);
  folder_->setAccessibleName(tr("Working folder of the program"));
  folder_->setToolTip(tr("The folder from which you start the program in a terminal; other paths on this page are relative to it"));
  defines_->setToolTip(tr("Separated by spaces; put quotes around a value that contains one"));
  flags_->setToolTip(tr("Flags for clang, used for every file to which they apply"));
  for (QLineEdit* field : {folder_, defines_, includes_, libraries_, libraryFolders_, flags_})
    connect(field, &QLineEdit::textChanged, this, &SourcesPage::changed);
  connect(architecture_, &QComboBox::currentTextChanged, this, &SourcesPage::changed);
  connect(browse, &QPushButton::clicked, this, &SourcesPage::chooseFolder);
  return group;
}

void SourcesPage::show(const NewProject& project) {
  const QDir folder(QString::fromStdString(project.folder.string()));
  folder_->setText(project.folder.empty() ? QString() : folder.path());
  files_->clear();
  QStringList paths;
  for (const std::string& file : project.build.files) paths << folder.filePath(QString::fromStdString(file));
  addFiles(paths);
  defines_->setText(joinArguments(project.build.defines));
  includes_->setText(joinArguments(project.build.includes));
  libraries_->setText(joinArguments(project.build.libraries));
  libraryFolders_->setText(joinArguments(project.build.libraryFolders));
  flags_->setText(joinArguments(project.build.flags));
  architecture_->setCurrentText(QString::fromStdString(project.build.architecture));
}

void SourcesPage::fill(NewProject& project) const {
  project.folder = folder_->text().toStdString();
  const QDir folder(folder_->text());
  project.build.files.clear();
  // .cu files first, as on a command line; files in the folder get relative paths.
  for (const bool cuda : {true, false})
    for (const QString& path : files()) {
      const QString relative = folder.relativeFilePath(path);
      if (path.endsWith(".cu") == cuda) project.build.files.push_back((relative.startsWith("..") ? path : relative).toStdString());
    }
  project.build.defines = splitArguments(defines_->text());
  project.build.includes = splitArguments(includes_->text());
  project.build.libraries = splitArguments(libraries_->text());
  project.build.libraryFolders = splitArguments(libraryFolders_->text());
  project.build.flags = splitArguments(flags_->text());
  project.build.architecture = architecture_->currentText().trimmed().toStdString();
}

void SourcesPage::addFiles(const QStringList& paths) {
  const QStringList known = files();
  for (const QString& path : paths) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (known.contains(absolute)) continue;
    auto* item = new QListWidgetItem(QFileInfo(path).fileName() + "    " + QFileInfo(path).absolutePath(), files_);
    item->setData(Qt::UserRole, absolute);
    item->setToolTip(absolute);
    if (folder_->text().isEmpty() && path.endsWith(".cu")) folder_->setText(QFileInfo(absolute).absolutePath());
  }
  emit changed();
}

QStringList SourcesPage::files() const {
  QStringList paths;
  for (int i = 0; i < files_->count(); ++i) paths << files_->item(i)->data(Qt::UserRole).toString();
  return paths;
}

QString SourcesPage::missing() const {
  // C++ may hold kernels too; the build says if it does not.
  for (const QString& path : files())
    if (QStringList{"cu", "cpp", "cc", "cxx"}.contains(QFileInfo(path).suffix()))
      return folder_->text().isEmpty() ? tr("Choose the folder in which the program runs.") : QString();
  return tr("Add the .cu file that contains your kernels.");
}

void SourcesPage::setMachine(const QString& message, bool complete) {
  machine_->setText(message);
  machine_->setProperty("dim", complete);
  machine_->setProperty("wrong", !complete);
  repolish(machine_);
}

void SourcesPage::choose() {
  auto* dialog = new QFileDialog(window(), tr("Sources of the program"), folder_->text(),
                                 tr("CUDA and C++ (*.cu *.cpp *.cc *.cxx *.c *.o *.a *.so);;All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFiles);
  connect(dialog, &QFileDialog::filesSelected, this, &SourcesPage::addFiles);
  dialog->open();
}

void SourcesPage::chooseFolder() {
  auto* dialog = new QFileDialog(window(), tr("Working folder of the program"), folder_->text());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  connect(dialog, &QFileDialog::fileSelected, folder_, &QLineEdit::setText);
  dialog->open();
}

void SourcesPage::removeSelected() {
  qDeleteAll(files_->selectedItems());
  emit changed();
}

} // namespace gevo::ui
