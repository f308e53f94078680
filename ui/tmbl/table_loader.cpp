#include "ui/tmbl/table_loader.h"

#include "ui/tasks/background_pool.h"
#include "ui/tasks/gui_thread.h"

#include <QThreadPool>

#include <utility>

namespace gevo::ui {

void TableLoader::load(const QString& path) {
  backgroundPool().start([self = QPointer(this), path, ticket = ++latest_] {
    Result<tmbl::DataTable> read = tmbl::readTable(path.toStdString());
    const QString problem = read ? QString() : QString::fromStdString(read.error().message);
    const auto table = read ? std::make_shared<const tmbl::DataTable>(*std::move(read)) : nullptr;
    postIfAlive(self, [ticket, table, problem](TableLoader& loader) {
      if (ticket != loader.latest_) return;
      if (table)
        emit loader.loaded(table);
      else
        emit loader.failed(problem);
    });
  });
}

} // namespace gevo::ui
