#pragma once

/// A message of the window, until it is closed or replaced by the next.

#include <QFrame>

#include <functional>

class QLabel;
class QPushButton;
class QToolButton;

namespace gevo::ui {

struct Theme;

class MessageBar : public QFrame {
  Q_OBJECT
public:
  explicit MessageBar(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// `details` may have many lines; they stay folded until asked for.
  void showError(const QString& message, const QString& details = {});
  void showNews(const QString& message);
  /// Adds a button to the message that is shown; pressing it calls `accepted` and closes the message.
  void offer(const QString& text, std::function<void()> accepted);
  void withdrawOffer();
  QPushButton* offerButton() const { return offer_; }
  QString message() const;
  bool showsError() const;

private:
  void present(const QString& tone, const QString& message, const QString& details);

  QLabel* text_;
  QLabel* details_;
  QPushButton* offer_;
  std::function<void()> accepted_;
  QToolButton* more_;
  QToolButton* close_;
};

} // namespace gevo::ui
