#pragma once

/// The edits of the selected variant, one row each, in the order they apply.

#include "core/values/project.h"
#include "ui/edits/what_if.h"
#include "ui/model/variant_details.h"
#include "ui/theme/theme.h"

#include <QAbstractTableModel>

namespace gevo::ui {

/// "hotspot.cu:61", the innermost location of a chain; empty without debug information.
QString locationText(const std::vector<SourcePosition>& chain);
/// The same without the function that inlined it.
QString shortLocationText(const std::vector<SourcePosition>& chain);

class EditModel : public QAbstractTableModel {
  Q_OBJECT
public:
  enum Column { Description, Where, Since, Share, Alone, ColumnCount };
  enum Role {
    ChipRole = Qt::UserRole, ///< short text behind the description: what the edit amounts to, unless that says it, or that it is inactive
    BarRole,                 ///< 0 to 1: length of the bar before the figure
    ShortRole                ///< location without its function, for narrow columns
  };

  /// Switches and shares come from `whatIf`.
  explicit EditModel(WhatIf& whatIf, QObject* parent = nullptr);
  void setTheme(const Theme& theme);
  /// Null: no variant.
  void setDetails(std::shared_ptr<const VariantDetails> details);
  /// Null: not known yet. Of a program with several kernels, each location names its kernel.
  void setProject(std::shared_ptr<const Project> project);
  bool namesKernels() const { return project_ && project_->kernels.size() > 1; }
  int inactiveCount() const;
  /// It is inactive, or the variant is as fast without it to a tenth of a per cent. False as long as that is not known.
  bool changesNothing(int edit) const;
  /// What a column of figures is sorted by; infinite where the variant needs the edit. Nothing while unknown.
  std::optional<double> worth(int edit, Column column) const;
  /// The edit's line of the text form.
  QString editText(int edit) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
  bool active(int edit) const;
  QString descriptionText(int edit) const;
  QString consequenceText(int edit) const;
  bool sharesCode(int edit) const;
  QString whereText(int edit) const;
  QString shortWhereText(int edit) const;
  /// Of the edit's target; empty where the program has one kernel only.
  QString kernelName(int edit) const;
  const EditDescription* description(int edit) const;
  QString sinceText(int edit) const;
  QString shareText(int edit) const;
  QString aloneText(int edit) const;
  double bar(int edit) const;
  QString tip(int edit, Column column) const;

  WhatIf& whatIf_;
  std::shared_ptr<const VariantDetails> details_;
  std::shared_ptr<const Project> project_;
  Theme theme_ = Theme::light();
};

} // namespace gevo::ui
