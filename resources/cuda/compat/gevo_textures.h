// Texture references, which CUDA had before texture objects: GEVO's runtime binds them, and the compiler knows such variables.
#pragma once

#if defined(__cplusplus) && defined(__CUDA__) && CUDART_VERSION >= 12000 && defined(GEVO_TEXTURE_REFERENCES)

struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
};

template <class T, int dimensions = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
  texture(int isNormalised = 0, cudaTextureFilterMode filter = cudaFilterModePoint, cudaTextureAddressMode address = cudaAddressModeClamp)
      : texture(isNormalised, filter, address, cudaCreateChannelDesc<T>()) {}
  texture(int isNormalised, cudaTextureFilterMode filter, cudaTextureAddressMode address, cudaChannelFormatDesc format) {
    normalized = isNormalised;
    filterMode = filter;
    for (cudaTextureAddressMode& one : addressMode) one = address;
    channelDesc = format;
  }
};

extern "C" {
cudaError_t cudaBindTexture(size_t*, const textureReference*, const void*, const cudaChannelFormatDesc*, size_t);
cudaError_t cudaBindTexture2D(size_t*, const textureReference*, const void*, const cudaChannelFormatDesc*, size_t, size_t, size_t);
cudaError_t cudaBindTextureToArray(const textureReference*, cudaArray_const_t, const cudaChannelFormatDesc*);
cudaError_t cudaUnbindTexture(const textureReference*);
cudaError_t cudaGetTextureAlignmentOffset(size_t*, const textureReference*);
cudaError_t cudaGetTextureReference(const textureReference**, const void*);
}

#define GEVO_TEXTURE template <class T, int dimensions, cudaTextureReadMode mode> static inline cudaError_t
GEVO_TEXTURE cudaBindTexture(size_t* offset, const texture<T, dimensions, mode>& reference, const void* pointer,
                             const cudaChannelFormatDesc& format, size_t size = ~size_t(0)) {
  return cudaBindTexture(offset, static_cast<const textureReference*>(&reference), pointer, &format, size);
}
GEVO_TEXTURE cudaBindTexture(size_t* offset, const texture<T, dimensions, mode>& reference, const void* pointer, size_t size = ~size_t(0)) {
  return cudaBindTexture(offset, reference, pointer, reference.channelDesc, size);
}
GEVO_TEXTURE cudaBindTexture2D(size_t* offset, const texture<T, dimensions, mode>& reference, const void* pointer,
                               const cudaChannelFormatDesc& format, size_t width, size_t height, size_t pitch) {
  return cudaBindTexture2D(offset, static_cast<const textureReference*>(&reference), pointer, &format, width, height, pitch);
}
GEVO_TEXTURE cudaBindTexture2D(size_t* offset, const texture<T, dimensions, mode>& reference, const void* pointer, size_t width,
                               size_t height, size_t pitch) {
  return cudaBindTexture2D(offset, reference, pointer, reference.channelDesc, width, height, pitch);
}
GEVO_TEXTURE cudaBindTextureToArray(const texture<T, dimensions, mode>& reference, cudaArray_const_t array,
                                    const cudaChannelFormatDesc& format) {
  return cudaBindTextureToArray(static_cast<const textureReference*>(&reference), array, &format);
}
GEVO_TEXTURE cudaBindTextureToArray(const texture<T, dimensions, mode>& reference, cudaArray_const_t array) {
  return cudaBindTextureToArray(reference, array, reference.channelDesc);
}
GEVO_TEXTURE cudaUnbindTexture(const texture<T, dimensions, mode>& reference) {
  return cudaUnbindTexture(static_cast<const textureReference*>(&reference));
}
GEVO_TEXTURE cudaGetTextureAlignmentOffset(size_t* offset, const texture<T, dimensions, mode>& reference) {
  return cudaGetTextureAlignmentOffset(offset, static_cast<const textureReference*>(&reference));
}
#undef GEVO_TEXTURE

// What a kernel reads: the element, or floats of as many channels.
template <class T, cudaTextureReadMode mode> struct gevoTexel { using Type = T; };
#define GEVO_TEXELS(Scalar, Vector)                                                                                                        \
  template <> struct gevoTexel<Scalar, cudaReadModeNormalizedFloat> { using Type = float; };                                               \
  template <> struct gevoTexel<Vector##1, cudaReadModeNormalizedFloat> { using Type = float1; };                                           \
  template <> struct gevoTexel<Vector##2, cudaReadModeNormalizedFloat> { using Type = float2; };                                           \
  template <> struct gevoTexel<Vector##4, cudaReadModeNormalizedFloat> { using Type = float4; };
GEVO_TEXELS(signed char, char)
GEVO_TEXELS(unsigned char, uchar)
GEVO_TEXELS(short, short)
GEVO_TEXELS(unsigned short, ushort)
#undef GEVO_TEXELS
template <> struct gevoTexel<char, cudaReadModeNormalizedFloat> { using Type = float; };

#define GEVO_FETCH template <class T, cudaTextureReadMode mode> static __device__ __forceinline__ typename gevoTexel<T, mode>::Type
#define GEVO_OBJECT (*reinterpret_cast<const cudaTextureObject_t*>(&reference))
GEVO_FETCH tex1Dfetch(texture<T, cudaTextureType1D, mode> reference, int place) {
  return tex1Dfetch<typename gevoTexel<T, mode>::Type>(GEVO_OBJECT, place);
}
GEVO_FETCH tex1D(texture<T, cudaTextureType1D, mode> reference, float x) {
  return tex1D<typename gevoTexel<T, mode>::Type>(GEVO_OBJECT, x);
}
GEVO_FETCH tex2D(texture<T, cudaTextureType2D, mode> reference, float x, float y) {
  return tex2D<typename gevoTexel<T, mode>::Type>(GEVO_OBJECT, x, y);
}
GEVO_FETCH tex3D(texture<T, cudaTextureType3D, mode> reference, float x, float y, float z) {
  return tex3D<typename gevoTexel<T, mode>::Type>(GEVO_OBJECT, x, y, z);
}
GEVO_FETCH tex1DLayered(texture<T, cudaTextureType1DLayered, mode> reference, float x, int layer) {
  return tex1DLayered<typename gevoTexel<T, mode>::Type>(GEVO_OBJECT, x, layer);
}
GEVO_FETCH tex2DLayered(texture<T, cudaTextureType2DLayered, mode> reference, float x, float y, int layer) {
  return tex2DLayered<typename gevoTexel<T, mode>::Type>(GEVO_OBJECT, x, y, layer);
}
#undef GEVO_OBJECT
#undef GEVO_FETCH

#endif
