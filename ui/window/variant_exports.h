#pragma once

/// Writes the variant that is shown to a file or the clipboard.

#include "ui/service/variant_service.h"

#include <QObject>

#include <functional>

namespace gevo::ui {

class ShownVariant;

class VariantExports : public QObject {
  Q_OBJECT
public:
  /// `stem`: of the open file's name, which suggested names begin with.
  VariantExports(VariantService& service, const ShownVariant& shown, std::function<QString()> stem, QWidget* window);

  /// Asks for the file. `architecture`: of code; empty: the project's.
  void write(ExportKind kind, const std::string& architecture = {});
  /// PTX, say, or the changes in CUDA.
  void copy(ExportKind kind, const std::string& architecture = {});

signals:
  void news(const QString& message);
  void failed(const QString& message);

private:
  VariantService& service_;
  const ShownVariant& shown_;
  std::function<QString()> stem_;
  QWidget* window_;
};

} // namespace gevo::ui
