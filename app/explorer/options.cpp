#include "app/explorer/options.h"

#include <QCommandLineParser>
#include <QRegularExpression>

namespace gevo::explorer {
namespace {

void addOptions(QCommandLineParser& parser) {
  parser.setApplicationDescription("Watch GPU kernels evolve, read what evolution changed, export the best.");
  parser.addPositionalArgument("file",
                               "The .gevo file to open, on another machine too (ssh://host/path/file.gevo), or a .cu file to make one of. "
                               "Without it, the start page.",
                               "[file]");
  parser.addOptions({{{"h", "help"}, "Show this help."},
                     {{"v", "version"}, "Show the version."},
                     {"start", "Start or resume the run of the file at once."},
                     {"present", "Present the run: full screen, in large type, one variant at a time."},
                     {"theme", "Use this theme: light, dark or system.", "name"},
                     {"render", "Write a picture of the window as PNG and exit.", "out.png"},
                     {"size", "Size of that picture (1680x1050).", "WxH"},
                     {"run", "Show this run instead of the latest.", "N"},
                     {"variant", "Select this variant.", "ID"}});
}

Result<std::optional<std::int64_t>> number(const QCommandLineParser& parser, const QString& name, std::int64_t least) {
  if (!parser.isSet(name)) return std::nullopt;
  bool good = false;
  const qlonglong value = parser.value(name).toLongLong(&good);
  if (!good || value < least)
    return fail("--{} {} is not a valid number: give {} or more", name.toStdString(), parser.value(name).toStdString(), least);
  return value;
}

Result<QSize> size(const QString& text) {
  static const QRegularExpression form("^(\\d{3,5})x(\\d{3,5})$");
  const QRegularExpressionMatch match = form.match(text);
  if (!match.hasMatch()) return fail("--size {} is not a size: give one such as 1680x1050", text.toStdString());
  return QSize(match.captured(1).toInt(), match.captured(2).toInt());
}

} // namespace

Result<Options> parseOptions(const QStringList& arguments) {
  QCommandLineParser parser;
  addOptions(parser);
  if (!parser.parse(QStringList{"gevo-explorer"} + arguments))
    return fail("{}; --help lists the options", parser.errorText().toStdString());
  Options options;
  options.help = parser.isSet("help");
  options.version = parser.isSet("version");
  if (parser.positionalArguments().size() > 1) return fail("only one file can be opened: give one .gevo or .cu file");
  if (!parser.positionalArguments().isEmpty()) options.file = parser.positionalArguments().first();
  options.start = parser.isSet("start");
  options.present = parser.isSet("present");
  options.theme = parser.value("theme");
  if (parser.isSet("theme") && !QStringList{"light", "dark", "system"}.contains(options.theme))
    return fail("--theme {} is not a theme: give light, dark or system", options.theme.toStdString());
  options.render = parser.value("render");
  if (parser.isSet("size")) {
    GEVO_TRY_ASSIGN(const QSize given, size(parser.value("size")));
    options.size = given;
  }
  GEVO_TRY_ASSIGN(const auto run, number(parser, "run", 1));
  options.run = run.value_or(0);
  GEVO_TRY_ASSIGN(const auto variant, number(parser, "variant", 0));
  options.variant = variant;
  if (options.present && parser.isSet("render")) return fail("--present and --render exclude each other: --render writes no presentation");
  const bool needsFile = options.start || options.present || parser.isSet("render") || run || variant;
  if (needsFile && (options.file.isEmpty() || options.file.endsWith(".cu")) && !options.help && !options.version)
    return fail("--start, --present, --render, --run and --variant need a .gevo file: gevo-explorer file.gevo ...");
  return options;
}

QString helpText() {
  QCommandLineParser parser;
  addOptions(parser);
  parser.parse({"gevo-explorer"});
  // Qt takes the program's name from an application, which there is none of yet.
  QString text = parser.helpText();
  text.replace(QRegularExpression("^Usage: \\S*"), "Usage: gevo-explorer");
  return text + "\n--start, --present, --run, --variant and --render need a .gevo file. --render needs no display.\n";
}

} // namespace gevo::explorer
