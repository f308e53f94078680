#pragma once

/// Fields of the assistant, and the words that stand in them.

#include <QLineEdit>
#include <QScrollArea>

#include <string>
#include <vector>

namespace gevo::ui {

/// One with a frame, unlike those that lie in a card's header.
QLineEdit* makeField(const QString& example, QWidget* parent);

/// What may be taller than the window.
QScrollArea* scrolled(QWidget* contents, QWidget* parent);

/// Words as a shell splits them: blanks separate, quotes hold together.
std::vector<std::string> wordsOf(const QString& line);
/// wordsOf(wordsLine(words)) == words, but for quotes within words.
QString wordsLine(const std::vector<std::string>& words);

/// Lines that say something.
std::vector<std::string> linesOf(const QString& text);
QString linesText(const std::vector<std::string>& lines);

/// After a property that the stylesheet looks at has changed.
void repolish(QWidget* widget);

} // namespace gevo::ui
