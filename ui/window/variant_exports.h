#pragma once

/// Writes the selected variant, with the edits that are checked, to a file or the clipboard.

#include "ui/service/variant_service.h"

#include <QObject>

#include <functional>
#include <optional>

namespace gevo::ui {

class AnnotationService;
class EditsPane;
class Selection;

class VariantExports : public QObject {
  Q_OBJECT
public:
  /// `stem`: of the open file's name, which suggested names begin with.
  VariantExports(VariantService& service, AnnotationService& annotations, const Selection& selection, EditsPane& edits,
                 std::function<QString()> stem, QWidget* window);

  /// Asks for the file. `architecture`: of code; empty: the project's.
  void write(ExportKind kind, const std::string& architecture = {});
  /// PTX, say, or the changes in CUDA.
  void copy(ExportKind kind, const std::string& architecture = {});

signals:
  void news(const QString& message);
  void failed(const QString& message);

private:
  struct Chosen {
    QString title; ///< "Variant 8123 without 2 edits"
    QString name;  ///< of a file
  };
  using WithVariant = std::function<void(std::int64_t variant)>;

  /// Nothing, and `failed`, where no variant can be exported.
  std::optional<Chosen> chosen();
  /// Calls its argument with the number of the variant that is selected now. Checked edits become a derived variant first: the file has to
  /// hold what is exported, so that an export can be traced to it.
  std::function<void(WithVariant)> variant();

  VariantService& service_;
  AnnotationService& annotations_;
  const Selection& selection_;
  EditsPane& edits_;
  std::function<QString()> stem_;
  QWidget* window_;
};

} // namespace gevo::ui
