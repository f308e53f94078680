#include "ui/project/clang_messages.h"

#include <QRegularExpression>

namespace gevo::ui {

QList<ClangMessage> parseClangMessages(const QString& output) {
  static const QRegularExpression pattern(R"(^(.+?):(\d+):(\d+): (fatal error|error|warning|note): (.*)$)");
  QList<ClangMessage> messages;
  for (const QString& line : output.split('\n')) {
    const QRegularExpressionMatch match = pattern.match(line);
    if (!match.hasMatch()) continue;
    ClangMessage message;
    const QString kind = match.captured(4);
    message.kind = kind == "warning" ? ClangMessage::Kind::Warning : kind == "note" ? ClangMessage::Kind::Note : ClangMessage::Kind::Error;
    message.file = match.captured(1);
    message.line = match.captured(2).toInt();
    message.column = match.captured(3).toInt();
    message.text = match.captured(5);
    messages.push_back(message);
  }
  return messages;
}

} // namespace gevo::ui
