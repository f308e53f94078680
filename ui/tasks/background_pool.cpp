#include "ui/tasks/background_pool.h"

#include <QThreadPool>

namespace gevo::ui {

QThreadPool& backgroundPool() {
  static QThreadPool* const pool = [] {
    auto* made = new QThreadPool;
    made->setMaxThreadCount(16);
    return made;
  }();
  return *pool;
}

} // namespace gevo::ui
