#include "ui/diff/code_colors.h"

namespace gevo::ui {

namespace {

constexpr std::array<QRgb, 8> kOkabeIto = {0xff56b4e9, 0xffe69f00, 0xff009e73, 0xff0072b2, 0xffcc79a7, 0xffd55e00, 0xfff0e442, 0xff999999};

std::array<QColor, 8> linkPalette() {
  std::array<QColor, 8> palette;
  for (std::size_t i = 0; i < palette.size(); ++i) palette[i] = QColor::fromRgba(kOkabeIto[i]);
  return palette;
}

} // namespace

CodeColors lightCodeColors() {
  return {
      .background = QColor(QRgb(0xfcfcfd)),
      .gutter = QColor(QRgb(0xf1f3f6)),
      .header = QColor(QRgb(0xffffff)),
      .border = QColor(QRgb(0xdfe3ea)),
      .text = QColor(QRgb(0x1c2430)),
      .dim = QColor(QRgb(0x6b7686)),
      .accent = QColor(QRgb(0x0b6bcb)),
      .dot = QColor(QRgb(0xb7791f)),
      .hover = QColor(QRgb(0xe3edf9)),
      .selection = QColor(QRgb(0xbcd8f7)),
      .found = QColor(QRgb(0xffe9ad)),
      .foundCurrent = QColor(QRgb(0xffc23d)),
      .filler = QColor(QRgb(0xe6e9ee)),
      .removedLine = QColor(QRgb(0xfdeaea)),
      .removedWord = QColor(QRgb(0xf7c6c6)),
      .removedMark = QColor(QRgb(0xc0392b)),
      .addedLine = QColor(QRgb(0xe6f5ec)),
      .addedWord = QColor(QRgb(0xb9e4cb)),
      .addedMark = QColor(QRgb(0x0a8f5b)),
      .keyword = QColor(QRgb(0x7a3e9d)),
      .function = QColor(QRgb(0x0b6bcb)),
      .number = QColor(QRgb(0xa0522d)),
      .comment = QColor(QRgb(0x6f7a88)),
      .string = QColor(QRgb(0x2e7d32)),
      .links = linkPalette(),
      .dark = false,
  };
}

CodeColors darkCodeColors() {
  return {
      .background = QColor(QRgb(0x181c22)),
      .gutter = QColor(QRgb(0x1e232b)),
      .header = QColor(QRgb(0x1c2027)),
      .border = QColor(QRgb(0x2c323c)),
      .text = QColor(QRgb(0xdfe5ee)),
      .dim = QColor(QRgb(0x8d98a8)),
      .accent = QColor(QRgb(0x5aa9f5)),
      .dot = QColor(QRgb(0xe0a84a)),
      .hover = QColor(QRgb(0x26303d)),
      .selection = QColor(QRgb(0x2b4a6f)),
      .found = QColor(QRgb(0x57491f)),
      .foundCurrent = QColor(QRgb(0x9a7415)),
      .filler = QColor(QRgb(0x272d37)),
      .removedLine = QColor(QRgb(0x3a2226)),
      .removedWord = QColor(QRgb(0x6a2f35)),
      .removedMark = QColor(QRgb(0xf07167)),
      .addedLine = QColor(QRgb(0x1d3428)),
      .addedWord = QColor(QRgb(0x2c5f45)),
      .addedMark = QColor(QRgb(0x3ecf8e)),
      .keyword = QColor(QRgb(0xc792ea)),
      .function = QColor(QRgb(0x82aaff)),
      .number = QColor(QRgb(0xf78c6c)),
      .comment = QColor(QRgb(0x7d8a9c)),
      .string = QColor(QRgb(0x9ccc65)),
      .links = linkPalette(),
      .dark = true,
  };
}

QColor linkColor(const CodeColors& colors, int file, int line) {
  const auto index = static_cast<unsigned>(line) + 3U * static_cast<unsigned>(file);
  return colors.links[index % colors.links.size()];
}

} // namespace gevo::ui
