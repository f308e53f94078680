#include "core/run/worker_pool.h"
