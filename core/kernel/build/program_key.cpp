#include "core/kernel/build/program_key.h"

#include "core/base/wire.h"

namespace gevo::program {

namespace fs = std::filesystem;

Hash128 programKey(Project project, const InputFiles& files, const fs::path& folder) {
  project.tests.clear();
  project.build.heldOut.clear();
  project.build.fuzz.clear();
  std::string stamps = folder.string();
  for (const std::string& file : files.link) {
    std::error_code ignored; // what can't be read is for the linker to tell
    const fs::path path = folder / file;
    stamps += fmt::format(" {} {} {}", file, fs::file_size(path, ignored), fs::last_write_time(path, ignored).time_since_epoch().count());
  }
  const Hash128 contents = hashBytes(wire::encode(project));
  return hashText(toHex(contents) + stamps);
}

} // namespace gevo::program
