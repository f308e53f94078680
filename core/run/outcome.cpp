#include "core/run/outcome.h"
