#pragma once

/// Menu of every plot and table: copies or saves its picture (PNG, SVG) and its data (CSV, some JSON too). Encoding and
/// writing happen on another thread.

#include <QObject>
#include <QSize>
#include <QString>

#include <functional>

class QMenu;
class QPaintDevice;
class QWidget;

namespace gevo::ui {

/// What can be exported.
struct Exportable {
  QString name;                ///< of files, without suffix: "pareto-front"
  std::function<QSize()> size; ///< of the picture, in device-independent pixels
  std::function<void(QPaintDevice&)> paint;
  /// Called on the GUI thread, and what it returns on another one: it makes the CSV.
  std::function<std::function<QByteArray()>()> csv;
  std::function<std::function<QByteArray()>()> json = {}; ///< likewise; none: it is not offered
};

class ExportMenu : public QObject {
  Q_OBJECT
public:
  /// `owner` gets a context menu if it has none; its card reports what was saved and what failed.
  ExportMenu(QWidget* owner, Exportable what);
  void addTo(QMenu* menu);

  /// Painted at twice the size, so that it stays sharp on paper.
  QImage image() const;
  QByteArray svg() const;

public slots:
  void copyImage();
  void copyCsv();
  void copyJson();
  void savePng(const QString& path);
  void saveSvg(const QString& path);
  void saveCsv(const QString& path);
  void saveJson(const QString& path);

signals:
  void copied();
  void saved(const QString& path);
  /// An error message.
  void failed(const QString& message);

private:
  void ask(const QString& title, const QString& suffix, void (ExportMenu::*save)(const QString&));
  void copy(std::function<QByteArray()> make);
  void write(const QString& path, std::function<QByteArray()> make);
  void reportToCard();

  QWidget* owner_;
  Exportable what_;
};

} // namespace gevo::ui
