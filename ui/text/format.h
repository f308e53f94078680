#pragma once

/// Figures as people read them. The minus, the multiplication sign and the thin units are typographic on purpose.

#include "core/values/code_metrics.h"
#include "core/values/settings.h"

#include <QString>

#include <cstdint>

namespace gevo::ui {

/// "13.3 µs", "1.42 ms"; `microseconds` as stored.
QString runtimeText(double microseconds);
/// "13.3 mJ", "1.42 J"; `millijoules` as stored.
QString energyText(double millijoules);
/// " ± 0.8 % · 34 registers · 16 bytes spilled": what stands behind a runtime, the most of any kernel; empty where nothing is known.
QString factsText(const CodeMetrics& facts);
/// "88.1 %".
QString shareText(double share);
/// "1.38×".
QString speedupText(double speedup);
/// "0", "0.12 %" or, for metrics that are no shares, "3.1e-05".
QString errorText(Metric metric, double error);
/// A limit as people write it: "1 %", "0.001".
QString limitText(Metric metric, double limit);
/// "23,184".
QString countText(std::uint64_t count);
/// "0:52", "1:04:10".
QString durationText(double seconds);
/// "Original", "Variant 8123", "Variant D1".
QString variantTitle(std::int64_t id);
/// "1 edit", "6 edits".
QString countedText(std::uint64_t count, const QString& one, const QString& many);

/// True where an error is a share and shown in percent.
bool isShare(Metric metric);
/// What an error is multiplied with to be shown.
double errorScale(Metric metric);

} // namespace gevo::ui
