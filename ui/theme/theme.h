#pragma once

/// The look: two palettes, fonts, one stylesheet, one scale. Views take a Theme by value and paint with it; there is no global one.

#include <QColor>
#include <QFont>
#include <QString>

#include <array>
#include <optional>

namespace gevo::ui {

struct Theme {
  bool dark = false;
  double scale = 1; ///< of letters, lines and points: more than 1 where they are read from far away

  QColor background; ///< behind the cards
  QColor card;
  QColor ink;  ///< text
  QColor dim;  ///< secondary text
  QColor line; ///< borders and grid lines
  QColor accent;
  QColor onAccent; ///< text on accent
  QColor good;
  QColor warning;
  QColor bad;
  QColor hover; ///< selected rows, active tabs

  // Code views
  QColor code;   ///< their background
  QColor chip;   ///< a plain one
  QColor gutter; ///< line numbers, folded parts
  QColor removed;
  QColor removedWord;
  QColor added;
  QColor addedWord;
  QColor keyword;
  QColor function;
  QColor number;
  QColor comment;
  QColor string;

  // Plots
  QColor front;
  QColor population;
  QColor secondary; ///< the second curve of a plot

  /// Okabe and Ito's palette, distinguishable by colour-blind people: lines of one source line share a colour.
  std::array<QColor, 8> links;

  static Theme light();
  static Theme darkened();
  /// "light" or "dark".
  static std::optional<Theme> named(const QString& name);
  /// Good and bad, added and removed, in blue and orange instead of green and red, for colour-blind users.
  Theme withoutRedAndGreen() const;
  QString name() const;
  /// The same look in another size.
  Theme scaled(double factor) const;
  /// A length in pixels at this scale.
  int px(double length) const;
};

/// `colour` with an opacity of 0 to 1.
QColor translucent(QColor colour, float opacity);

/// Inter and JetBrains Mono where installed, else the system's sans-serif and fixed fonts. Sizes in device-independent pixels.
QFont interfaceFont(int pixels = 13, QFont::Weight weight = QFont::Normal);
QFont codeFont(int pixels = 12);

/// At the theme's scale, for the application or for one widget and those in it.
QString styleSheetOf(const Theme& theme);
/// Sets the application's palette, font and stylesheet.
void applyTheme(const Theme& theme);

} // namespace gevo::ui
