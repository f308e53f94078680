#include "ui/variants/variants_csv.h"

#include "ui/export/csv.h"

namespace gevo::ui {
namespace {

struct Row {
  VariantRow variant;
  bool front;
  int heldOut; ///< as VariantColumn::HeldOut
  Annotation annotation;
};

QString heldOutText(int heldOut) { return heldOut == 0 ? QString() : heldOut > 0 ? QStringLiteral("passed") : QStringLiteral("failed"); }

} // namespace

std::function<QByteArray()> variantsCsv(const VariantProxy& proxy, const VariantSource& source) {
  std::vector<Row> rows;
  rows.reserve(static_cast<std::size_t>(proxy.rowCount()));
  for (int row = 0; row < proxy.rowCount(); ++row) {
    const VariantRow& variant = proxy.variant(row);
    rows.push_back({variant, source.run.onFront(variant.id), static_cast<int>(columnValue(source, variant, VariantColumn::HeldOut)),
                    source.annotations.of(variant.id)});
  }
  const double original = source.run.run().fastestOriginal();
  return [rows = std::move(rows), original] {
    Csv csv({"id", "generation", "runtime (us)", "speedup", "error", "energy (mJ)", "edits", "inactive", "origin", "parent", "parent 2",
             "on the front", "held-out", "pinned", "note"});
    for (const auto& [variant, front, heldOut, annotation] : rows) {
      const auto parent = [](std::int64_t id) { return id < 0 ? QString() : QString::fromStdString(variantName(id)); };
      csv.add({QString::fromStdString(variantName(variant.id)), QString::number(variant.generation), Csv::figure(variant.runtime),
               Csv::figure(variant.runtime > 0 ? original / variant.runtime : 0), Csv::figure(variant.error), Csv::figure(variant.energy),
               QString::number(variant.edits), QString::number(variant.inactive), QString::fromUtf8(originName(variant.origin)),
               parent(variant.parent), parent(variant.parent2), front ? "yes" : "", heldOutText(heldOut), annotation.pinned ? "yes" : "",
               QString::fromStdString(annotation.note)});
    }
    return csv.text();
  };
}

} // namespace gevo::ui
