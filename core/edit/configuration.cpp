#include "core/edit/configuration.h"

#include <algorithm>

namespace gevo {

Configuration configurationOf(const EditList& edits) {
  Configuration configuration;
  for (const Edit& edit : edits) {
    if (edit.op != Operator::Set) continue;
    const auto place = std::ranges::lower_bound(configuration, edit.parameter, {}, &ParameterValue::parameter);
    if (place != configuration.end() && place->parameter == edit.parameter)
      place->value = edit.value;
    else
      configuration.insert(place, {edit.parameter, edit.value});
  }
  return configuration;
}

EditList codeEdits(const EditList& edits) {
  EditList code;
  std::ranges::copy_if(edits, std::back_inserter(code), [](const Edit& edit) { return edit.op != Operator::Set; });
  return code;
}

EditList withConfiguration(const EditList& edits, const Configuration& configuration) {
  EditList all;
  for (const ParameterValue& setting : configuration) all.push_back(setEdit(setting));
  for (const Edit& edit : edits)
    if (edit.op != Operator::Set) all.push_back(edit);
  return all;
}

Edit setEdit(const ParameterValue& setting) {
  Edit edit;
  edit.op = Operator::Set;
  edit.uid = hashText("set " + setting.parameter + '=' + setting.value).low;
  edit.parameter = setting.parameter;
  edit.value = setting.value;
  return edit;
}

std::string printConfiguration(const Configuration& configuration) {
  if (configuration.empty()) return "the program's own";
  std::string text;
  for (const ParameterValue& setting : configuration) text += (text.empty() ? "" : " ") + setting.parameter + '=' + setting.value;
  return text;
}

Hash128 hashOf(const Configuration& configuration) {
  std::string text;
  for (const ParameterValue& setting : configuration) text += setting.parameter + '=' + setting.value + '\n';
  return hashText(text);
}

} // namespace gevo
