#include "ui/variant/proof_bar.h"

#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

namespace gevo::ui {

/// What stands beside the CUDA tab.
class ProofBarTest : public QObject {
  Q_OBJECT

  static SourcePatch patch(PatchState state) { return {state, "nothing fits", {}, {}, {}, 110, 100, 102}; }
  static bool offersProof(const ProofBar& bar) {
    const auto* button = bar.findChild<QToolButton*>();
    return !button->isHidden() && button->text() == "Prove";
  }

private slots:
  void withoutAVariantThatPassedThereIsNothing() {
    ProofBar bar;
    bar.setPatch(std::nullopt, false);
    QCOMPARE(bar.text(), QString());
    QVERIFY(!offersProof(bar));
  }

  void whatWasNotProvenIsAnIllustration() {
    ProofBar bar;
    bar.setPatch(std::nullopt, true);
    QCOMPARE(bar.text(), "illustration");
    QVERIFY(offersProof(bar));
    bar.setPatch(patch(PatchState::Illustration), true);
    QCOMPARE(bar.text(), "illustration");
    QVERIFY2(offersProof(bar), "it may be tried again");
  }

  void whatIsMissingIsSaidUntilAnotherVariantIsShown() {
    ProofBar bar;
    const auto tip = [&] { return bar.findChild<QLabel*>()->toolTip(); };
    bar.setPatch(std::nullopt, true);
    bar.setProblem("clang is missing; install the package clang-22");
    QVERIFY(tip().contains("install the package clang-22"));
    bar.setPatch(std::nullopt, true);
    QVERIFY(!tip().contains("clang-22"));
  }

  void aProofSaysWhatItKeeps() {
    ProofBar bar;
    bar.setPatch(patch(PatchState::Proven), true);
    QCOMPARE(bar.text(), "✓ proven, 1.078× of 1.100×");
    QVERIFY(!offersProof(bar));
    bar.setPatch(patch(PatchState::Partly), true);
    QCOMPARE(bar.text(), "partly proven, 1.078× of 1.100×");
  }

  void aProofThatIsBeingMadeCanBeCancelled() {
    ProofBar bar;
    QSignalSpy asked(&bar, &ProofBar::proofRequested);
    QSignalSpy cancelled(&bar, &ProofBar::cancelRequested);
    bar.setPatch(std::nullopt, true);
    auto* button = bar.findChild<QToolButton*>();
    button->click();
    QCOMPARE(asked.size(), 1);
    bar.setProgress("writing edit 1 of 2");
    QCOMPARE(bar.text(), "proving…");
    button->click();
    QCOMPARE(cancelled.size(), 1);
    bar.setProgress({});
    QCOMPARE(bar.text(), "illustration");
  }
};

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ProofBarTest)
#include "proof_bar_test.moc"
