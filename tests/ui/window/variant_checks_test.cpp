/// Proofs in the window: which one is made, and where it is shown. There is no worker, so that each fails soon.

#include "tests/ui/stored_run.h"
#include "tests/ui/window/open_and_wait.h"
#include "tests/ui/window_options.h"
#include "ui/edits/edits_pane.h"
#include "ui/variant/differences_view.h"
#include "ui/variant/proof_bar.h"
#include "ui/variant/variant_pane.h"
#include "ui/window/variant_checks.h"
#include "ui/window/workbench.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

namespace gevo::ui {

class VariantChecksTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
  QList<std::int64_t> begun_; ///< variants whose proofs followed another

  VariantChecks& checks() const { return window_->checks(); }
  ProofBar& bar() const { return *window_->workbench()->variant()->differences()->proof(); }
  bool showsProof() const { return bar().text() == QString::fromUtf8("proving…"); }
  WhatIf& whatIf() const { return window_->workbench()->edits()->whatIf(); }
  void select(std::int64_t variant) const {
    window_->selection().choose(variant);
    QTRY_VERIFY(whatIf().details() && whatIf().details()->individual.id == variant);
  }

private slots:
  /// With two runs of variants 1 to 8, the best of which is 8.
  void init() {
    const QString path = folder_.filePath("stencil.gevo");
    QFile::remove(path);
    {
      auto store = Store::create(path.toStdString(), *synthetic::project());
      for (int run = 1; run <= 2; ++run) {
        const Result<std::int64_t> id = (*store)->beginRun({}, "simulated H200", synthetic::stored(0, 0, 18.4, 0));
        QVERIFY(id && (*store)->addGeneration(*id, synthetic::generation(0)));
      }
    }
    window_ = std::make_unique<MainWindow>(testOptions());
    openAndWait(*window_, path);
    QTRY_VERIFY(window_->model().variant(8));
    begun_.clear();
    // The next one is begun by then.
    connect(&checks().patches(), &PatchService::ended, this, [this] {
      if (checks().patches().running()) begun_ << checks().patches().variant();
    });
  }

  void aProofIsShownWithItsVariantOnly() {
    select(8);
    checks().proveBest();
    QVERIFY(showsProof());
    window_->selection().choose(1);
    QVERIFY(!showsProof());
    window_->selection().choose(8);
    QVERIFY(showsProof());
  }

  void aProofIsNotOfCheckedEdits() {
    select(8);
    checks().proveBest();
    whatIf().setOn(0, false);
    QVERIFY(!showsProof());
    emit checks().patches().progressed("compiling");
    QVERIFY(!showsProof());
    whatIf().setOn(0, true);
    QVERIFY(showsProof());
  }

  void aProofIsNotOfAnotherRun() {
    select(8);
    checks().proveBest();
    window_->controller().open(window_->controller().path(), 1);
    const QSignalSpy ended(&checks().patches(), &PatchService::ended);
    window_->model().apply(synthetic::run()); // run 1, as the follower will say
    window_->selection().choose(8);
    QCOMPARE(ended.size(), 0);
    QVERIFY(!showsProof());
  }

  void whatTheUserAsksForComesBeforeTheBestVariant() {
    select(1);
    const QSignalSpy ended(&checks().patches(), &PatchService::ended);
    const QSignalSpy failed(&checks(), &VariantChecks::failed);
    checks().proveBest();
    QCOMPARE(checks().patches().variant(), 8);
    checks().prove();
    QVERIFY(showsProof());
    QTRY_COMPARE(ended.size(), 3);
    QCOMPARE(begun_, (QList<std::int64_t>{1, 8})); // it is taken up again
    QCOMPARE(failed.size(), 1);
    QVERIFY(!showsProof());
  }

  void whatTheUserAskedForIsNotCancelledByTheNext() {
    select(1);
    const QSignalSpy ended(&checks().patches(), &PatchService::ended);
    const QSignalSpy failed(&checks(), &VariantChecks::failed);
    checks().prove();
    window_->selection().choose(2);
    checks().prove();
    window_->selection().choose(3);
    checks().prove();
    checks().prove(); // it is shown: cancelled
    QVERIFY(!showsProof());
    QTRY_COMPARE(ended.size(), 2);
    QCOMPARE(begun_, (QList<std::int64_t>{2}));
    QCOMPARE(failed.size(), 2);
  }

  void whatFreshInputsToldIsSaid() {
    const QSignalSpy news(&checks(), &VariantChecks::news);
    const QSignalSpy failed(&checks(), &VariantChecks::failed);
    FuzzReport report;
    report.useless = {{"0 0", "the program ended with exit code 2"}};
    emit checks().validation().tried(8, std::make_shared<const FuzzReport>(report));
    QVERIFY2(failed.last()[0].toString().endsWith("they tell nothing"), qPrintable(failed.last()[0].toString()));
    report.passed = {"17 30", "1 1"};
    emit checks().validation().tried(8, std::make_shared<const FuzzReport>(report));
    QVERIFY2(news.last()[0].toString().endsWith("passes on 2 fresh inputs"), qPrintable(news.last()[0].toString()));
    report.failed = {{"16 31", "wrong result"}};
    emit checks().validation().tried(8, std::make_shared<const FuzzReport>(report));
    QVERIFY2(failed.last()[0].toString().endsWith("fails on 1 of 3 fresh inputs, first with \"16 31\": wrong result"),
             qPrintable(failed.last()[0].toString()));
    QCOMPARE(news.size(), 1);
    QCOMPARE(failed.size(), 2);
  }

  void theOriginalIsNotTried() {
    select(0);
    const QSignalSpy failed(&checks(), &VariantChecks::failed);
    checks().tryFreshInputs();
    QCOMPARE(failed.size(), 1);
    QVERIFY(!checks().validation().running());
  }

  void anotherFileEndsAllProofs() {
    select(1);
    const QSignalSpy failed(&checks(), &VariantChecks::failed);
    const QSignalSpy ended(&checks().patches(), &PatchService::ended);
    checks().prove();
    window_->selection().choose(2);
    checks().prove();
    checks().cancel();
    QVERIFY(!showsProof());
    QTRY_COMPARE(ended.size(), 1);
    QVERIFY(!checks().patches().running());
    QCOMPARE(failed.size(), 0);
  }
};

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::VariantChecksTest)
#include "variant_checks_test.moc"
