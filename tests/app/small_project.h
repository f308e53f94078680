#pragma once

/// A project whose variants take next to no time, for tests of what is around a run: of a program of one small kernel, built once. Where
/// programs can't be built it is the bundled one.

#include "tests/app/command.h"

#include <QTemporaryDir>

class SmallProject {
public:
  /// Fuzz inputs take most of such a run's time, as its program is built and started for them: only tests of them ask for any.
  enum class Inputs { Tests, Fuzzed };

  explicit SmallProject(Inputs inputs = Inputs::Tests) {
    if (canBuildPrograms()) {
      QStringList arguments{"new",      path(), "--no-parameters", QStringLiteral(GEVO_TEST_SOURCE "/tests/app/fixtures/smooth.cu"),
                            "--test",   "70",   "--test",          "128",
                            "--screen", "10",   "--heldout",       "131"};
      if (inputs == Inputs::Tests) arguments << "--no-fuzz";
      const Command made = gevo(arguments);
      if (made.exitCode != 0) qFatal("%s", qPrintable(made.err));
      name = "smooth";
      kernel = "_Z6smoothPKfPfi";
    } else {
      bundledProject(path());
      name = "hotspot";
      kernel = "_Z7hotspotPKfS0_Pfiiifffff";
    }
  }

  /// A fresh copy of it at `file`, which it returns. It has no run.
  QString copyTo(const QString& file) const {
    QFile::remove(file);
    if (!QFile::copy(path(), file)) qFatal("cannot copy the project");
    return file;
  }

  QString name;
  QString kernel; ///< as its symbol is called

private:
  QString path() const { return folder_.filePath("small.gevo"); }

  QTemporaryDir folder_;
};
