#include "ui/project/fields.h"

#include <QProcess>
#include <QStyle>

namespace gevo::ui {

QScrollArea* scrolled(QWidget* contents, QWidget* parent) {
  auto* area = new QScrollArea(parent);
  area->setObjectName("pageScroll");
  area->setFrameShape(QFrame::NoFrame);
  area->setFocusPolicy(Qt::NoFocus);
  area->setWidgetResizable(true);
  area->setWidget(contents);
  return area;
}

QLineEdit* makeField(const QString& example, QWidget* parent) {
  auto* field = new QLineEdit(parent);
  field->setPlaceholderText(example);
  field->setProperty("framed", true);
  return field;
}

std::vector<std::string> splitArguments(const QString& line) {
  std::vector<std::string> arguments;
  for (const QString& argument : QProcess::splitCommand(line)) arguments.push_back(argument.toStdString());
  return arguments;
}

QString joinArguments(const std::vector<std::string>& arguments) {
  QStringList shown;
  for (const std::string& argument : arguments) {
    const QString text = QString::fromStdString(argument);
    shown << (text.contains(' ') || text.isEmpty() ? '"' + text + '"' : text);
  }
  return shown.join(' ');
}

std::vector<std::string> linesOf(const QString& text) {
  std::vector<std::string> lines;
  for (const QString& line : text.split('\n'))
    if (!line.trimmed().isEmpty()) lines.push_back(line.trimmed().toStdString());
  return lines;
}

QString linesText(const std::vector<std::string>& lines) {
  QStringList shown;
  for (const std::string& line : lines) shown << QString::fromStdString(line);
  return shown.join('\n');
}

void repolish(QWidget* widget) {
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
}

} // namespace gevo::ui
