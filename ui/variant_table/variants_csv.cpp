#include "ui/variant_table/variants_csv.h"

#include "core/format/csv.h"

namespace gevo::ui {
namespace {

struct Row {
  VariantRow variant;
  bool front;
  int heldOut; ///< as VariantColumn::HeldOut
  Annotation annotation;
};

const char* heldOutText(int heldOut) { return heldOut == 0 ? "" : heldOut > 0 ? "passed" : "failed"; }

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
      const auto parent = [](std::int64_t id) { return id < 0 ? std::string() : variantName(id); };
      csv.add({variantName(variant.id), std::to_string(variant.generation), csvNumber(variant.runtime),
               csvNumber(variant.runtime > 0 ? original / variant.runtime : 0), csvNumber(variant.error), csvNumber(variant.energy),
               std::to_string(variant.edits), std::to_string(variant.inactive), originName(variant.origin), parent(variant.parent),
               parent(variant.parent2), front ? "yes" : "", heldOutText(heldOut), annotation.pinned ? "yes" : "", annotation.note});
    }
    return QByteArray::fromStdString(csv.text());
  };
}

} // namespace gevo::ui
