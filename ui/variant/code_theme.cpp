#include "ui/variant/code_theme.h"

namespace gevo::ui {

CodeColors codeColors(const Theme& theme) {
  CodeColors colors = theme.dark ? darkCodeColors() : lightCodeColors();
  colors.background = theme.code;
  colors.gutter = theme.gutter;
  colors.header = theme.card;
  colors.border = theme.line;
  colors.text = theme.ink;
  colors.dim = theme.dim;
  colors.accent = theme.accent;
  colors.dot = theme.warning;
  colors.hover = theme.hover;
  colors.removedLine = theme.removed;
  colors.removedWord = theme.removedWord;
  colors.removedMark = theme.bad;
  colors.addedLine = theme.added;
  colors.addedWord = theme.addedWord;
  colors.addedMark = theme.good;
  colors.keyword = theme.keyword;
  colors.function = theme.function;
  colors.number = theme.number;
  colors.comment = theme.comment;
  colors.string = theme.string;
  colors.links = theme.links;
  return colors;
}

} // namespace gevo::ui
