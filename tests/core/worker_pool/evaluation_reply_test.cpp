#include <QTest>

#include "core/worker_pool/evaluation_reply.h"

#include <cmath>

using namespace gevo;

namespace {

JobResult resultOf(const EvaluateReply& reply) { return {JobFailure::None, {}, {}, wire::encode(reply)}; }

} // namespace

class EvaluationReplyTest : public QObject {
  Q_OBJECT

private slots:
  void aCrashIsTheResultOfAnEvaluation_data();
  void aCrashIsTheResultOfAnEvaluation();
  void aValidReplyIsUsedAsItIs();
  void editsOfTheRequestAreNotSentBack();
  void runtimesAreScaledToTheRunsOriginal();
  void energiesAreScaledToTheRunsOriginal();
  void anInvalidReplyIsACrash_data();
  void anInvalidReplyIsACrash();
};

void EvaluationReplyTest::aCrashIsTheResultOfAnEvaluation_data() {
  QTest::addColumn<int>("failure");
  QTest::addColumn<int>("reason");
  QTest::newRow("crash") << int(JobFailure::Crashed) << int(Reason::Crash);
  QTest::newRow("timeout") << int(JobFailure::TimedOut) << int(Reason::Timeout);
  QTest::newRow("error reply") << int(JobFailure::ErrorReply) << int(Reason::Unsupported);
}

void EvaluationReplyTest::aCrashIsTheResultOfAnEvaluation() {
  QFETCH(int, failure);
  QFETCH(int, reason);
  EvaluateRequest request;
  request.edits.resize(2);
  const EvaluateReply reply = evaluationFrom(request, {JobFailure(failure), "what happened", "", {}});
  QCOMPARE(int(reply.result.reason), reason);
  QCOMPARE(reply.result.message, std::string("what happened"));
  QCOMPARE(reply.edits.size(), std::size_t(2));
  QCOMPARE(reply.active.size(), std::size_t(2));
}

void EvaluationReplyTest::aValidReplyIsUsedAsItIs() {
  EvaluateReply sent;
  sent.edits.resize(1);
  sent.active = {false};
  sent.result.reason = Reason::None;
  sent.result.fitness = {3, 0.5};
  const EvaluateReply reply = evaluationFrom({}, resultOf(sent));
  QCOMPARE(wire::encode(reply), wire::encode(sent));
}

void EvaluationReplyTest::editsOfTheRequestAreNotSentBack() {
  EvaluateRequest request;
  for (std::uint64_t uid : {11, 12, 13}) request.edits.push_back({.uid = uid});
  EvaluateReply whole;
  whole.edits = {{.uid = 11}, {.uid = 12}, {.uid = 99}};
  whole.active = {true, false, true};
  whole.result.reason = Reason::Race;
  EvaluateReply sent = whole;
  leaveOutKnownEdits(sent, request);
  QCOMPARE(sent.kept, 2U);
  QCOMPARE(sent.edits, EditList({{.uid = 99}}));
  QCOMPARE(wire::encode(evaluationFrom(request, resultOf(sent))), wire::encode(whole));
}

void EvaluationReplyTest::runtimesAreScaledToTheRunsOriginal() {
  EvaluateReply sent;
  sent.result.reason = Reason::None;
  sent.result.fitness = {3, 0.5};
  sent.originalRuntime = 6;
  QCOMPARE(evaluationFrom({}, resultOf(sent), {20, 0}).result.fitness.runtime, 10.0);
  QCOMPARE(evaluationFrom({}, resultOf(sent)).result.fitness.runtime, 3.0);
  sent.originalRuntime = 0;
  QCOMPARE(evaluationFrom({}, resultOf(sent), {20, 0}).result.fitness.runtime, 3.0);
}

void EvaluationReplyTest::energiesAreScaledToTheRunsOriginal() {
  EvaluateReply sent;
  sent.result.reason = Reason::None;
  sent.result.fitness = {3, 0.5, 40};
  sent.originalEnergy = 80;
  QCOMPARE(evaluationFrom({}, resultOf(sent), {20, 0, 60}).result.fitness.energy, 30.0);
  QCOMPARE(evaluationFrom({}, resultOf(sent), {20, 0}).result.fitness.energy, 40.0);
  sent.result.fitness.energy = notMeasured;
  QVERIFY(!evaluationFrom({}, resultOf(sent), {20, 0, 60}).result.fitness.hasEnergy());
}

void EvaluationReplyTest::anInvalidReplyIsACrash_data() {
  QTest::addColumn<QString>("fault");
  for (const char* name : {"reason", "stage", "operator", "value kind", "flags", "not finite", "an original of no time", "endless energy",
                           "more kept than sent", "cut off"})
    QTest::newRow(name) << name;
}

void EvaluationReplyTest::anInvalidReplyIsACrash() {
  QFETCH(QString, fault);
  EvaluateReply sent;
  sent.edits.resize(1);
  sent.edits[0].choices.resize(1);
  sent.active = {true};
  sent.result.reason = Reason::None;
  if (fault == "reason") sent.result.reason = Reason(200);
  if (fault == "stage") sent.result.stage = Stage(99);
  if (fault == "operator") sent.edits[0].op = Operator(77);
  if (fault == "endless energy") sent.result.fitness.energy = std::numeric_limits<double>::infinity();
  if (fault == "value kind") sent.edits[0].choices[0].value.kind = ValueRef::Kind(9);
  if (fault == "flags") sent.active.clear();
  if (fault == "not finite") sent.result.fitness.runtime = std::nan("");
  if (fault == "an original of no time") sent.originalRuntime = -1;
  if (fault == "more kept than sent") {
    sent.kept = 1;
    sent.active = {true, true};
  }
  JobResult result = resultOf(sent);
  if (fault == "cut off") result.reply.pop_back();
  QCOMPARE(evaluationFrom({}, result).result.reason, Reason::Crash);
}

QTEST_GUILESS_MAIN(EvaluationReplyTest)
#include "evaluation_reply_test.moc"
