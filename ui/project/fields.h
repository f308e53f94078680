#pragma once

/// Fields of the assistant, and argument lists in them.

#include <QLineEdit>
#include <QScrollArea>

#include <string>
#include <vector>

namespace gevo::ui {

/// A field with a frame, unlike those in a card's header.
QLineEdit* makeField(const QString& example, QWidget* parent);

/// Scrolls a page that may be taller than the window.
QScrollArea* scrolled(QWidget* contents, QWidget* parent);

/// Splits arguments as a shell does: at spaces, except within quotes.
std::vector<std::string> splitArguments(const QString& line);
/// splitArguments(joinArguments(arguments)) == arguments, except for quotes within arguments.
QString joinArguments(const std::vector<std::string>& arguments);

/// Lines that are not blank.
std::vector<std::string> linesOf(const QString& text);
QString linesText(const std::vector<std::string>& lines);

/// After a property that the stylesheet looks at has changed.
void repolish(QWidget* widget);

} // namespace gevo::ui
