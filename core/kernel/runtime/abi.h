#pragma once

/// The binary interface of the CUDA runtime as far as it is supported, declared here so that the library builds without a toolkit.
/// Numbers and layouts are those of CUDA 12 and 13; tests compare them with the toolkit's headers.

#include <cstddef>

#define GEVO_CUDA extern "C" __attribute__((visibility("default")))

namespace gevo::cuda {

/// cudaError_t.
using Status = int;

namespace status {
inline constexpr Status success = 0;
inline constexpr Status invalidValue = 1;
inline constexpr Status memoryAllocation = 2;
inline constexpr Status initializationError = 3;
inline constexpr Status invalidConfiguration = 9;
inline constexpr Status invalidSymbol = 13;
inline constexpr Status hostMemoryAlreadyRegistered = 712;
inline constexpr Status hostMemoryNotRegistered = 713;
inline constexpr Status invalidDevicePointer = 17;
inline constexpr Status invalidTexture = 18;
inline constexpr Status invalidChannelDescriptor = 20;
inline constexpr Status invalidMemcpyDirection = 21;
inline constexpr Status invalidFilterSetting = 26;
inline constexpr Status invalidNormSetting = 27;
inline constexpr Status missingConfiguration = 52;
inline constexpr Status invalidDeviceFunction = 98;
inline constexpr Status invalidDevice = 101;
inline constexpr Status deviceUninitialized = 201;
inline constexpr Status noBinaryForGpu = 209;
inline constexpr Status unsupportedLimit = 215;
inline constexpr Status peerAccessUnsupported = 217;
inline constexpr Status invalidResourceHandle = 400;
inline constexpr Status illegalState = 401;
inline constexpr Status notFound = 500;
inline constexpr Status illegalAddress = 700;
inline constexpr Status peerAccessNotEnabled = 705;
inline constexpr Status launchOutOfResources = 701;
inline constexpr Status launchTimeout = 702;
inline constexpr Status hardwareStackError = 714;
inline constexpr Status misalignedAddress = 716;
inline constexpr Status launchFailure = 719;
inline constexpr Status cooperativeLaunchTooLarge = 720;
inline constexpr Status notSupported = 801;
inline constexpr Status streamCaptureUnsupported = 900;
inline constexpr Status streamCaptureInvalidated = 901;
inline constexpr Status streamCaptureUnmatched = 903;
inline constexpr Status streamCaptureIsolation = 905;
inline constexpr Status unknown = 999;
} // namespace status

/// cudaMemcpyKind.
namespace direction {
inline constexpr int hostToHost = 0;
inline constexpr int hostToDevice = 1;
inline constexpr int deviceToHost = 2;
inline constexpr int deviceToDevice = 3;
inline constexpr int byAddress = 4;
} // namespace direction

/// dim3: passed like any structure of three words, because its copies are trivial.
struct Dim3 {
  unsigned x = 1, y = 1, z = 1;
};

/// cudaStream_t and cudaEvent_t are our own handles.
using Stream = void*;
using Event = void*;

} // namespace gevo::cuda
