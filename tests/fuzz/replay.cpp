/// Runs a fuzz target over a corpus: every file below the folders named, each of its beginnings, and each of its bytes replaced by 0
/// and by 255. So that the ordinary tests notice what the fuzzer would, or found once.

#include "tests/fuzz/require.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace {

constexpr std::size_t alteredAtMost = 2000; ///< bytes of a file; beginnings and replacements take a step each

void run(std::vector<std::uint8_t> bytes) {
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  const std::size_t step = 1 + bytes.size() / alteredAtMost;
  for (std::size_t i = 0; i < bytes.size(); i += step) {
    LLVMFuzzerTestOneInput(bytes.data(), i);
    const std::uint8_t kept = bytes[i];
    for (const int value : {0, 255}) {
      bytes[i] = static_cast<std::uint8_t>(value);
      LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    bytes[i] = kept;
  }
}

} // namespace

int main(int count, char** words) {
  int files = 0;
  for (int i = 1; i < count; ++i) {
    if (!std::filesystem::exists(words[i])) continue; // nothing was ever found
    for (const auto& entry : std::filesystem::recursive_directory_iterator(words[i])) {
      if (!entry.is_regular_file()) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      run({std::istreambuf_iterator<char>(file), {}});
      ++files;
    }
  }
  std::printf("%d files\n", files);
  return files > 0 ? 0 : 1;
}
