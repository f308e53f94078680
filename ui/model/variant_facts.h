#pragma once

/// What the file knows of each variant of a run beside its row: its edits and its configuration. Immutable once published.

#include "core/edit/configuration.h"

#include <QMetaType>

#include <memory>
#include <optional>
#include <span>

namespace gevo::ui {

struct VariantFacts {
  std::int64_t run = 0;
  std::vector<std::int64_t> ids;                         ///< in order
  std::vector<Configuration> configurations;             ///< each once
  std::vector<std::uint32_t> configuration;              ///< of each variant, its place in `configurations`
  std::vector<std::uint32_t> edits;                      ///< numbers of the edits of all variants, in their order
  std::vector<std::size_t> ends;                         ///< of each variant, the end of its part of `edits`
  std::vector<std::string> texts;                        ///< of each edit by its number: its line of the text form, small letters
  std::shared_ptr<const std::vector<std::string>> words; ///< likewise, what it does in words; shorter, or empty, where that is not known

  std::optional<std::size_t> placeOf(std::int64_t variant) const;
  std::span<const std::uint32_t> editsOf(std::size_t place) const;
  /// The value that a configuration gives to a parameter; null: the program's own.
  static const std::string* valueOf(const Configuration& configuration, const std::string& parameter);
};

} // namespace gevo::ui

Q_DECLARE_METATYPE(std::shared_ptr<const gevo::ui::VariantFacts>)
