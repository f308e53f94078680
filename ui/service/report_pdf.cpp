#include "ui/service/report_pdf.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTextDocument>
#include <QUrl>

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr int dotsPerInch = 96; ///< of the document; the writer scales
constexpr int pictureScale = 3; ///< so that plots are sharp on paper
constexpr qreal footerHeight = 30;

/// Each plot becomes a picture of the text's width: a text document draws no SVG.
QString withPictures(const QString& html, QTextDocument& document, qreal width) {
  static const QRegularExpression plot("<svg .*?</svg>", QRegularExpression::DotMatchesEverythingOption);
  QString made;
  qsizetype at = 0;
  int number = 0;
  for (QRegularExpressionMatchIterator match = plot.globalMatch(html); match.hasNext();) {
    const QRegularExpressionMatch found = match.next();
    made += html.mid(at, found.capturedStart() - at);
    at = found.capturedEnd();
    QSvgRenderer renderer(found.captured().toUtf8());
    if (!renderer.isValid()) continue;
    const QSizeF size = QSizeF(renderer.defaultSize()).scaled(width, width, Qt::KeepAspectRatio);
    QImage picture((size * pictureScale).toSize(), QImage::Format_ARGB32_Premultiplied);
    picture.fill(Qt::white);
    QPainter painter(&picture);
    renderer.render(&painter);
    painter.end();
    const QString name = QStringLiteral("plot:%1").arg(++number);
    document.addResource(QTextDocument::ImageResource, QUrl(name), picture);
    made +=
        QStringLiteral("<p><img src=\"%1\" width=\"%2\" height=\"%3\"></p>").arg(name).arg(qRound(size.width())).arg(qRound(size.height()));
  }
  return made + html.mid(at);
}

/// Widths that a text document takes from attributes only.
QString withWidths(QString html) {
  html.replace("<table class=", "<table width=\"100%\" cellspacing=\"0\" class=");
  html.replace("<th class=\"figure", "<th align=\"right\" class=\"figure");
  html.replace("<td class=\"number", "<td width=\"4%\" class=\"number");
  html.replace("<td class=\"code", "<td width=\"46%\" class=\"code");
  return html;
}

} // namespace

QByteArray reportPdf(const QString& html) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setPageSize(QPageSize(QPageSize::A4));
  writer.setPageMargins(QMarginsF(15, 14, 15, 12), QPageLayout::Millimeter);
  writer.setCreator(QStringLiteral("GEVO Explorer"));
  const qreal scale = writer.logicalDpiX() / qreal(dotsPerInch);
  const QSizeF page(writer.width() / scale, writer.height() / scale);

  QTextDocument document;
  document.setDocumentMargin(0);
  document.setIndentWidth(14);
  QFont font = document.defaultFont();
  font.setPixelSize(11);
  document.setDefaultFont(font);
  document.setPageSize(QSizeF(page.width(), page.height() - footerHeight));
  document.setHtml(withWidths(withPictures(html, document, page.width())));
  if (document.isEmpty()) return {};
  writer.setTitle(document.metaInformation(QTextDocument::DocumentTitle));

  QPainter painter(&writer);
  painter.scale(scale, scale);
  const int pages = document.pageCount();
  for (int number = 0; number < pages; ++number) {
    if (number > 0) writer.newPage();
    painter.save();
    painter.translate(0, -number * document.pageSize().height());
    const QRectF part(0, number * document.pageSize().height(), page.width(), document.pageSize().height());
    painter.setClipRect(part);
    QAbstractTextDocumentLayout::PaintContext context;
    context.clip = part;
    context.palette.setColor(QPalette::Text, QColor(0x1b, 0x20, 0x26)); // paper is light, whatever the window is
    document.documentLayout()->draw(&painter, context);
    painter.restore();
    painter.setFont(font);
    painter.setPen(QColor(0x5d, 0x67, 0x73));
    painter.drawText(QRectF(0, page.height() - footerHeight, page.width(), footerHeight), Qt::AlignRight | Qt::AlignBottom,
                     QStringLiteral("%1 / %2").arg(number + 1).arg(pages));
  }
  painter.end();
  return bytes;
}

} // namespace gevo::ui
