#include "ui/model/timeline_position.h"

namespace gevo::ui {

void TimelinePosition::goTo(quint32 generation) {
  if (generation_ == generation) return;
  generation_ = generation;
  emit changed();
}

void TimelinePosition::goToPresent() {
  if (!generation_) return;
  generation_.reset();
  emit changed();
}

} // namespace gevo::ui
