#include <QTest>

#include "core/base/wire.h"
#include "core/kernel/trace/trace.h"
#include "tests/core/base/value_of.h"

using namespace gevo;
using namespace gevo::program;

class TraceTest : public QObject {
  Q_OBJECT

  static Event event(EventKind kind, std::size_t bytes) {
    Event event;
    event.kind = kind;
    event.data = Bytes(bytes, 7);
    return event;
  }

private slots:
  void outlineKeepsSizesWithoutData() {
    const Trace whole{{event(EventKind::CopyToDevice, 100), event(EventKind::Launch, 24), event(EventKind::ReadSymbol, 8)}};
    const Trace outline = outlineOf(whole);
    QVERIFY(!isOutline(whole));
    QVERIFY(isOutline(outline));
    QCOMPARE(outline.events.size(), whole.events.size());
    for (std::size_t i = 0; i < whole.events.size(); ++i) QCOMPARE(copiedBytes(outline.events[i]), copiedBytes(whole.events[i]));
    QVERIFY(outline.events[0].data.empty());
    QCOMPARE(outline.events[1].data, whole.events[1].data);
    QVERIFY(outline.events[2].data.empty());
  }

  void outlineOfShortenedEventsKeepsSizes() {
    Event copy = event(EventKind::CopyToHost, 100);
    shorten(copy, 10);
    QCOMPARE(copy.data.size(), std::size_t(40));
    QVERIFY(isOutline(Trace{{copy}}));
    const Trace outline = outlineOf(Trace{{copy}});
    QVERIFY(isOutline(outline));
    QCOMPARE(copiedBytes(outline.events[0]), std::uint64_t(100));
  }

  void shortenSamplesTheWholeCopy() {
    Event copy = event(EventKind::CopyToHost, 4000);
    for (std::size_t i = 0; i < copy.data.size(); ++i) copy.data[i] = static_cast<std::uint8_t>(i / 4 / 100); // 0 to 9
    shorten(copy, 10);
    for (std::size_t i = 0; i < copy.data.size(); ++i) QCOMPARE(std::size_t(copy.data[i]), i / 4);
  }

  void cooperativeLaunchesStayCooperative() {
    Trace trace{{event(EventKind::Launch, 24), event(EventKind::Launch, 24), event(EventKind::Memset, 0)}};
    trace.events[1].value = trace.events[2].value = 1;
    const auto decoded = valueOf(wire::decode<Trace>(wire::encode(outlineOf(trace)), "trace"));
    QVERIFY(!isCooperative(decoded.events[0]));
    QVERIFY(isCooperative(decoded.events[1]));
    QVERIFY(!isCooperative(decoded.events[2]));
  }

  void outlineKeepsOtherEvents() {
    const Trace trace{{event(EventKind::Launch, 24), event(EventKind::CopyToHost, 0)}};
    QVERIFY(!isOutline(outlineOf(trace)));
  }
};

QTEST_GUILESS_MAIN(TraceTest)
#include "trace_test.moc"
