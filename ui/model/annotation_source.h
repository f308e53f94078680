#pragma once

/// Where views and filters ask for the user's annotations, those that are not written yet among them.

#include "core/store/rows.h"

namespace gevo::ui {

class AnnotationSource {
public:
  virtual ~AnnotationSource() = default;
  virtual Annotation of(std::int64_t variant) const = 0;
  bool pinned(std::int64_t variant) const { return of(variant).pinned; }
};

} // namespace gevo::ui
