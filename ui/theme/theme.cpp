#include "ui/theme/theme.h"

#include "ui/theme/system_theme.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QPalette>
#include <QProxyStyle>
#include <QRegularExpression>

// Resources of a static library are linked in only by this call, outside any namespace.
static void loadResources() { Q_INIT_RESOURCE(theme_resources); }

namespace gevo::ui {
namespace {

std::array<QColor, 8> okabeIto() {
  return {QColor(0x56b4e9), QColor(0xe69f00), QColor(0x009e73), QColor(0x0072b2),
          QColor(0xcc79a7), QColor(0xd55e00), QColor(0xf0e442), QColor(0x999999)};
}

QFont fontOf(const QStringList& families, QFontDatabase::SystemFont otherwise, int pixels) {
  QFont font = QFontDatabase::systemFont(otherwise);
  const QStringList installed = QFontDatabase::families();
  for (const QString& family : families) {
    if (!installed.contains(family)) continue;
    font.setFamily(family);
    break;
  }
  font.setPixelSize(pixels);
  return font;
}

/// Fusion without underlined letters in the menus (Alt and the letter still work), and without its own icons on the buttons of dialogs,
/// which are black in the dark theme, too.
class CalmStyle : public QProxyStyle {
public:
  CalmStyle() : QProxyStyle("Fusion") {}
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* result) const override {
    const bool isOff = hint == SH_UnderlineShortcut || hint == SH_DialogButtonBox_ButtonsHaveIcons;
    return isOff ? 0 : QProxyStyle::styleHint(hint, option, widget, result);
  }
};

QPalette paletteOf(const Theme& theme) {
  QPalette palette;
  palette.setColor(QPalette::Window, theme.background);
  palette.setColor(QPalette::WindowText, theme.ink);
  palette.setColor(QPalette::Base, theme.card);
  palette.setColor(QPalette::AlternateBase, theme.gutter);
  palette.setColor(QPalette::Text, theme.ink);
  palette.setColor(QPalette::PlaceholderText, theme.dim);
  palette.setColor(QPalette::Button, theme.card);
  palette.setColor(QPalette::ButtonText, theme.ink);
  palette.setColor(QPalette::BrightText, theme.bad);
  palette.setColor(QPalette::Highlight, theme.accent);
  palette.setColor(QPalette::HighlightedText, theme.onAccent);
  palette.setColor(QPalette::Link, theme.accent);
  palette.setColor(QPalette::LinkVisited, theme.accent);
  palette.setColor(QPalette::ToolTipBase, theme.card);
  palette.setColor(QPalette::ToolTipText, theme.ink);
  palette.setColor(QPalette::Light, theme.card);
  palette.setColor(QPalette::Midlight, theme.line);
  palette.setColor(QPalette::Mid, theme.line);
  palette.setColor(QPalette::Dark, theme.dim);
  palette.setColor(QPalette::Shadow, theme.background.darker(150));
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, theme.dark ? theme.dim.darker(140) : theme.dim.lighter(150));
  return palette;
}

/// All lengths in it are whole pixels.
QString scaledLengths(const QString& sheet, double scale) {
  static const QRegularExpression length("\\b(\\d+)px");
  QString scaled;
  qsizetype end = 0;
  for (auto found = length.globalMatch(sheet); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    scaled += sheet.mid(end, match.capturedStart() - end) + QString::number(qRound(match.captured(1).toInt() * scale)) + "px";
    end = match.capturedEnd();
  }
  return scaled + sheet.mid(end);
}

} // namespace

Theme Theme::light() {
  Theme theme;
  theme.background = QColor(0xf6f7f9);
  theme.card = QColor(0xffffff);
  theme.ink = QColor(0x1c2430);
  theme.dim = QColor(0x6b7686);
  theme.line = QColor(0xdfe3ea);
  theme.accent = QColor(0x0b6bcb);
  theme.onAccent = QColor(0xffffff);
  theme.good = QColor(0x0a8f5b);
  theme.warning = QColor(0xb45f06);
  theme.bad = QColor(0xc0392b);
  theme.hover = QColor(0xeef4fb);
  theme.code = QColor(0xfcfcfd);
  theme.chip = QColor(0xe9edf2);
  theme.gutter = QColor(0xf1f3f6);
  theme.removed = QColor(0xfdeaea);
  theme.removedWord = QColor(0xf7c6c6);
  theme.added = QColor(0xe6f5ec);
  theme.addedWord = QColor(0xb9e4cb);
  theme.keyword = QColor(0x7a3e9d);
  theme.function = QColor(0x0b6bcb);
  theme.number = QColor(0xa0522d);
  theme.comment = QColor(0x7b8794);
  theme.string = QColor(0x2e7d32);
  theme.front = QColor(0xd55e00);
  theme.population = QColor(0x9fb3c8);
  theme.secondary = QColor(0xcc79a7);
  theme.links = okabeIto();
  return theme;
}

