#pragma once

/// The kinds of requests to a worker, and the type of each one's reply.
///
/// The worker protocol: one request, one reply, each a length-prefixed byte blob on the worker's stdin and stdout (frames.h).
/// Requests and replies are values; a worker holds no state but the project it was given by `Load` and a cache of what
/// it evaluated before, which never changes a reply, only its speed.

#include <cstdint>

namespace gevo {

enum class RequestKind : std::uint8_t {
  Load,
  Evaluate,
  Validate,
  Inspect,
  Export,
  Build,
  Stop,
  Doctor,
  RecordTests,
  Assemble,
  Launches,
  Compare,
  Calibrate,
  BuildForGpu,
  ReadSyntax,
  CompileSources,
  FindRewrites,
  Judge,
  Configure,
  LoadConfiguration,
  Cover,
  Profile,
  Tolerate,
  Counters
};

/// The reply to a request, and its kind on the wire: each job's header specialises it.
template <class Request> struct RequestTraits;

/// What the specialisations have in common.
template <class ReplyType, RequestKind requestKind> struct RequestWith {
  using Reply = ReplyType;
  static constexpr RequestKind kind = requestKind;
};

} // namespace gevo
