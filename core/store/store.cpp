#include "core/store/store.h"
