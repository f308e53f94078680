#pragma once

/// Code of a variant: PTX or IR, its machine code by ptxas, and the launches of tests.

#include "core/edit/edit_wire.h"
#include "core/protocol/request.h"
#include "core/values/exported_code.h"
#include "core/values/launch_shapes.h"

namespace gevo {

struct ExportRequest {
  EditList edits;
  Artifact artifact = Artifact::Ptx;
  std::string architecture; ///< "sm_80", for PTX; empty: the project's
};

/// The launches of each kernel in recorded tests: the shapes and sizes that a variant was tested with. Needs no Load.
struct LaunchesRequest {
  std::vector<TestCase> tests;
};

struct LaunchesReply {
  std::vector<TestLaunches> tests;
};

/// ptxas on a variant's PTX. Starts a program, so it goes to a worker that handles no module. Needs no Load.
struct AssembleRequest {
  std::string ptx;
  std::string architecture;
};

template <class Archive> void fields(Archive& a, ExportRequest& m) { a(m.edits, m.artifact, m.architecture); }
template <class Archive> void fields(Archive& a, LaunchesRequest& m) { a(m.tests); }
template <class Archive> void fields(Archive& a, LaunchesReply& m) { a(m.tests); }
template <class Archive> void fields(Archive& a, AssembleRequest& m) { a(m.ptx, m.architecture); }

template <> struct RequestTraits<ExportRequest> : RequestWith<ExportedCode, RequestKind::Export> {};
template <> struct RequestTraits<LaunchesRequest> : RequestWith<LaunchesReply, RequestKind::Launches> {};
template <> struct RequestTraits<AssembleRequest> : RequestWith<AssembledCode, RequestKind::Assemble> {};

} // namespace gevo
