#pragma once

/// Takes pictures of a real window in every look: both themes, two sizes.

#include "ui/theme/theme.h"

#include <QDialog>
#include <QDir>
#include <QSize>

#include <functional>

namespace gevo::screenshots {

struct Look {
  ui::Theme theme;
  QSize size; ///< device-independent pixels
};

/// Light and dark, 1280 x 800 and 1920 x 1080.
std::vector<Look> allLooks();

/// Handles events until the condition holds; ends the program with a message if that takes minutes.
void waitFor(const char* what, const std::function<bool()>& condition);
/// Handles events until queued repaints are through.
void settle();

class Studio {
public:
  Studio(QDir folder, std::vector<Look> looks) : folder_(std::move(folder)), looks_(std::move(looks)) {}

  /// One picture of each look, as NAME-THEME-SIZE.png. `dress` gives the window a look. A dialog is drawn in the window's middle.
  void shoot(const QString& name, QWidget& window, const std::function<void(const Look&)>& dress, QWidget* dialog = nullptr) const;
  /// Its looks of one theme.
  Studio of(const ui::Theme& theme) const;

private:
  QDir folder_;
  std::vector<Look> looks_;
};

/// Writes the picture, or ends the program.
void save(const QPixmap& picture, const QString& path);

} // namespace gevo::screenshots
