#pragma once

/// Laid-out, coloured lines of both panes, made when they are first painted.

#include "ui/diff/code_colors.h"
#include "ui/diff/diff_model.h"
#include "ui/syntax/line_syntax.h"

#include <QCache>
#include <QFont>
#include <QTextLayout>
#include <array>
#include <memory>

namespace gevo::ui {

class LineLayouts {
public:
  void setModel(std::shared_ptr<const DiffModel> model);
  void setStyle(const QFont& font, const CodeColors& colors);

  /// Starts a pass of painting: lines above the visible ones are read for colouring for a few milliseconds only.
  void beginPass();
  /// Valid until the next call.
  const QTextLayout& layout(Side side, int line);
  /// Lines were laid out plainly because those above them are not read yet: paint again soon.
  bool isUnfinished() const { return unfinished_; }

private:
  std::unique_ptr<QTextLayout> makeLayout(Side side, int line, bool colored) const;
  QColor colorOf(TokenKind kind) const;
  LineSyntax* syntax(Side side) const { return syntax_[side == Side::Left ? 0 : 1].get(); }

  std::shared_ptr<const DiffModel> model_ = std::make_shared<DiffModel>();
  std::array<std::unique_ptr<LineSyntax>, 2> syntax_;
  QFont font_;
  CodeColors colors_ = lightCodeColors();
  QCache<quint64, QTextLayout> cache_{1000};
  /// The latest layout that is not worth keeping.
  std::unique_ptr<QTextLayout> plain_;
  QDeadlineTimer deadline_;
  bool unfinished_ = false;
};

} // namespace gevo::ui
