#pragma once

/// Opens the comparison of the variants that are selected together, and keeps it up to date with them; there is one at a time.

#include "ui/comparison/variants_dialog.h"
#include "ui/model/variant_group.h"
#include "ui/service/variant_comparison_service.h"

#include <QPointer>

namespace gevo::ui {

class VariantsComparison : public QObject {
  Q_OBJECT
public:
  /// As many as fit beside each other; of more, the fastest.
  static constexpr std::size_t mostVariants = 12;

  VariantsComparison(const RunModel& model, Selection& selection, VariantGroup& group, std::string workerProgram, QWidget* window);
  void setTheme(const Theme& theme);
  /// Another file is opened.
  void openFile(const std::filesystem::path& file, std::shared_ptr<const Project> project);
  /// Null where it is closed.
  VariantsDialog* dialog() const { return dialog_; }

public slots:
  void open();

signals:
  void notified(const QString& message);

private:
  void compare();
  std::vector<std::int64_t> compared() const;

  const RunModel& model_;
  Selection& selection_;
  VariantGroup& group_;
  QWidget* window_;
  Theme theme_ = Theme::light();
  std::filesystem::path file_;
  std::shared_ptr<const Project> project_;
  QPointer<VariantsDialog> dialog_;
  std::size_t selected_ = 0; ///< when it was asked for
  VariantComparisonService service_;
};

} // namespace gevo::ui
