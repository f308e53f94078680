// CUDA's header of this name, and what it had once: for host files, which clang's CUDA mode does not prepare.
#include_next <cuda_runtime.h>
#ifdef __cplusplus
#include "../compat/gevo_compat.h"
#endif
