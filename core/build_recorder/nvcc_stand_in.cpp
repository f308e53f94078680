#include "core/build_recorder/nvcc_stand_in.h"

#include "core/base/file.h"

#include <cstdlib>
#include <string>
#include <string_view>
#include <unistd.h>

namespace gevo {

namespace fs = std::filesystem;

namespace {

/// Objects are real ones without contents, so that ar and ld accept them.
constexpr std::string_view script = R"(#!/bin/sh
output= only= name=
while [ $# -gt 0 ]; do
  case $1 in
  -o | --output-file) output=$2; shift ;;
  -o=* | --output-file=*) output=${1#*=} ;;
  -c | -dc | -dw | -dlink | --compile | --device-c | --device-w | --device-link) only=yes ;;
  -*) ;;
  *.cu | *.cpp | *.cc | *.cxx | *.c | *.o | *.a) name=${1##*/} ;;
  esac
  shift
done
[ -n "$name" ] || exit 0
if [ -n "$only" ]; then
  [ -n "$output" ] || output=${name%.*}.o
  cc -x c -c /dev/null -o "$output" 2>/dev/null || : > "$output"
else
  [ -n "$output" ] || output=a.out
  printf '#!/bin/sh\necho "built without nvcc, which is not on this machine" >&2\nexit 1\n' > "$output"
  chmod +x "$output"
fi
)";

bool holdsNvcc(const fs::path& folder) { return ::access((folder / "nvcc").c_str(), X_OK) == 0; }

} // namespace

std::optional<fs::path> folderOfNvcc() {
  const char* const variable = std::getenv("PATH");
  for (std::string_view left = variable != nullptr ? variable : ""; !left.empty();) {
    const std::size_t colon = std::min(left.find(':'), left.size());
    if (const fs::path folder(left.substr(0, colon)); !folder.empty() && holdsNvcc(folder)) return folder;
    left.remove_prefix(std::min(colon + 1, left.size()));
  }
  for (const char* const name : {"CUDA_PATH", "CUDA_HOME"})
    if (const char* const toolkit = std::getenv(name); toolkit != nullptr && *toolkit != '\0') {
      fs::path folder = fs::path(toolkit) / "bin";
      return holdsNvcc(folder) ? std::optional(std::move(folder)) : std::nullopt;
    }
  if (fs::path usual("/usr/local/cuda/bin"); holdsNvcc(usual)) return usual;
  return std::nullopt;
}

Result<fs::path> writeNvccStandIn(const fs::path& folder) {
  const fs::path file = folder / "nvcc";
  std::error_code problem;
  fs::create_directories(folder, problem);
  GEVO_TRY(writeFile(file, script));
  fs::permissions(file, fs::perms::owner_all, problem);
  if (problem) return fail("{} can't be made executable: {}", file.string(), problem.message());
  return file;
}

} // namespace gevo
