// Modules are PTX text: entries and variables are found by name. "Linking" keeps the text.

#include "state.h"

#include <cstring>
#include <elf.h>
#include <memory>
#include <regex>
#include <sstream>
#include <string_view>

namespace {

/// Lines "others" of the control file: code as it was loaded first in this process is the original's.
void obeyAsVariant(fake::Kernel& kernel, std::string_view code) {
  static std::map<std::string, std::size_t> first;
  const std::size_t hash = std::hash<std::string_view>()(code);
  if (first.emplace(kernel.name, hash).first->second == hash) return;
  for (const auto& words : fake::controls("others"))
    if (words.size() == 4 && words[0] == kernel.name && hash % std::stoul(words[2]) == std::stoul(words[1])) kernel.act = words[3];
}

/// Other code needs another power.
double wattsOf(std::string_view code) { return 300 + static_cast<double>(std::hash<std::string_view>()(code) % 201); }

/// "kernel NAME DO [MICROSECONDS]" of the control file comes before "// fake: DO [MICROSECONDS]" in the entry.
void obeyControls(fake::Kernel& kernel, std::string_view code) {
  for (const auto& words : fake::controls("kernel")) {
    if (words.size() < 2 || words[0] != kernel.name) continue;
    kernel.act = words[1];
    if (words.size() > 2) kernel.microseconds = std::stod(words[2]);
  }
  if (kernel.watts == 0) kernel.watts = wattsOf(code);
  obeyAsVariant(kernel, code);
}

std::unique_ptr<fake::Module> parse(const std::string& ptx) {
  static const std::regex entry(R"(\.entry\s+([\w$]+))");
  static const std::regex variable(
      R"(^\s*(?:\.visible\s+)?\.(?:global|const)\s+\.align\s+\d+\s+\.b8\s+([\w$]+)\[(\d+)\](?:\s*=\s*\{([^}]*)\})?)");
  static const std::regex word(
      R"(^\s*(?:\.visible\s+)?\.(?:global|const)\s+\.align\s+\d+\s+\.[bfsu](\d+)\s+([\w$]+)(?:\s*=\s*(\d+))?\s*;)");
  static const std::regex order(R"(//\s*fake:\s*(\w+)(?:\s+([\d.]+)(?:\s+([\d.]+))?)?)");
  auto module = std::make_unique<fake::Module>();
  std::istringstream lines(ptx);
  fake::Kernel* kernel = nullptr;
  bool counts = true;
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_search(line, match, entry)) {
      kernel = &module->kernels[match[1]];
      kernel->name = match[1];
      kernel->act = match[1];
      kernel->module = module.get();
      counts = true;
    } else if (std::regex_search(line, match, variable)) {
      std::vector<std::uint8_t>& bytes = module->symbols[match[1]].bytes;
      bytes.resize(std::stoul(match[2]));
      std::istringstream values(match[3].str());
      std::string value;
      for (std::size_t i = 0; i < bytes.size() && std::getline(values, value, ','); ++i)
        bytes[i] = static_cast<std::uint8_t>(std::stoul(value));
    } else if (std::regex_search(line, match, word)) {
      std::vector<std::uint8_t>& bytes = module->symbols[match[2]].bytes;
      bytes.resize(std::stoul(match[1]) / 8);
      const std::uint64_t value = match[3].matched ? std::stoull(match[3]) : 0;
      std::memcpy(bytes.data(), &value, std::min(bytes.size(), sizeof value));
    } else if (kernel != nullptr && std::regex_search(line, match, order)) {
      kernel->act = match[1];
      counts = !match[2].matched;
      if (match[2].matched) kernel->microseconds = std::stod(match[2]);
      if (match[3].matched) kernel->watts = std::stod(match[3]);
    } else if (kernel != nullptr && counts && line.find(';') != line.npos) {
      kernel->microseconds += 1;
    }
  }
  for (auto& [name, one] : module->kernels) obeyControls(one, ptx);
  return module;
}

