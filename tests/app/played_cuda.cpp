#include "tests/app/played_cuda.h"

#include "tests/core/kernel/runtime/fixtures/played_toolkit.h"

bool hasClangAndFatbinary() {
  const auto cuda = gevo::program::locateCuda();
  return gevo::program::locateClang() && cuda && std::filesystem::exists(*cuda / "bin" / "fatbinary");
}

QString makePlayedCuda(const QString& folder) {
  const auto made = makePlayedToolkit(folder.toStdString());
  return made ? QString() : QString::fromStdString(made.error().message + "\n" + made.error().details);
}
