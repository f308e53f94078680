#pragma once

/// Figures of core/format as QString, and the texts around them that are translated.

#include "core/format/error_figure.h"
#include "core/values/code_metrics.h"

#include <QString>

#include <cstdint>

namespace gevo::ui {

/// "13.31 µs", "1.420 ms"; `microseconds` as stored.
QString runtimeText(double microseconds);
/// "4.213 mJ", "1.42 J"; `millijoules` as stored.
QString energyText(double millijoules);
/// " ± 0.78 % · 34 registers · 16 bytes spilled": the text behind a runtime, with the maximum over all kernels; empty if nothing is known.
QString metricsText(const CodeMetrics& metrics);
/// "88.1 %".
QString shareText(double share);
/// "1.384×".
QString speedupText(double speedup);
/// "0", "0.12 %" or, for metrics that are not shares, "3.1e-05". A tolerance, too.
QString errorText(Metric metric, double error);
/// "23,184".
QString countText(std::uint64_t count);
/// "1 edit", "6 edits".
QString countedText(std::uint64_t count, const QString& one, const QString& many);
/// "2.6", "1,234": of what is known roughly.
QString roundedText(double value);
/// "1,234/s".
QString rateText(double perSecond);
/// "0:52", "1:04:10".
QString durationText(double seconds);
/// "34.0 MiB".
QString bytesText(std::uint64_t bytes);
/// "Original", "Variant 8123", "Variant D1", "Variant in progress".
QString variantTitle(std::int64_t id);

} // namespace gevo::ui
