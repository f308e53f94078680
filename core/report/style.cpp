#include "core/report/style.h"

#include <array>
#include <fmt/format.h>
#include <string_view>

namespace gevo::report {

namespace {

struct Color {
  std::string_view name;
  std::string_view light;
  std::string_view dark;
};
constexpr std::array colors{
    Color{"page", "#f6f7f9", "#15181c"},     Color{"surface", "#ffffff", "#1c2026"},  Color{"raised", "#f3f5f7", "#242931"},
    Color{"ink", "#1b2026", "#e6e9ee"},      Color{"muted", "#5d6773", "#9aa5b1"},    Color{"line", "#dfe3e8", "#333a43"},
    Color{"accent", "#0b62c4", "#6db1ff"},   Color{"scatter", "#b4bdc8", "#56606c"},  Color{"good", "#0d7a4f", "#4fc796"},
    Color{"goodSoft", "#e0f4ea", "#17382b"}, Color{"goodMark", "#abe3c8", "#24664b"}, Color{"bad", "#b3401c", "#f0916d"},
    Color{"badSoft", "#fdeae4", "#41231a"},  Color{"badMark", "#f7c3b1", "#7a3a26"},
};

constexpr std::string_view sheet = R"(
body { margin: 0; background: $page; color: $ink; font: 15px/1.55 system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
main { max-width: 1060px; margin: 0 auto; padding: 44px 28px 64px; }
h1 { font-size: 34px; line-height: 1.2; margin: 6px 0 10px; font-weight: 650; letter-spacing: -0.01em; }
h2 { font-size: 20px; margin: 44px 0 10px; font-weight: 620; }
h3 { font-size: 15px; margin: 20px 0 8px; font-weight: 620; }
p { margin: 0 0 10px; max-width: 74ch; }
ul { margin: 6px 0 10px; padding-left: 22px; max-width: 80ch; }
li { margin: 3px 0; }
a { color: $accent; }
code, pre, td.code { font-family: ui-monospace, "JetBrains Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 12.5px; font-variant-ligatures: none; }
code { background: $raised; border-radius: 4px; padding: 1px 4px; overflow-wrap: anywhere; }
pre { background: $raised; border-radius: 8px; padding: 12px 14px; overflow-x: auto; line-height: 1.5; }
.over { color: $muted; margin: 0; }
.lead { font-size: 17px; color: $ink; }
.note { color: $muted; font-size: 13.5px; }
.chip { display: inline-block; border-radius: 20px; padding: 1px 10px; font-size: 13px; font-weight: 600; background: $raised; color: $muted; margin-right: 6px; }
.chip.good { background: $goodSoft; color: $good; }
.chip.bad { background: $badSoft; color: $bad; }
.caution { background: $surface; border: 1px solid $line; border-left: 4px solid $bad; border-radius: 8px; padding: 12px 18px; margin: 18px 0; }
table { border-collapse: collapse; }
table.facts { width: 100%; margin: 22px 0 6px; table-layout: fixed; background: $surface; border: 1px solid $line; border-radius: 10px; border-collapse: separate; border-spacing: 0; }
table.facts th { display: none; }
table.facts td { padding: 14px 18px 15px; vertical-align: top; border-left: 1px solid $line; }
table.facts td:first-child { border-left: none; }
.label { color: $muted; font-size: 12.5px; }
.value { font-size: 22px; font-weight: 620; font-variant-numeric: tabular-nums; }
.value.good { color: $good; }
.value.bad { color: $bad; }
.small { color: $muted; font-size: 12.5px; }
table.list { width: 100%; background: $surface; border: 1px solid $line; border-radius: 10px; border-collapse: separate; border-spacing: 0; margin: 8px 0 14px; font-size: 13.5px; }
table.list th { text-align: left; color: $muted; font-weight: 550; font-size: 12.5px; padding: 8px 12px; border-bottom: 1px solid $line; white-space: nowrap; }
table.list td { padding: 7px 12px; border-bottom: 1px solid $line; vertical-align: top; overflow-wrap: anywhere; }
table.list tr:last-child td { border-bottom: none; }
table.list tr.off td { color: $muted; }
th.figure, td.figure { text-align: right !important; font-variant-numeric: tabular-nums; white-space: nowrap; }
.good { color: $good; }
.bad { color: $bad; }
table.diff { width: 100%; table-layout: fixed; background: $surface; border: 1px solid $line; border-radius: 10px; border-collapse: separate; border-spacing: 0; overflow: hidden; margin: 8px 0 16px; }
table.diff th { text-align: left; color: $muted; font-weight: 550; font-size: 12.5px; padding: 8px 12px; border-bottom: 1px solid $line; }
table.diff col.number { width: 44px; }
table.diff td { padding: 1px 8px; line-height: 1.5; vertical-align: top; }
td.number { color: $muted; font-size: 11.5px; text-align: right; font-variant-numeric: tabular-nums; user-select: none; }
td.code { white-space: pre-wrap; overflow-wrap: anywhere; }
td.gone { background: $badSoft; }
td.come { background: $goodSoft; }
td.none { background: $raised; }
del { background: $badMark; text-decoration: none; border-radius: 2px; }
ins { background: $goodMark; text-decoration: none; border-radius: 2px; }
td.gap { background: $raised; color: $muted; font-size: 11.5px; text-align: center; }
td.words { color: $muted; font-size: 12.5px; padding: 3px 12px 5px; border-bottom: 1px dotted $line; }
figure { margin: 8px 0 18px; background: $surface; border: 1px solid $line; border-radius: 10px; padding: 16px 16px 8px; }
figure svg { width: 100%; height: auto; display: block; font-family: system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
.caption { color: $muted; font-size: 13px; padding: 6px 4px 4px; }
.footer { margin-top: 52px; color: $muted; font-size: 12.5px; border-top: 1px solid $line; padding-top: 12px; }
)";

constexpr std::string_view printSheet = R"(
@media print {
  @page { margin: 16mm 14mm; }
  main { max-width: none; padding: 0; }
  body { background: #ffffff; font-size: 11pt; }
  h1 { font-size: 24pt; }
  h2 { break-after: avoid; }
  figure, .caution, table.facts, tr { break-inside: avoid; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
@media (max-width: 720px) {
  main { padding: 24px 14px 40px; }
  h1 { font-size: 26px; }
  table.facts td { display: block; border-left: none; }
}
)";

/// Of the little CSS that Qt's text documents know. Sizes are pixels of a page that is 680 wide.
constexpr std::string_view paperSheet = R"(
body { color: $ink; font-family: "Inter", "Noto Sans", "DejaVu Sans", sans-serif; font-size: 11px; }
h1 { font-size: 21px; margin: 2px 0 4px; font-weight: 600; }
h2 { font-size: 15px; margin: 20px 0 5px; font-weight: 600; }
h3 { font-size: 12px; margin: 12px 0 4px; font-weight: 600; }
p { margin: 0 0 6px; }
a { color: $accent; text-decoration: none; }
code, td.code { font-family: "DejaVu Sans Mono", monospace; font-size: 9px; }
pre { font-family: "DejaVu Sans Mono", monospace; font-size: 9px; background-color: $raised; white-space: pre-wrap; margin: 4px 0; }
.over, .note, .label, .small, .caption { color: $muted; font-size: 10px; }
.lead { font-size: 12px; }
.chip { color: $muted; font-weight: 600; font-size: 10px; }
.value { font-size: 17px; font-weight: 600; }
.good { color: $good; }
.bad { color: $bad; }
table.facts td { background-color: $raised; padding: 8px; }
table.list th { text-align: left; color: $muted; font-weight: 500; font-size: 10px; padding: 3px 5px; background-color: $raised; }
table.list td { font-size: 10px; padding: 3px 5px; }
table.list tr.off td { color: $muted; }
th.figure, td.figure { text-align: right; }
table.diff th { text-align: left; color: $muted; font-weight: 500; font-size: 10px; padding: 3px 5px; background-color: $raised; }
table.diff td { padding: 0 3px; }
td.number { color: $muted; font-size: 8px; text-align: right; white-space: nowrap; }
td.code { font-size: 9px; white-space: pre-wrap; }
td.gone { background-color: $badSoft; }
td.come { background-color: $goodSoft; }
td.none { background-color: $raised; }
del { background-color: $badMark; text-decoration: none; }
ins { background-color: $goodMark; text-decoration: none; }
td.gap { background-color: $raised; color: $muted; font-size: 9px; text-align: center; }
td.words { color: $muted; font-size: 9px; }
.footer { color: $muted; font-size: 10px; margin-top: 16px; }
)";

std::string variables(std::string_view Color::*shade) {
  std::string text;
  for (const Color& color : colors) text += fmt::format("--{}: {}; ", color.name, color.*shade);
  return text;
}

} // namespace

std::string styleSheet(Medium medium) {
  std::string style = "<style>\n";
  if (medium == Medium::Screen) {
    style += fmt::format(":root {{ color-scheme: light dark; {}}}\n", variables(&Color::light));
    // Paper is white, whatever the screen is.
    style += fmt::format("@media screen and (prefers-color-scheme: dark) {{ :root {{ {}}} }}\n", variables(&Color::dark));
  }
  style += medium == Medium::Screen ? sheet : paperSheet;
  if (medium == Medium::Screen) style += printSheet;
  return style + "</style>\n";
}

std::string colored(std::string html, Medium medium) {
  std::string made;
  made.reserve(html.size());
  for (std::size_t at = 0; at < html.size();) {
    const Color* known = nullptr;
    if (html[at] == '$')
      for (const Color& color : colors)
        if (std::string_view(html).substr(at + 1).starts_with(color.name) && (!known || color.name.size() > known->name.size()))
          known = &color;
    if (!known) {
      made += html[at++];
      continue;
    }
    made += medium == Medium::Screen ? fmt::format("var(--{})", known->name) : std::string(known->light);
    at += 1 + known->name.size();
  }
  return made;
}

std::string svgFile(std::string_view content, double height) {
  std::string style = "text { font-family: Inter, system-ui, \"Noto Sans\", \"DejaVu Sans\", sans-serif; }\n"
                      "@media (prefers-color-scheme: dark) {\n";
  for (const Color& color : colors)
    style += fmt::format("  [fill=\"{0}\"] {{ fill: {1}; }} [stroke=\"{0}\"] {{ stroke: {1}; }}\n", color.light, color.dark);
  return fmt::format("<svg viewBox=\"0 0 960 {0:.0f}\" width=\"960\" height=\"{0:.0f}\" xmlns=\"http://www.w3.org/2000/svg\">\n"
                     "<style>{1}}}</style>\n{2}{3}</svg>\n",
                     height, style,
                     colored(fmt::format("<rect width=\"960\" height=\"{:.0f}\" fill=\"$surface\"/>\n", height), Medium::Paper),
                     colored(std::string(content), Medium::Paper));
}

} // namespace gevo::report
