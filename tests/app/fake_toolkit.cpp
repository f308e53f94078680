#include "tests/app/fake_toolkit.h"

#include "tests/core/kernel/runtime/fixtures/fake_toolkit.h"

bool hasClangAndFatbinary() {
  const auto cuda = gevo::program::locateCuda();
  return gevo::program::locateClang() && cuda && std::filesystem::exists(*cuda / "bin" / "fatbinary");
}

QString makeFakeCudaToolkit(const QString& folder) {
  const auto made = makeFakeToolkit(folder.toStdString());
  return made ? QString() : QString::fromStdString(made.error().message + "\n" + made.error().details);
}
