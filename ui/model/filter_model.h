#pragma once

/// The filter that the table, the Pareto front and the parallel coordinates share: its text, what it means, and which variants pass. Views
/// write the text or a range of it, and observe the rest.

#include "ui/model/variant_filter.h"

#include <QObject>

namespace gevo::ui {

class FilterModel : public QObject {
  Q_OBJECT
public:
  FilterModel(const RunModel& run, const AnnotationSource& annotations, QObject* parent = nullptr);

  const QString& text() const { return text_; }
  /// One sentence about what was not understood; empty if all was. The filter of before stays.
  const QString& problem() const { return problem_; }
  const VariantFilter& filter() const { return filter_; }
  bool empty() const { return filter_.empty(); }

  /// Of the program in the file.
  void setSpace(const ParameterSpace& space);
  const ParameterSpace& space() const { return space_; }
  /// Null: not known, or no longer.
  void setFacts(std::shared_ptr<const VariantFacts> facts);
  const std::shared_ptr<const VariantFacts>& facts() const { return facts_; }

  const VariantTest& test() const { return test_; }
  bool passes(const VariantRow& row) const { return test_.passes({run_, annotations_}, row); }
  /// Of the run's variants, in their order; null where all pass. Immutable.
  std::shared_ptr<const std::vector<bool>> passing() const;

public slots:
  void setText(const QString& text);
  /// Writes it into the text.
  void setFilter(const gevo::ui::VariantFilter& filter) { setText(filter.print()); }
  /// What keywords ask for has changed: pins, notes, the front.
  void reconsider();

signals:
  void textChanged(const QString& text);
  /// Other variants may pass, or the problem is another one.
  void changed();
  void factsChanged();

private:
  void read();
  void renew();

  const RunModel& run_;
  const AnnotationSource& annotations_;
  QString text_;
  QString problem_;
  VariantFilter filter_;
  ParameterSpace space_;
  std::shared_ptr<const VariantFacts> facts_;
  VariantTest test_;
  mutable std::shared_ptr<const std::vector<bool>> passing_; ///< null: not known
};

} // namespace gevo::ui
