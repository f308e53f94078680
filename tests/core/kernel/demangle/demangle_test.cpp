#include <QTest>

#include "core/kernel/demangle/demangle.h"

using namespace gevo;

class DemangleTest : public QObject {
  Q_OBJECT
private slots:
  void givesSourceNames_data() {
    QTest::addColumn<QString>("symbol");
    QTest::addColumn<QString>("qualified");
    QTest::addColumn<QString>("unqualified");
    QTest::newRow("kernel") << "_Z7hotspotPfi"
                            << "hotspot"
                            << "hotspot";
    QTest::newRow("in a namespace") << "_ZN2nw4stepEPf"
                                    << "nw::step"
                                    << "step";
    QTest::newRow("template, with its result left out") << "_Z4fillIfEvPT_"
                                                        << "fill<float>"
                                                        << "fill<float>";
    QTest::newRow("template argument of a namespace") << "_Z6reduceIN2ns4PlusEEvPf"
                                                      << "reduce<ns::Plus>"
                                                      << "reduce<ns::Plus>";
    QTest::newRow("both in namespaces") << "_ZN1a6reduceIN2ns4PlusEEEvPf"
                                        << "a::reduce<ns::Plus>"
                                        << "reduce<ns::Plus>";
    QTest::newRow("operator") << "_ZN2nslsERNS_1VEi"
                              << "ns::operator<<"
                              << "operator<<";
    QTest::newRow("shared array of a kernel") << "_ZZ7hotspotPfE4tile"
                                              << "hotspot(float*)::tile"
                                              << "tile";
    QTest::newRow("shared array of a template") << "_ZZ6reduceIN2ns4PlusEEvPfE4tile"
                                                << "void reduce<ns::Plus>(float*)::tile"
                                                << "tile";
    QTest::newRow("copy made by LLVM") << "_ZN2nw4stepEPf.2"
                                       << "nw::step"
                                       << "step";
    QTest::newRow("one of several files that have it") << "_ZL4fillPi__in_0123abcd"
                                                       << "fill"
                                                       << "fill";
    QTest::newRow("C") << "plain"
                       << "plain"
                       << "plain";
    QTest::newRow("no mangled name") << "_Zzz.1"
                                     << "_Zzz.1"
                                     << "_Zzz.1";
    QTest::newRow("nothing") << ""
                             << ""
                             << "";
  }
  void givesSourceNames() {
    QFETCH(QString, symbol);
    QTEST(QString::fromStdString(qualifiedName(symbol.toStdString())), "qualified");
    QTEST(QString::fromStdString(unqualifiedName(symbol.toStdString())), "unqualified");
  }
  void templateArgumentsCanBeLeftOut() {
    QCOMPARE(withoutTemplateArguments("nw::fill<pair<int, float>, 3>"), std::string("nw::fill"));
    for (const char* other : {"nw::fill", "nw::operator>>", "operator>", ""}) QCOMPARE(withoutTemplateArguments(other), std::string(other));
  }
  void messagesLeaveLongTemplateArgumentsOut() {
    const std::string policy = "90" + std::string(90, 'x');
    QCOMPARE(briefName("_ZN3cub4scanIfEEvPf"), std::string("cub::scan<float>"));
    QCOMPARE(briefName("_ZN3cub4scanI" + policy + "EEvPf"), std::string("cub::scan<…>"));
    QCOMPARE(briefName("_ZN3cub5AgentI" + policy + "E4scanIfEEvPf"), std::string("cub::Agent<…>::scan<…>"));
  }
};

QTEST_GUILESS_MAIN(DemangleTest)
#include "demangle_test.moc"
