#pragma once

namespace gevo::ui {

/// NVIDIA's, from Volta on, offered for choice. The fields accept others, too.
inline constexpr const char* commonArchitectures[] = {"sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"};

} // namespace gevo::ui