Theme Theme::darkened() {
  Theme theme;
  theme.dark = true;
  theme.background = QColor(0x15181d);
  theme.card = QColor(0x1c2027);
  theme.ink = QColor(0xdfe5ee);
  theme.dim = QColor(0x8d98a8);
  theme.line = QColor(0x2c323c);
  theme.accent = QColor(0x5aa9f5);
  theme.onAccent = QColor(0x0d1117);
  theme.good = QColor(0x3ecf8e);
  theme.warning = QColor(0xe0a458);
  theme.bad = QColor(0xf07167);
  theme.hover = QColor(0x222a35);
  theme.code = QColor(0x181c22);
  theme.chip = QColor(0x2a313b);
  theme.gutter = QColor(0x1e232b);
  theme.removed = QColor(0x3a2226);
  theme.removedWord = QColor(0x6a2f35);
  theme.added = QColor(0x1d3428);
  theme.addedWord = QColor(0x2c5f45);
  theme.keyword = QColor(0xc792ea);
  theme.function = QColor(0x82aaff);
  theme.number = QColor(0xf78c6c);
  theme.comment = QColor(0x6d7a8c);
  theme.string = QColor(0x9ccc65);
  theme.front = QColor(0xff9d5c);
  theme.population = QColor(0x51647a);
  theme.secondary = QColor(0xcc79a7);
  theme.links = okabeIto();
  return theme;
}

Theme Theme::withoutRedAndGreen() const {
  Theme theme = *this;
  theme.good = QColor(dark ? 0x5aa9e6 : 0x0072b2);
  theme.bad = QColor(dark ? 0xf0963c : 0xc05000);
  theme.added = QColor(dark ? 0x16283a : 0xe6f1fa);
  theme.addedWord = QColor(dark ? 0x1f4468 : 0xb9dcf5);
  theme.removed = QColor(dark ? 0x352413 : 0xfdf0e0);
  theme.removedWord = QColor(dark ? 0x6b4214 : 0xf8d3a4);
  return theme;
}

std::optional<Theme> Theme::named(const QString& name) {
  if (name == "light") return light();
  if (name == "dark") return darkened();
  return std::nullopt;
}

QString Theme::name() const { return dark ? "dark" : "light"; }

Theme Theme::scaled(double factor) const {
  Theme theme = *this;
  theme.scale = factor;
  return theme;
}

int Theme::px(double length) const { return qRound(length * scale); }

QColor translucent(QColor colour, float opacity) {
  colour.setAlphaF(opacity);
  return colour;
}

QFont interfaceFont(int pixels, QFont::Weight weight) {
  QFont font = fontOf({"Inter", "Noto Sans", "DejaVu Sans"}, QFontDatabase::GeneralFont, pixels);
  font.setWeight(weight);
  return font;
}

QFont codeFont(int pixels) {
  QFont font = fontOf({"JetBrains Mono", "Noto Sans Mono", "DejaVu Sans Mono"}, QFontDatabase::FixedFont, pixels);
  font.setStyleHint(QFont::Monospace);
  font.setFixedPitch(true);
  font.setStyleStrategy(QFont::PreferNoShaping); // no ligatures: != is two letters
  return font;
}

// The stylesheet names colours as `@card`. No name is the beginning of another.
QString styleSheetOf(const Theme& theme) {
  loadResources();
  QFile file(":/gevo/theme/style.qss");
  if (!file.open(QIODevice::ReadOnly)) return {};
  QString sheet = QString::fromUtf8(file.readAll());
  const std::pair<const char*, QColor> colours[] = {{"@background", theme.background},
                                                    {"@onaccent", theme.onAccent},
                                                    {"@accent", theme.accent},
                                                    {"@gutter", theme.gutter},
                                                    {"@added", theme.added},
                                                    {"@removed", theme.removed},
                                                    {"@hover", theme.hover},
                                                    {"@card", theme.card},
                                                    {"@chip", theme.chip},
                                                    {"@code", theme.code},
                                                    {"@good", theme.good},
                                                    {"@warning", theme.warning},
                                                    {"@line", theme.line},
                                                    {"@bad", theme.bad},
                                                    {"@dim", theme.dim},
                                                    {"@ink", theme.ink}};
  for (const auto& [name, colour] : colours) sheet.replace(name, colour.name());
  sheet.replace("@theme", theme.name());
  return theme.scale == 1 ? sheet : scaledLengths(sheet, theme.scale);
}

void applyTheme(const Theme& theme) {
  SystemTheme::rememberPlatform();
  if (!qApp->property("calm").toBool()) qApp->setStyle(new CalmStyle); // owned by the application
  qApp->setProperty("calm", true);
  qApp->setPalette(paletteOf(theme));
  qApp->setFont(interfaceFont());
  qApp->setStyleSheet(styleSheetOf(theme));
}

} // namespace gevo::ui
