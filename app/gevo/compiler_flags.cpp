#include "app/gevo/compiler_flags.h"

#include "core/build_commands/flag_table.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

namespace gevo {

namespace {

class Rewriter {
public:
  Rewriter(const CLI::App& command, const std::vector<std::string>& arguments) : command_(command), arguments_(arguments) {}

  Result<std::vector<std::string>> run() {
    while (next_ < arguments_.size()) {
      const std::string& argument = arguments_[next_];
      if (argument == "--") {
        made_.insert(made_.end(), arguments_.begin() + std::ptrdiff_t(next_), arguments_.end());
        break;
      }
      if (argument == "--flag" || argument.starts_with("--flag=")) {
        GEVO_TRY(takeWords(argument));
      } else if (!argument.starts_with('-') || argument == "-") {
        copy(1);
      } else if (const CLI::Option* option = optionOf(argument)) {
        const bool hasValue = option->get_items_expected_max() > 0 && !argument.contains('=') && !isJoined(argument);
        copy(hasValue ? 2 : 1);
      } else {
        GEVO_TRY(takeFlag());
      }
    }
    return std::move(made_);
  }

private:
  static bool isShort(const std::string& argument) { return !argument.starts_with("--"); }
  /// -DX=1, -lm
  static bool isJoined(const std::string& argument) { return isShort(argument) && argument.size() > 2; }

  /// The command's own option; flags that nvcc writes with one minus, such as -lineinfo, are none of its short ones.
  const CLI::Option* optionOf(const std::string& argument) const {
    if (!isShort(argument)) return command_.get_option_no_throw(argument.substr(0, argument.find('=')));
    if (isJoined(argument)) {
      const FlagMatch match = matchFlag(argument, nullptr, FlagDialect::Nvcc);
      if (match.flag.row == nullptr) return nullptr;
      const FlagEffect effect = match.flag.row->effect;
      if (effect != FlagEffect::Define && effect != FlagEffect::Include && effect != FlagEffect::Library &&
          effect != FlagEffect::LibraryFolder)
        return nullptr;
    }
    return command_.get_option_no_throw(argument.substr(0, 2));
  }

  void copy(std::size_t count) {
    for (; count > 0 && next_ < arguments_.size(); --count) made_.push_back(arguments_[next_++]);
  }

  Result<void> takeFlag() {
    const std::string& argument = arguments_[next_];
    const std::string* value = next_ + 1 < arguments_.size() ? &arguments_[next_ + 1] : nullptr;
    GEVO_TRY_ASSIGN(const bool tookNext, add(argument, value));
    next_ += tookNext ? 2 : 1;
    return {};
  }

  /// "--flag '-Xptxas -v'"
  Result<void> takeWords(const std::string& argument) {
    const std::size_t equals = argument.find('=');
    const bool isSeparate = equals == std::string::npos;
    if (isSeparate && next_ + 1 == arguments_.size()) return fail("--flag needs a flag");
    std::istringstream text(isSeparate ? arguments_[next_ + 1] : argument.substr(equals + 1));
    next_ += isSeparate ? 2 : 1;
    const std::vector<std::string> words{std::istream_iterator<std::string>(text), {}};
    for (std::size_t i = 0; i < words.size(); ++i) {
      GEVO_TRY_ASSIGN(const bool tookNext, add(words[i], i + 1 < words.size() ? &words[i + 1] : nullptr));
      if (tookNext) ++i;
    }
    return {};
  }

  /// Whether the flag took the value.
  Result<bool> add(const std::string& argument, const std::string* value) {
    const FlagMatch match = matchFlag(argument, value, FlagDialect::Nvcc);
    if (match.flag.row == nullptr)
      return fail(
          "{} is neither an option of gevo new nor a flag of nvcc that GEVO knows; leave it out, or give a flag of the host compiler "
          "as -Xcompiler {}",
          argument, argument);
    if (match.lacksValue) return fail("{} needs a value", argument);
    made_.push_back("--flag=" + match.flag.text);
    return match.tookNext;
  }

  const CLI::App& command_;
  const std::vector<std::string>& arguments_;
  std::vector<std::string> made_;
  std::size_t next_ = 0;
};

} // namespace

Result<std::vector<std::string>> withCompilerFlags(const CLI::App& command, const std::vector<std::string>& arguments) {
  return Rewriter(command, arguments).run();
}

} // namespace gevo
