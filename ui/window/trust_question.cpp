#include "ui/window/trust_question.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace gevo::ui {

namespace {

struct TrustQuestion {
  Q_DECLARE_TR_FUNCTIONS(TrustQuestion)
};

void askForFolder(QWidget* window, const QString& file, const QString& source, const std::function<void(const QString&)>& trusted) {
  auto* dialog = new QFileDialog(window, TrustQuestion::tr("Folder of %1").arg(source), QFileInfo(file).absolutePath());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  QObject::connect(dialog, &QFileDialog::fileSelected, window, trusted);
  dialog->open();
}

} // namespace

void askForTrust(QWidget* window, const QString& file, const QString& folder, const QString& source,
                 const std::function<void(const QString&)>& trusted) {
  auto* question = new QMessageBox(QMessageBox::Warning, TrustQuestion::tr("Run the program of this file?"),
                                   TrustQuestion::tr("%1 was made elsewhere, and its variants are evaluated by running its program on this "
                                                     "computer, with your permissions. Read its sources first.")
                                       .arg(QFileInfo(file).fileName()),
                                   QMessageBox::Cancel, window);
  question->setAttribute(Qt::WA_DeleteOnClose);
  question->setInformativeText(
      folder.isEmpty()
          ? TrustQuestion::tr("Its program, %1, is not next to the file: you will be asked where it is.").arg(source)
          : TrustQuestion::tr("It runs without network access, in a private copy of %1.").arg(QDir::toNativeSeparators(folder)));
  QPushButton* run =
      question->addButton(folder.isEmpty() ? TrustQuestion::tr("Trust It and Locate Its Program…") : TrustQuestion::tr("Trust It and Run"),
                          QMessageBox::AcceptRole);
  question->setDefaultButton(QMessageBox::Cancel);
  QObject::connect(run, &QPushButton::clicked, window, [=] {
    if (folder.isEmpty()) return askForFolder(window, file, source, trusted);
    trusted(folder);
  });
  question->open();
}

} // namespace gevo::ui
