#pragma once

/// Texts of a variant, for the views.

#include "core/edit/edit_wire.h"
#include "core/protocol/request.h"
#include "core/values/variant_texts.h"

namespace gevo {

/// For the views: texts of a variant. With no edits: of the original.
struct InspectRequest {
  EditList edits;
  bool plainIr = false; ///< IR as LLVM prints it, with debug records, attributes and metadata
};

template <class Archive> void fields(Archive& a, InspectRequest& m) { a(m.edits, m.plainIr); }

template <> struct RequestTraits<InspectRequest> : RequestWith<VariantTexts, RequestKind::Inspect> {};

} // namespace gevo
