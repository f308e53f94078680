#pragma once

/// Reads a table of numbers on a thread of the background pool: it may be large.

#include "core/tmbl/regression/table.h"

#include <QObject>

#include <memory>

namespace gevo::ui {

class TableLoader : public QObject {
  Q_OBJECT
public:
  using QObject::QObject;

  /// `loaded` or `failed` follows, unless another file is asked for before.
  void load(const QString& path);
  /// Neither follows.
  void cancel() { ++latest_; }

signals:
  void loaded(const std::shared_ptr<const gevo::tmbl::DataTable>& table);
  /// A sentence that names the file, and the line if it is about one.
  void failed(const QString& message);

private:
  quint64 latest_ = 0;
};

} // namespace gevo::ui
