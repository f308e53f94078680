#include "core/store/follower.h"
