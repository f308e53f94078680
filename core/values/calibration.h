#pragma once

/// A GPU measured for the simulated one: `gevo calibrate`.

#include <cstdint>
#include <string>
#include <vector>

namespace gevo {

/// `gevo calibrate`: measures a GPU and writes a model of it. Needs no Load; it is for a worker in the mode "calibrate".
struct CalibrationSettings {
  std::int32_t gpu = 0;
  std::uint32_t repeats = 11; ///< of each probe
};

/// A figure of the model.
struct CalibratedFigure {
  std::string section; ///< as in the file
  std::string key;
  bool measured = false;
  double value = 0;
  double bundled = 0; ///< of the nearest bundled model
  double spread = 0;  ///< of the repeats: half the range of their middle half, as a share of the value
  std::string note;   ///< how it was measured, or why it was not
};

struct CalibratedModel {
  std::string gpu;     ///< as the driver names it
  std::string bundled; ///< name of the nearest model
  std::vector<CalibratedFigure> figures;
  std::vector<std::string> notes; ///< measured, and in no figure of the model
  std::string model;              ///< text of the file
};

template <class Archive> void fields(Archive& a, CalibrationSettings& m) { a(m.gpu, m.repeats); }
template <class Archive> void fields(Archive& a, CalibratedFigure& m) {
  a(m.section, m.key, m.measured, m.value, m.bundled, m.spread, m.note);
}
template <class Archive> void fields(Archive& a, CalibratedModel& m) { a(m.gpu, m.bundled, m.figures, m.notes, m.model); }

} // namespace gevo
