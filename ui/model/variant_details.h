#pragma once

/// What is known of one variant, as signals carry it between threads.

#include "core/inspection/variant_details.h"

#include <QMetaType>

#include <memory>

Q_DECLARE_METATYPE(std::shared_ptr<const gevo::VariantDetails>)
