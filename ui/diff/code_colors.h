#pragma once

/// The colours of the code views. The theme makes one of these; the two functions give the stock looks.

#include <QColor>
#include <array>

namespace gevo::ui {

struct CodeColors {
  QColor background;
  QColor gutter;
  QColor header;
  QColor border;
  QColor text;
  QColor dim;
  QColor accent;
  QColor dot;
  QColor hover;
  QColor selection;
  QColor found;
  QColor foundCurrent;
  QColor filler;
  QColor removedLine;
  QColor removedWord;
  QColor removedMark;
  QColor addedLine;
  QColor addedWord;
  QColor addedMark;
  QColor keyword;
  QColor function;
  QColor number;
  QColor comment;
  QColor string;
  /// Okabe-Ito, distinct for every kind of colour vision; lines of one source line share one of them.
  std::array<QColor, 8> links;
  bool dark = false;
};

CodeColors lightCodeColors();
CodeColors darkCodeColors();

/// The link colour of a source line, the same in all views. Neighbouring lines differ.
QColor linkColor(const CodeColors& colors, int file, int line);

} // namespace gevo::ui
