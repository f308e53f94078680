#include "ui/presentation/story.h"

#include "core/edit/edit_text.h"
#include "ui/text/format.h"

#include <QObject>

namespace gevo::ui {
namespace {

/// As many as an audience reads.
constexpr qsizetype mostWords = 2;

QString wordsOf(const VariantDetails& details, std::size_t edit) {
  const std::vector<EditDescription>& known = details.texts.edits;
  if (edit < known.size() && !known[edit].text.empty()) return QString::fromStdString(known[edit].text);
  return QString::fromStdString(printEdit(details.individual.edits[edit])).trimmed();
}

bool isActive(const VariantDetails& details, std::size_t edit) {
  const std::vector<bool>& active = details.individual.active;
  return edit >= active.size() || active[edit];
}

/// "Delete barrier (2 times); swap two loads; and 3 more edits."
QString joined(const QStringList& words) {
  QStringList different;
  for (const QString& one : words)
    if (!different.contains(one)) different << one;
  QStringList parts;
  qsizetype told = 0;
  for (const QString& one : different.first(std::min(different.size(), mostWords))) {
    const qsizetype times = words.count(one);
    parts << (times > 1 ? QObject::tr("%1 (%2 times)").arg(one).arg(times) : one);
    told += times;
  }
  if (const qsizetype rest = words.size() - told; rest > 0)
    parts << QObject::tr("and %1").arg(countedText(std::size_t(rest), QObject::tr("more edit"), QObject::tr("more edits")));
  QString sentence = parts.join(QStringLiteral("; ")).remove('`');
  if (!sentence.isEmpty()) sentence[0] = sentence[0].toUpper();
  return sentence.isEmpty() ? sentence : sentence + '.';
}

QString originalSentence(const RunModel& model) {
  if (!heroOf(model)) return QObject::tr("This run has found no variant that is faster than the original so far.");
  return QObject::tr("The program as it was written. All variants are compared with it.");
}

} // namespace

QStringList editWords(const VariantDetails& details) {
  QStringList words;
  for (std::size_t edit = 0; edit < details.individual.edits.size(); ++edit)
    if (isActive(details, edit)) words << wordsOf(details, edit);
  return words;
}

QString headingOf(const RunModel& model, const Stop& stop) {
  const VariantRow* const row = model.variant(stop.variant);
  switch (stop.kind) {
  case Stop::Kind::Pin:
    return row && !isDerived(row->id) ? QObject::tr("Pinned, from generation %1").arg(row->generation) : QObject::tr("Pinned");
  case Stop::Kind::Original:
    return QObject::tr("Where it began");
  case Stop::Kind::Discovery:
    return QObject::tr("A step on the way, in generation %1").arg(row ? row->generation : 0);
  case Stop::Kind::Fastest:
    return QObject::tr("The fastest within the tolerance");
  case Stop::Kind::Knee:
    return QObject::tr("The knee of the front");
  case Stop::Kind::Chosen:
    return row && row->id > 0 && !isDerived(row->id) ? QObject::tr("From generation %1").arg(row->generation) : QString();
  case Stop::Kind::BestExact:
    return model.run().settings.evaluation.statistical ? QObject::tr("The best variant that is alike")
                                                       : QObject::tr("The best exact variant");
  }
  return {};
}

QString sentenceOf(const RunModel& model, const Stop& stop, const VariantDetails* details) {
  if (stop.variant == 0) return originalSentence(model);
  if (!stop.found.isEmpty()) return QObject::tr("New: %1").arg(joined(stop.found));
  return details ? joined(editWords(*details)) : QString();
}

QString runSentence(const RunModel& model, const QString& name) {
  if (!model.hasRun()) return name;
  const QString evaluations = countedText(model.evaluations(), QObject::tr("evaluation"), QObject::tr("evaluations"));
  const QString generations = countedText(model.generations().size(), QObject::tr("generation"), QObject::tr("generations"));
  return QObject::tr("%1 on the %2, %3 in %4").arg(name, QString::fromStdString(model.run().device), evaluations, generations);
}

} // namespace gevo::ui
