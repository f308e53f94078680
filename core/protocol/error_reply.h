#pragma once

/// The reply to a request that failed: an Error.

#include <string>

namespace gevo {

struct ErrorReply {
  std::string message;
  std::string details;
};

template <class Archive> void fields(Archive& a, ErrorReply& m) { a(m.message, m.details); }

} // namespace gevo
