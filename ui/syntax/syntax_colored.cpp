#include "ui/syntax/line_syntax.h"

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>
#include <QtGlobal>

// The resource lies in a static library: without this call the linker leaves it out. Outside of any namespace, as Qt asks.
static void loadDefinitions() { Q_INIT_RESOURCE(syntax_definitions); }

namespace gevo::ui {

namespace {

using Theme = KSyntaxHighlighting::Theme;

/// Loading the repository takes milliseconds: once for all views, on the GUI thread.
KSyntaxHighlighting::Repository& repository() {
  static const bool loaded = (loadDefinitions(), true);
  Q_UNUSED(loaded)
  static KSyntaxHighlighting::Repository shared;
  return shared;
}

KSyntaxHighlighting::Definition definitionFor(const QString& syntax) {
  const QString name = syntax == QLatin1String("LLVM IR") ? QStringLiteral("LLVM") : syntax;
  return repository().definitionForName(name);
}

TokenKind kindOf(Theme::TextStyle style) {
  switch (style) {
  case Theme::Keyword:
  case Theme::ControlFlow:
  case Theme::Attribute:
  case Theme::Constant:
    return TokenKind::Keyword;
  case Theme::DataType:
    return TokenKind::Type;
  case Theme::Function:
  case Theme::BuiltIn:
  case Theme::Extension:
    return TokenKind::Function;
  case Theme::Variable:
    return TokenKind::Variable;
  case Theme::DecVal:
  case Theme::BaseN:
  case Theme::Float:
    return TokenKind::Number;
  case Theme::Char:
  case Theme::SpecialChar:
  case Theme::String:
  case Theme::VerbatimString:
  case Theme::SpecialString:
  case Theme::Import:
    return TokenKind::String;
  case Theme::Comment:
  case Theme::Documentation:
  case Theme::Annotation:
  case Theme::CommentVar:
  case Theme::Information:
    return TokenKind::Comment;
  case Theme::Preprocessor:
    return TokenKind::Preprocessor;
  case Theme::Others:
    return TokenKind::Label;
  default:
    return TokenKind::Text;
  }
}

class ColoredLines : public LineSyntax, private KSyntaxHighlighting::AbstractHighlighter {
public:
  ColoredLines(const KSyntaxHighlighting::Definition& definition, QStringList lines) : lines_(std::move(lines)) {
    setDefinition(definition);
  }

  bool prepare(int line, QDeadlineTimer deadline) override {
    while (static_cast<int>(tokens_.size()) <= line) {
      if (deadline.hasExpired()) return false;
      tokens_.emplace_back();
      const QString& text = lines_.at(static_cast<qsizetype>(tokens_.size()) - 1);
      if (text.size() <= kLongestLine) state_ = highlightLine(text, state_);
    }
    return true;
  }

  const std::vector<Token>& tokens(int line) const override { return tokens_[static_cast<std::size_t>(line)]; }

protected:
  void applyFormat(int offset, int length, const KSyntaxHighlighting::Format& format) override {
    const TokenKind kind = kindOf(format.textStyle());
    if (length > 0 && kind != TokenKind::Text) tokens_.back().push_back({offset, length, kind});
  }

private:
  /// Regular expressions over a line of megabytes would hold up the GUI thread.
  static constexpr qsizetype kLongestLine = 10'000;

  QStringList lines_;
  KSyntaxHighlighting::State state_;
  std::vector<std::vector<Token>> tokens_;
};

} // namespace

bool syntaxHighlightingAvailable() { return true; }

std::unique_ptr<LineSyntax> makeLineSyntax(const QString& syntax, const QStringList& lines) {
  const KSyntaxHighlighting::Definition definition = definitionFor(syntax);
  if (!definition.isValid()) return nullptr;
  return std::make_unique<ColoredLines>(definition, lines);
}

} // namespace gevo::ui
