/// Cores beside a GPU, as Linux tells them.

#include <QTest>

#include "core/base/file.h"
#include "core/kernel/cuda/device/near_cores.h"

#include <QTemporaryDir>
#include <sched.h>
#include <thread>

using namespace gevo;

class NearCoresTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::vector<int> coresIn(const std::string& list) const {
    const std::filesystem::path system = folder_.path().toStdString();
    const std::filesystem::path device = system / "bus/pci/devices/0000:1b:00.0";
    std::filesystem::create_directories(device);
    if (!writeFile((device / "local_cpulist").string(), list)) qFatal("not written");
    return cuda::coresNear("0000:1b:00.0", system);
  }

private slots:
  void listsAreReadAsLinuxWritesThem() {
    QCOMPARE(coresIn("0-3,8,10-11\n"), (std::vector{0, 1, 2, 3, 8, 10, 11}));
    QCOMPARE(coresIn("5\n"), std::vector{5});
  }

  void whatIsNoListIsNotKnown() {
    for (const char* list : {"", "\n", "none\n", "1-\n", "3,\n", "1-2-3\n", "-1\n", "99999999999\n", "2 3\n"})
      QVERIFY2(coresIn(list).empty(), list);
    QVERIFY(cuda::coresNear("0000:ff:00.0", folder_.path().toStdString()).empty());
  }

  void aThreadStaysOnCoresThatItMayUse() {
    const auto coresAfter = [](const std::vector<int>& cores) {
      int count = 0;
      std::jthread([&] {
        cuda::stayOn(cores);
        cpu_set_t set;
        if (::sched_getaffinity(0, sizeof set, &set) == 0) count = CPU_COUNT(&set);
      }).join();
      return count;
    };
    cpu_set_t set;
    QCOMPARE(::sched_getaffinity(0, sizeof set, &set), 0);
    int first = 0;
    while (!CPU_ISSET(static_cast<std::size_t>(first), &set)) ++first;
    const int all = CPU_COUNT(&set);
    QCOMPARE(coresAfter({first}), 1);
    QCOMPARE(coresAfter({first, CPU_SETSIZE - 1}), all == CPU_SETSIZE ? 2 : 1);
    QCOMPARE(coresAfter({}), all);
  }
};

QTEST_GUILESS_MAIN(NearCoresTest)
#include "near_cores_test.moc"
