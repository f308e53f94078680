#pragma once

/// The text form of edits, one line an edit; `parse(print(e)) == e` always holds.
///
///     delete 4f21c0de00000001 @17 use @12
///     copy 4f21c0de00000002 @17 before @30 with +4f21c0de00000002.0=@3 @35.1=+4f21c0de00000002
///     operand 4f21c0de00000003 @41 with @41.0=#4
///     set 4f21c0de00000004 BLOCK=32
///
/// `@17` is an instruction of the base, `+uid` the one an edit created, `$2` an argument, `#4` a constant of the base's
/// table, `one` the default of the operand's type, `@35.1` operand 1 of `@35`. Lines that are empty or begin with ';' are skipped.

#include "core/base/result.h"
#include "core/edit/edit.h"

#include <string>
#include <string_view>

namespace gevo {

std::string printEdit(const Edit& edit);
/// The same without the end of the line.
std::string editLine(const Edit& edit);
std::string printEdits(const EditList& edits);

/// An error names the line and what was expected there.
Result<EditList> parseEdits(std::string_view text);

} // namespace gevo
