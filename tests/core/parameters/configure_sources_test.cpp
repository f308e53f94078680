#include "core/parameters/configure_sources.h" // before <compare>, which moc can't read as the first header

#include "tests/core/base/value_of.h"

#include <QtTest>

using namespace gevo;

class ConfigureSourcesTest : public QObject {
  Q_OBJECT

  static ParameterPlace placeOf(const std::string& text, const std::string& what) {
    const auto begin = static_cast<std::uint32_t>(text.find(what));
    return {"a.cu", 1, begin, begin + static_cast<std::uint32_t>(what.size())};
  }

  static Project program() {
    const std::string text = "#define BLOCK 16\n#define PREFETCH\nconst int rows = 8;\n";
    Project project;
    project.sources = {{"a.cu", text}, {"b.h", "int x;\n"}};
    project.build.defines = {"DEPTH=3", "QUIET"};
    project.parameters.parameters = {{"BLOCK", ParameterKind::Macro, "16", {"16", "128"}, {placeOf(text, "16")}},
                                     {"PREFETCH", ParameterKind::Feature, "on", {"on", "off"}, {placeOf(text, "#define PREFETCH")}},
                                     {"rows",
                                      ParameterKind::Constant,
                                      "8",
                                      {"8", "4"},
                                      {placeOf(text, "8;").end > 0 ? ParameterPlace{"a.cu", 3, static_cast<std::uint32_t>(text.find("8;")),
                                                                                    static_cast<std::uint32_t>(text.find("8;")) + 1}
                                                                   : ParameterPlace{}}},
                                     {"DEPTH", ParameterKind::Macro, "3", {"3", "4"}, {}},
                                     {"FAST", ParameterKind::Feature, "off", {"off", "on"}, {}}};
    return project;
  }

private slots:
  void valuesStandWhereTheOwnOnesDid() {
    const ConfiguredSources made = valueOf(configureSources(program(), {{"BLOCK", "128"}, {"rows", "4"}}));
    QCOMPARE(made.changed.size(), std::size_t(1));
    QCOMPARE(made.changed[0].text, std::string("#define BLOCK 128\n#define PREFETCH\nconst int rows = 4;\n"));
    QCOMPARE(made.defines, (std::vector<std::string>{"DEPTH=3", "QUIET"}));
  }

  void aFeatureThatIsOffHasNoLine() {
    const ConfiguredSources made = valueOf(configureSources(program(), {{"PREFETCH", "off"}}));
    QCOMPARE(made.changed[0].text, std::string("#define BLOCK 16\n\nconst int rows = 8;\n")); // lines keep their numbers
  }

  void withoutAPlaceTheCompilerIsTold() {
    const ConfiguredSources made = valueOf(configureSources(program(), {{"DEPTH", "4"}, {"FAST", "on"}}));
    QVERIFY(made.changed.empty());
    QCOMPARE(made.defines, (std::vector<std::string>{"QUIET", "DEPTH=4", "FAST"}));
  }

  void theProgramsOwnConfigurationChangesNothing() {
    const ConfiguredSources made = valueOf(configureSources(program(), {}));
    QVERIFY(made.changed.empty());
    QCOMPARE(made.defines, program().build.defines);
  }

  void errorsNameTheParameter() {
    const auto unknown = configureSources(program(), {{"WIDTH", "4"}});
    QVERIFY(!unknown && unknown.error().message.find("WIDTH") != std::string::npos);
    Project damaged = program();
    damaged.parameters.parameters[0].places[0].end = 10'000;
    QVERIFY(!configureSources(damaged, {{"BLOCK", "32"}}));
  }
};

QTEST_GUILESS_MAIN(ConfigureSourcesTest)
#include "configure_sources_test.moc"
