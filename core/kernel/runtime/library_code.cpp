#include "core/kernel/runtime/library_code.h"

#include <algorithm>
#include <dlfcn.h>
#include <link.h>
#include <set>
#include <string>
#include <vector>

namespace gevo::cuda {

namespace {

/// A loaded file.
struct Loaded {
  std::string name; ///< as others need it; empty: the program
  std::vector<std::string> needed;
  std::size_t initialisers = 0;
  std::size_t finalisers = 0;
  bool hasPreinitialisers = false;
};

/// Null: the kernel's own, whose table is not relocated.
const char* stringsOf(const link_map& map) {
  const char* strings = nullptr;
  for (const ElfW(Dyn)* entry = map.l_ld; entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_STRTAB) strings = reinterpret_cast<const char*>(entry->d_un.d_ptr); // NOLINT: an address
  return reinterpret_cast<ElfW(Addr)>(strings) >= map.l_addr ? strings : nullptr;
}

Loaded describe(const link_map& map) {
  Loaded loaded;
  const char* const strings = stringsOf(map);
  if (strings == nullptr) return loaded;
  const std::string path = map.l_name;
  loaded.name = path.substr(path.rfind('/') + 1);
  for (const ElfW(Dyn)* entry = map.l_ld; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_NEEDED) loaded.needed.emplace_back(strings + entry->d_un.d_val);
    if (entry->d_tag == DT_SONAME && !path.empty()) loaded.name = strings + entry->d_un.d_val;
    if (entry->d_tag == DT_INIT_ARRAYSZ) loaded.initialisers = entry->d_un.d_val / sizeof(ElfW(Addr));
    if (entry->d_tag == DT_FINI_ARRAYSZ) loaded.finalisers = entry->d_un.d_val / sizeof(ElfW(Addr));
    if (entry->d_tag == DT_PREINIT_ARRAYSZ) loaded.hasPreinitialisers = entry->d_un.d_val != 0;
  }
  return loaded;
}

std::vector<Loaded> loadedFiles(const link_map* map) {
  while (map->l_prev != nullptr) map = map->l_prev;
  std::vector<Loaded> all;
  for (; map != nullptr; map = map->l_next) all.push_back(describe(*map));
  return all;
}

/// The file and what it needs, directly or not.
std::set<std::string> closureOf(const std::string& name, const std::vector<Loaded>& all) {
  std::set<std::string> closure;
  std::vector<std::string> open{name};
  while (!open.empty()) {
    const std::string next = open.back();
    open.pop_back();
    if (!closure.insert(next).second) continue;
    const auto found = std::ranges::find(all, next, &Loaded::name);
    if (found != all.end()) open.insert(open.end(), found->needed.begin(), found->needed.end());
  }
  return closure;
}

} // namespace

bool librariesRunCode() {
  Dl_info ignored;
  link_map* own = nullptr;
  static const char here = 0;
  if (::dladdr1(&here, &ignored, reinterpret_cast<void**>(&own), RTLD_DL_LINKMAP) == 0 || own == nullptr) return true;
  const std::vector<Loaded> all = loadedFiles(own);
  const std::set<std::string> closure = closureOf(describe(*own).name, all);
  // Compilers give each library one of both, which do nothing.
  return std::ranges::any_of(all, [&](const Loaded& one) {
    return one.hasPreinitialisers || (!one.name.empty() && std::max(one.initialisers, one.finalisers) > 1 && !closure.contains(one.name));
  });
}

} // namespace gevo::cuda
