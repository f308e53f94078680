#pragma once

/// Command lines as texts: split into words, and words that stand for files of more words.

#include "core/base/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gevo {

/// As a shell splits a simple command, and compilers their response files: blanks separate, quotes keep blanks, a backslash keeps the next
/// character. Nothing is expanded. An unfinished quote ends with the text.
std::vector<std::string> splitWords(std::string_view text);

/// Splits at commas, and at blanks that no quote keeps: "-Wall,-O2" of -Xcompiler.
std::vector<std::string> splitOptionList(std::string_view text);

/// Text of a response file, by its name as given.
using ReadResponseFile = std::function<Result<std::string>(const std::string& name)>;

/// Replaces `@file`, `-optf file` and `--options-file file` by the words of the files, which may name further ones. A file that can't be
/// read stays as it is, as compilers do it.
std::vector<std::string> withResponseFiles(const std::vector<std::string>& arguments, const ReadResponseFile& read);

} // namespace gevo
