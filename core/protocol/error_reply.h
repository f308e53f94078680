#pragma once

/// What a worker replies when it can't do what was asked: an Error.

#include <string>

namespace gevo {

/// What a worker answers when it can't answer: an Error.
struct ErrorReply {
  std::string message;
  std::string details;
};

template <class Archive> void fields(Archive& a, ErrorReply& m) { a(m.message, m.details); }

} // namespace gevo
