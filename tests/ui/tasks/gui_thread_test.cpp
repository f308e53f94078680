#include "ui/tasks/gui_thread.h"

#include <QThread>
#include <QtTest>

#include <thread>

namespace gevo::ui {

class GuiThreadTest : public QObject {
  Q_OBJECT
private slots:
  void repliesAreCalledInTheEventLoopOfTheReceiver();
  void nothingIsCalledWhenTheReceiverIsGone();
  void nothingIsCalledWhenItWasStopped();
  void aReceiverThatIsAliveIsPassedOn();
  void aReceiverThatIsGoneIsNot();
};

void GuiThreadTest::repliesAreCalledInTheEventLoopOfTheReceiver() {
  QObject receiver;
  const QThread* called = nullptr;
  std::thread([&] { post(&receiver, [&] { called = QThread::currentThread(); }); }).join();
  QCOMPARE(called, nullptr);
  QTRY_COMPARE(called, QThread::currentThread());
}

void GuiThreadTest::nothingIsCalledWhenTheReceiverIsGone() {
  auto receiver = std::make_unique<QObject>();
  bool called = false;
  post(receiver.get(), [&] { called = true; });
  receiver.reset();
  QCoreApplication::processEvents();
  QVERIFY(!called);
}

void GuiThreadTest::nothingIsCalledWhenItWasStopped() {
  QObject receiver;
  std::stop_source stop;
  int called = 0;
  postUnless(stop.get_token(), &receiver, [&] { ++called; });
  QTRY_COMPARE(called, 1);
  postUnless(stop.get_token(), &receiver, [&] { ++called; });
  stop.request_stop(); // after it was posted
  QCoreApplication::processEvents();
  QCOMPARE(called, 1);
}

void GuiThreadTest::aReceiverThatIsAliveIsPassedOn() {
  QObject receiver;
  const QObject* called = nullptr;
  std::thread([&called, alive = QPointer(&receiver)] { postIfAlive(alive, [&called](QObject& object) { called = &object; }); }).join();
  QTRY_COMPARE(called, &receiver);
}

void GuiThreadTest::aReceiverThatIsGoneIsNot() {
  auto receiver = std::make_unique<QObject>();
  bool called = false;
  postIfAlive(QPointer(receiver.get()), [&](QObject&) { called = true; });
  receiver.reset();
  QCoreApplication::processEvents();
  QVERIFY(!called);
}

} // namespace gevo::ui

QTEST_GUILESS_MAIN(gevo::ui::GuiThreadTest)
#include "gui_thread_test.moc"
