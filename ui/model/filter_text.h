#pragma once

/// The text of filters: the parts that `and` joins, and what each means.

#include "ui/model/variant_filter.h"

namespace gevo::ui {

/// None of an empty text. Fails where a quote is not closed.
Result<QStringList> conditionTexts(const QString& text);
Result<VariantFilter::Condition> parseCondition(const QString& text, const QStringList& parameters);
QString printCondition(const VariantFilter::Condition& condition);

} // namespace gevo::ui
