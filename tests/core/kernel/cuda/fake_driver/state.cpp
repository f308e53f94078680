#include "state.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace fake {

State& state() {
  static State one;
  return one;
}

void* pointer(std::uint64_t address) {
  constexpr std::uint64_t elsewhere = 0x100000000000;
  for (const auto& [begin, bytes] : state().reserved)
    if (address >= begin && address - begin < bytes) return reinterpret_cast<void*>(address + elsewhere);
  return reinterpret_cast<void*>(address);
}

std::vector<std::vector<std::string>> controls(const std::string& key) {
  std::vector<std::vector<std::string>> found;
  const char* path = std::getenv("GEVO_FAKE_DRIVER");
  if (path == nullptr) return found;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    if (words.empty() || words[0] != key) continue;
    words.erase(words.begin());
    found.push_back(words);
  }
  return found;
}

void queued() {
  for (const auto& words : controls("queueing")) state().host += std::atof(words.at(0).c_str());
  state().microseconds = std::max(state().microseconds, state().host);
}

std::optional<int> ordered(const char* function, bool needsContext) {
  for (const auto& words : controls("fail"))
    if (words.size() >= 2 && words[0] == function && (words.size() == 2 || state().isNew)) return std::atoi(words[1].c_str());
  if (needsContext && state().broken != 0) return state().broken;
  return std::nullopt;
}

} // namespace fake
