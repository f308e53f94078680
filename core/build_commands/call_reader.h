#pragma once

/// What the readers of each tool's options share: the call so far, and its words.

#include "core/build_commands/compiler_call.h"
#include "core/build_commands/flag_table.h"

#include <string>
#include <string_view>
#include <vector>

namespace gevo {

class CallReader {
public:
  CallReader(const BuildCommand& command, BuildTool tool);

  bool atEnd() const { return next_ == words_.size(); }
  std::string take() { return words_[next_++]; }
  /// Null at the end.
  const std::string* next() const { return atEnd() ? nullptr : &words_[next_]; }
  /// The value of an option that stands by itself; empty at the end.
  std::string takeValue() { return atEnd() ? std::string() : take(); }

  void define(const std::string& value);
  void undefine(const std::string& name);
  void include(const std::string& folder) { call.includes.push_back(absolute(folder)); }
  void includeSystem(const std::string& folder) { call.flags.push_back("-isystem" + absolute(folder)); }
  void preInclude(const std::string& file);
  /// A flag of gcc or clang: kept, behind -Xcompiler, if it decides what code means.
  void hostFlag(const std::string& flag);
  /// -x; "none" returns to the files' endings.
  void language(const std::string& name);
  /// A source, or something to link.
  void file(const std::string& name);
  std::string absolute(const std::string& path) const;

  /// Decides what is made, when all words are read.
  CompilerCall finish();

  CompilerCall call;
  bool compilesOnly = false;   ///< -c
  bool makesNothing = false;   ///< -E, -M, --version, -ptx
  bool makesShared = false;    ///< -shared
  bool makesArchive = false;   ///< -lib
  bool makesOneObject = false; ///< -r, -dlink
  std::string objectFolder;    ///< -odir

private:
  std::vector<std::string> words_;
  std::size_t next_ = 1;
  std::optional<Language> forced_;
};

/// A word that begins with a dash, with its value.
void readOption(CallReader& reader, const std::string& word, FlagDialect dialect);

} // namespace gevo
