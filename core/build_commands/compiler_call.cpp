#include "core/build_commands/compiler_call.h"

#include "core/build_commands/call_reader.h"

#include <algorithm>
#include <array>

namespace gevo {

namespace fs = std::filesystem;

namespace {

using Product = CompilerCall::Product;

/// `gcc a.c` compiles C, `g++ a.c` compiles C++.
std::optional<Language> languageOf(const std::string& file, BuildTool tool) {
  static constexpr std::array cpp{".cpp", ".cc", ".cxx", ".c++", ".cp", ".C", ".CPP", ".ii"};
  const std::string ending = fs::path(file).extension().string();
  if (ending == ".cu") return Language::Cuda;
  if (ending == ".c" || ending == ".i") return tool == BuildTool::CppCompiler ? Language::Cpp : Language::C;
  if (std::ranges::count(cpp, ending) > 0) return Language::Cpp;
  return std::nullopt;
}

/// As compilers do it, everything that is not a source goes to the linker, whatever its ending.
bool isLinked(const std::string& file) {
  static constexpr std::array others{".ptx", ".cubin", ".fatbin", ".s", ".S", ".asm", ".h", ".hpp", ".cuh", ".gch", ".pch"};
  return std::ranges::count(others, fs::path(file).extension().string()) == 0;
}

/// "ar rcs libx.a a.o b.o", also "ar -rc". Further archives' contents are taken out of them, which makes nothing new.
CompilerCall readArchiver(CallReader& reader) {
  std::string operations = reader.takeValue();
  while (operations.starts_with("--")) {
    if (operations == "--plugin" || operations == "--target") reader.takeValue();
    operations = reader.takeValue();
  }
  if (operations.find_first_of("rq") == std::string::npos) return reader.finish();
  reader.makesArchive = true;
  reader.call.output = reader.absolute(reader.takeValue());
  while (!reader.atEnd()) reader.file(reader.take());
  return reader.finish();
}

std::string nameOf(const std::string& define) { return define.substr(0, define.find('=')); }

} // namespace

const char* languageName(Language language) {
  switch (language) {
  case Language::C:
    return "c";
  case Language::Cpp:
    return "c++";
  case Language::Cuda:
    break;
  }
  return "cuda";
}

std::string CompilerCall::objectOf(const CompiledFile& source) const {
  if (!output.empty()) return output;
  return (fs::path(objectFolder) / fs::path(source.path).stem()).string() + ".o";
}

CallReader::CallReader(const BuildCommand& command, BuildTool tool) : words_(command.arguments) {
  call.tool = tool;
  call.folder = command.folder.lexically_normal().string();
}

std::string CallReader::absolute(const std::string& path) const { return (fs::path(call.folder) / path).lexically_normal().string(); }

void CallReader::define(const std::string& value) {
  std::erase(call.flags, "-U" + nameOf(value));
  std::erase_if(call.defines, [&](const std::string& known) { return nameOf(known) == nameOf(value); });
  call.defines.push_back(value);
}

void CallReader::undefine(const std::string& name) {
  std::erase_if(call.defines, [&](const std::string& known) { return nameOf(known) == name; });
  call.flags.push_back("-U" + name);
}

void CallReader::preInclude(const std::string& file) {
  // It is looked for in the folder where the compiler runs, then as any header.
  std::error_code ignored;
  const std::string here = absolute(file);
  call.flags.push_back("-include=" + (fs::exists(here, ignored) ? here : file));
}

void CallReader::language(const std::string& name) {
  forced_.reset();
  if (name == "cu" || name == "cuda") forced_ = Language::Cuda;
  if (name == "c") forced_ = Language::C;
  if (name == "c++") forced_ = Language::Cpp;
}

void CallReader::file(const std::string& name) {
  const bool compiles = call.tool != BuildTool::Archiver && call.tool != BuildTool::Linker;
  auto language = compiles ? languageOf(name, call.tool) : std::nullopt;
  if (compiles && forced_) language = forced_;
  if (language)
    call.sources.push_back({absolute(name), *language});
  else if (isLinked(name))
    call.linked.push_back(absolute(name));
}

CompilerCall CallReader::finish() {
  call.objectFolder = objectFolder.empty() ? call.folder : absolute(objectFolder);
  if (makesNothing || (call.sources.empty() && call.linked.empty()))
    call.makes = Product::Nothing;
  else if (compilesOnly || makesOneObject)
    call.makes = Product::Objects;
  else if (makesArchive)
    call.makes = Product::Archive;
  else
    call.makes = makesShared ? Product::SharedLibrary : Product::Program;
  const bool isLinking = call.makes == Product::Program || call.makes == Product::SharedLibrary;
  if (call.output.empty() && isLinking) call.output = absolute("a.out");
  return std::move(call);
}

std::optional<CompilerCall> readCompilerCall(const BuildCommand& command) {
  if (command.arguments.empty()) return std::nullopt;
  if (isCompilerLauncher(command.arguments.front())) {
    BuildCommand behind{command.folder, {command.arguments.begin() + 1, command.arguments.end()}};
    while (!behind.arguments.empty() && behind.arguments.front().find('=') != std::string::npos) // "ccache compiler_check=none gcc"
      behind.arguments.erase(behind.arguments.begin());
    return readCompilerCall(behind);
  }
  const auto tool = buildToolOf(command.arguments.front());
  if (!tool) return std::nullopt;
  CallReader reader(command, *tool);
  if (*tool == BuildTool::Archiver) return readArchiver(reader);
  while (!reader.atEnd()) {
    const std::string word = reader.take();
    if (word.size() < 2 || word.front() != '-')
      reader.file(word);
    else
      readOption(reader, word, *tool == BuildTool::Nvcc ? FlagDialect::Nvcc : FlagDialect::HostCompiler);
  }
  return reader.finish();
}

} // namespace gevo
