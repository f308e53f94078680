#pragma once

/// Comma-separated values (RFC 4180, lines end with \n): what plots and tables hand out as data.

#include <QString>
#include <QStringList>

#include <initializer_list>

class QAbstractItemModel;

namespace gevo::ui {

/// A model may give the bare figure of a cell, and the column's name with its unit, under this role; else its text is taken.
inline constexpr int csvRole = 0x0100 + 77; // Qt::UserRole and a number of our own

class Csv {
public:
  explicit Csv(const QStringList& header) { add(header); }
  void add(const QStringList& cells);
  /// The shortest digits that read back as the same number; what is no number stays empty.
  static QString figure(double value);
  QByteArray text() const { return text_; }

private:
  QByteArray text_;
};

/// Every row and column of a model that is small enough to be read at once.
QByteArray csvOf(const QAbstractItemModel& model);

} // namespace gevo::ui
