#include "core/kernel/ir/base_module.h"
