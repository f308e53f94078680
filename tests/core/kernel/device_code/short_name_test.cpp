#include "core/kernel/device_code/short_name.h"

#include <QtTest>

using namespace gevo::program;

class ShortNameTest : public QObject {
  Q_OBJECT
private slots:
  void longNamesLoseInnerArguments_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("shown");
    QTest::newRow("ordinary") << "solver::step<double, 4>"
                              << "solver::step<double, 4>";
    QTest::newRow("versions only") << "cub::CUB_300001_SM_900::detail::for_each::static_kernel<long, cuda::std::__4::plus<void>>"
                                   << "cub::detail::for_each::static_kernel<long, cuda::std::plus<void>>";
    QTest::newRow("all arguments")
        << "cub::CUB_300001_SM_900::detail::reduce::DeviceReduceSingleTileKernel<cub::CUB_300001_SM_900::detail::reduce::policy_hub<int, "
           "unsigned int, cuda::std::__4::plus<void>>::Policy1000, int*, int*, unsigned int, cuda::std::__4::plus<void>>"
        << QStringLiteral("cub::detail::reduce::DeviceReduceSingleTileKernel<…>");
    QTest::newRow("inner arguments")
        << "app::sweep<app::Grid<float, app::Layout<app::Rows, app::Padded<32>>, app::Border<app::Clamped>>, 256>"
        << QStringLiteral("app::sweep<app::Grid<float, app::Layout<…>, app::Border<…>>, 256>");
    QTest::newRow("parameters") << "(anonymous namespace)::gatherNeighboursOfEveryCell(float const*, float const*, float*, unsigned int)"
                                << QStringLiteral("(anonymous namespace)::gatherNeighboursOfEveryCell(…)");
  }
  void longNamesLoseInnerArguments() {
    QFETCH(QString, name);
    QFETCH(QString, shown);
    QCOMPARE(QString::fromStdString(shortName(name.toStdString())), shown);
  }
  void namesThatBecomeEqualAreNumbered() {
    const std::string padding(80, 'x');
    QCOMPARE(shortNames({"f<" + padding + "1>", "g", "f<" + padding + "2>"}), (std::vector<std::string>{"f<…> #1", "g", "f<…> #2"}));
  }
  void unbalancedBracketsDoNoHarm() { QVERIFY(!shortName("f<&(operator<(int, " + std::string(80, 'y') + ")))>>").empty()); }
};

QTEST_GUILESS_MAIN(ShortNameTest)
#include "short_name_test.moc"
