#pragma once

/// Writes the variant that is shown to a file or the clipboard, or lets it be dragged to another program.

#include "ui/service/variant_service.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <optional>
#include <tuple>

class QMimeData;
class QTemporaryDir;

namespace gevo::ui {

class DragGesture;
class ShownVariant;

class VariantExports : public QObject {
  Q_OBJECT
public:
  /// `stem`: of the open file's name, which suggested names begin with.
  VariantExports(VariantService& service, const ShownVariant& shown, std::function<QString()> stem, QWidget* window);
  ~VariantExports() override;

  /// Asks for the file. `architecture`: of code; empty: the project's.
  void write(ExportKind kind, const std::string& architecture = {});
  /// PTX, say, or the changes in CUDA.
  void copy(ExportKind kind, const std::string& architecture = {});
  /// Makes a file that `write` would suggest the name of, and drags it as soon as it is there, if the mouse button is still held.
  void drag(ExportKind kind, const std::string& architecture, DragGesture& gesture);

signals:
  void news(const QString& message);
  void failed(const QString& message);
  /// This is about to be dragged.
  void dragBegins(const QMimeData* data);

private:
  QString fileName(const QString& variant, ExportKind kind) const;
  /// In a folder of its own: whoever got an earlier one may read it later.
  Result<QString> draggedFile(const QString& name);
  void beginDrag(std::int64_t variant, const QString& path, const QString& text);

  VariantService& service_;
  const ShownVariant& shown_;
  std::function<QString()> stem_;
  QWidget* window_;
  std::unique_ptr<QTemporaryDir> dragged_; ///< files that were dragged
  int draggedFiles_ = 0;
  QString awaited_; ///< the file that is dragged as soon as it is there
  /// What that holds: the source's epoch, the variant, the kind, the architecture. Nothing where it may have failed.
  std::optional<std::tuple<std::uint64_t, std::int64_t, ExportKind, std::string>> awaitedOf_;
  QPointer<DragGesture> gesture_;
};

} // namespace gevo::ui
