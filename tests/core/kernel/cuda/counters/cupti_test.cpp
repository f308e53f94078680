/// Compares our declarations of CUPTI's parameters with the CUDA toolkit's.

#include <QTest>

#include "core/kernel/cuda/counters/cupti.h"

#include <cuda.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>

using namespace gevo::cuda;

/// The place of a field that need not be of a type of standard layout.
#define PLACE(type, field)                                                                                                                 \
  [] {                                                                                                                                     \
    const type value{};                                                                                                                    \
    return reinterpret_cast<const char*>(&value.field) - reinterpret_cast<const char*>(&value);                                            \
  }()
#define SAME(ours, field, theirs, theirField) QCOMPARE(PLACE(cupti::ours, field), static_cast<std::ptrdiff_t>(offsetof(theirs, theirField)))
#define SAME_SIZE(ours, theirs) QCOMPARE(cupti::ours().size, std::size_t(theirs##_STRUCT_SIZE))

class CuptiTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void sizesAreTheToolkits() {
    SAME_SIZE(Nothing, CUpti_Profiler_Initialize_Params);
    SAME_SIZE(ChipName, CUpti_Device_GetChipName_Params);
    SAME_SIZE(Availability, CUpti_Profiler_GetCounterAvailability_Params);
    SAME_SIZE(OpenHost, CUpti_Profiler_Host_Initialize_Params);
    SAME_SIZE(CloseHost, CUpti_Profiler_Host_Deinitialize_Params);
    SAME_SIZE(Metrics, CUpti_Profiler_Host_GetBaseMetrics_Params);
    SAME_SIZE(AddMetrics, CUpti_Profiler_Host_ConfigAddMetrics_Params);
    SAME_SIZE(ConfigSize, CUpti_Profiler_Host_GetConfigImageSize_Params);
    SAME_SIZE(Config, CUpti_Profiler_Host_GetConfigImage_Params);
    SAME_SIZE(Evaluate, CUpti_Profiler_Host_EvaluateToGpuValues_Params);
    SAME_SIZE(Enable, CUpti_RangeProfiler_Enable_Params);
    SAME_SIZE(OfProfiler, CUpti_RangeProfiler_Disable_Params);
    SAME_SIZE(OfProfiler, CUpti_RangeProfiler_Start_Params);
    SAME_SIZE(DataSize, CUpti_RangeProfiler_GetCounterDataSize_Params);
    SAME_SIZE(InitializeData, CUpti_RangeProfiler_CounterDataImage_Initialize_Params);
    SAME_SIZE(SetConfig, CUpti_RangeProfiler_SetConfig_Params);
    SAME_SIZE(Stop, CUpti_RangeProfiler_Stop_Params);
    SAME_SIZE(Decode, CUpti_RangeProfiler_DecodeData_Params);
    SAME_SIZE(DataInfo, CUpti_RangeProfiler_GetCounterDataInfo_Params);
  }

  void fieldsLieWhereTheToolkitHasThem() {
    SAME(ChipName, device, CUpti_Device_GetChipName_Params, deviceIndex);
    SAME(ChipName, name, CUpti_Device_GetChipName_Params, pChipName);
    SAME(Availability, bytes, CUpti_Profiler_GetCounterAvailability_Params, counterAvailabilityImageSize);
    SAME(Availability, image, CUpti_Profiler_GetCounterAvailability_Params, pCounterAvailabilityImage);
    SAME(OpenHost, chip, CUpti_Profiler_Host_Initialize_Params, pChipName);
    SAME(OpenHost, availability, CUpti_Profiler_Host_Initialize_Params, pCounterAvailabilityImage);
    SAME(OpenHost, host, CUpti_Profiler_Host_Initialize_Params, pHostObject);
    SAME(Metrics, type, CUpti_Profiler_Host_GetBaseMetrics_Params, metricType);
    SAME(Metrics, names, CUpti_Profiler_Host_GetBaseMetrics_Params, ppMetricNames);
    SAME(Metrics, count, CUpti_Profiler_Host_GetBaseMetrics_Params, numMetrics);
    SAME(Evaluate, data, CUpti_Profiler_Host_EvaluateToGpuValues_Params, pCounterDataImage);
    SAME(Evaluate, range, CUpti_Profiler_Host_EvaluateToGpuValues_Params, rangeIndex);
    SAME(Evaluate, values, CUpti_Profiler_Host_EvaluateToGpuValues_Params, pMetricValues);
    SAME(Enable, context, CUpti_RangeProfiler_Enable_Params, ctx);
    SAME(DataSize, ranges, CUpti_RangeProfiler_GetCounterDataSize_Params, maxNumOfRanges);
    SAME(DataSize, nodes, CUpti_RangeProfiler_GetCounterDataSize_Params, maxNumRangeTreeNodes);
    SAME(DataSize, bytes, CUpti_RangeProfiler_GetCounterDataSize_Params, counterDataSize);
    SAME(SetConfig, data, CUpti_RangeProfiler_SetConfig_Params, pCounterDataImage);
    SAME(SetConfig, range, CUpti_RangeProfiler_SetConfig_Params, range);
    SAME(SetConfig, replay, CUpti_RangeProfiler_SetConfig_Params, replayMode);
    SAME(SetConfig, rangesPerPass, CUpti_RangeProfiler_SetConfig_Params, maxRangesPerPass);
    SAME(SetConfig, nestingLevels, CUpti_RangeProfiler_SetConfig_Params, numNestingLevels);
    SAME(SetConfig, pass, CUpti_RangeProfiler_SetConfig_Params, passIndex);
    SAME(SetConfig, targetNestingLevel, CUpti_RangeProfiler_SetConfig_Params, targetNestingLevel);
    SAME(Stop, isDone, CUpti_RangeProfiler_Stop_Params, isAllPassSubmitted);
    SAME(DataInfo, ranges, CUpti_RangeProfiler_GetCounterDataInfo_Params, numTotalRanges);
  }

  void constantsAreTheToolkits() {
    QCOMPARE(int(CUPTI_PROFILER_TYPE_RANGE_PROFILER), cupti::OpenHost().profiler);
    QCOMPARE(int(CUPTI_AutoRange), cupti::SetConfig().range);
    QCOMPARE(int(CUPTI_UserReplay), cupti::SetConfig().replay);
    QCOMPARE(int(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES), 35);
    QCOMPARE(int(CUPTI_ERROR_HARDWARE_BUSY), 26);
    QCOMPARE(int(CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES), 40);
  }
};

QTEST_GUILESS_MAIN(CuptiTest)
#include "cupti_test.moc"