/// A cubin of nvJitLink: its kernels are the sections .text.NAME, of 16 bytes an instruction, and its variables symbols in other sections.
std::unique_ptr<fake::Module> parseElf(const char* image) {
  auto module = std::make_unique<fake::Module>();
  Elf64_Ehdr header;
  std::memcpy(&header, image, sizeof header);
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  std::memcpy(sections.data(), image + header.e_shoff, sections.size() * sizeof sections[0]);
  const auto nameIn = [&](const Elf64_Shdr& strings, std::size_t at) { return std::string(image + strings.sh_offset + at); };
  std::map<std::string, std::string_view> texts;
  for (const Elf64_Shdr& section : sections) {
    const std::string name = nameIn(sections.at(header.e_shstrndx), section.sh_name);
    if (!name.starts_with(".text.")) continue;
    fake::Kernel& kernel = module->kernels[name.substr(6)];
    kernel.name = kernel.act = name.substr(6);
    kernel.module = module.get();
    kernel.microseconds = static_cast<double>(section.sh_size) / 16;
    texts[kernel.name] = std::string_view(image + section.sh_offset, section.sh_size);
  }
  for (const Elf64_Shdr& table : sections) {
    if (table.sh_type != SHT_SYMTAB) continue;
    for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, image + table.sh_offset + at, sizeof symbol);
      if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_shndx >= sections.size() || symbol.st_size == 0) continue;
      const Elf64_Shdr& home = sections[symbol.st_shndx];
      std::vector<std::uint8_t>& bytes = module->symbols[nameIn(sections.at(table.sh_link), symbol.st_name)].bytes;
      bytes.resize(symbol.st_size);
      if (home.sh_type != SHT_NOBITS) std::memcpy(bytes.data(), image + home.sh_offset + symbol.st_value, bytes.size());
    }
  }
  for (auto& [name, one] : module->kernels) obeyControls(one, texts[name]);
  return module;
}

struct Link {
  std::string text;
  char* log = nullptr; ///< the caller's
};

/// The buffer behind an option of cuLinkCreate.
void** option(unsigned count, const int* keys, void** values, int wanted) {
  for (unsigned i = 0; i < count; ++i)
    if (keys[i] == wanted) return &values[i];
  return nullptr;
}

} // namespace

FAKE int cuModuleLoadData(void** module, const void* image) {
  OBEY;
  const char* bytes = static_cast<const char*>(image);
  auto parsed = std::memcmp(bytes, "\177ELF", 4) == 0 ? parseElf(bytes) : parse(bytes);
  if (parsed->kernels.empty()) return 200;
  *module = parsed.get();
  fake::state().modules[*module] = std::move(parsed);
  return 0;
}
FAKE int cuModuleUnload(void* module) {
  OBEY;
  fake::state().modules.erase(module);
  return 0;
}
FAKE int cuModuleGetFunction(void** function, void* module, const char* name) {
  OBEY;
  auto& kernels = static_cast<fake::Module*>(module)->kernels;
  const auto found = kernels.find(name);
  if (found == kernels.end()) return 500;
  *function = &found->second;
  return 0;
}
FAKE int cuModuleGetGlobal_v2(std::uint64_t* address, std::size_t* bytes, void* module, const char* name) {
  OBEY;
  auto& symbols = static_cast<fake::Module*>(module)->symbols;
  const auto found = symbols.find(name);
  if (found == symbols.end()) return 500;
  *address = reinterpret_cast<std::uint64_t>(found->second.bytes.data());
  *bytes = found->second.bytes.size();
  return 0;
}
FAKE int cuFuncGetAttribute(int* value, int attribute, void*) {
  OBEY;
  constexpr int local = 3;
  constexpr int registers = 4;
  const auto lines = fake::controls("local");
  const int localBytes = lines.empty() ? 0 : std::atoi(lines.back().at(0).c_str());
  *value = attribute == registers ? 32 : attribute == local ? localBytes : 0;
  return 0;
}
FAKE int cuFuncSetAttribute(void*, int, int) {
  OBEY;
  return 0;
}
FAKE int cuLinkCreate_v2(unsigned count, int* keys, void** values, void** link) {
  OBEY;
  void** buffer = option(count, keys, values, 3);
  *link = new Link{{}, buffer != nullptr ? static_cast<char*>(*buffer) : nullptr};
  return 0;
}
FAKE int cuLinkAddData_v2(void* link, int, void* data, std::size_t bytes, const char*, unsigned, int*, void**) {
  OBEY;
  static const std::regex entry(R"(\.entry\s+([\w$]+))");
  Link& made = *static_cast<Link*>(link);
  made.text.append(static_cast<const char*>(data), bytes);
  std::string log;
  for (auto one = std::sregex_iterator(made.text.begin(), made.text.end(), entry); one != std::sregex_iterator(); ++one)
    log += "ptxas info    : Compiling entry function '" + (*one)[1].str() + "' for 'sm_90'\nptxas info    : Used 32 registers\n";
  if (made.log != nullptr) std::strcpy(made.log, log.substr(0, 4000).c_str());
  return 0;
}
FAKE int cuLinkComplete(void* link, void** cubin, std::size_t* bytes) {
  OBEY;
  std::string& text = static_cast<Link*>(link)->text;
  *cubin = text.data();
  *bytes = text.size() + 1;
  return 0;
}
FAKE int cuLinkDestroy(void* link) {
  OBEY;
  delete static_cast<Link*>(link);
  return 0;
}
