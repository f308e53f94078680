#pragma once

/// The variants of the table, filtered and sorted as it is, as comma-separated values.

#include "ui/variant_table/variant_proxy.h"

#include <functional>

namespace gevo::ui {

/// Copies the rows now; the returned function makes the text, on any thread. Figures are bare, errors as stored.
std::function<QByteArray()> variantsCsv(const VariantProxy& proxy, const VariantSource& source);

} // namespace gevo::ui
