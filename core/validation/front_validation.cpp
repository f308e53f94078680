#include "core/validation/front_validation.h"

#include <algorithm>
#include <chrono>

namespace gevo {

namespace {

using Member = FrontReport::Member;

Result<ValidationRow> validateMember(const Store& store, std::int64_t run, std::int64_t variant, Validator& validator,
                                     const FrontValidation& how) {
  GEVO_TRY_ASSIGN(const Individual individual, store.individual(run, variant));
  GEVO_TRY_ASSIGN(const ValidationResult validation, validator.validate(individual, HeldOutChoice::Known));
  if (how.keep) GEVO_TRY(how.keep(validation));
  return validation.row;
}

std::size_t countIf(const std::vector<Member>& members, bool passed) {
  return std::size_t(
      std::ranges::count_if(members, [&](const Member& member) { return member.validation && member.validation->passed == passed; }));
}

} // namespace

std::size_t FrontReport::passed() const { return countIf(members, true); }
std::size_t FrontReport::failed() const { return countIf(members, false); }
std::size_t FrontReport::open() const { return members.size() - passed() - failed(); }

Result<FrontReport> validateFront(const Store& store, const RunInfo& run, Validator& validator, const FrontValidation& how) {
  const auto begin = std::chrono::steady_clock::now();
  GEVO_TRY_ASSIGN(const std::vector<VariantRow> front, store.frontVariants(run.id));
  GEVO_TRY_ASSIGN(const std::vector<ValidationRow> rows, store.validations(run.id));
  FrontReport report;
  for (const VariantRow& variant : front) {
    if (variant.id == 0) continue;
    const ValidationRow* const known = validationOf(rows, variant.id);
    report.members.push_back({variant, known ? std::optional(*known) : std::nullopt});
  }
  std::size_t done = 0;
  for (Member& member : report.members) {
    if (how.progress) how.progress(done++, report.members.size());
    if (member.validation) continue;
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() >= how.seconds) break;
    Result<ValidationRow> row = validateMember(store, run.id, member.variant.id, validator, how);
    if (!row) {
      report.problem = row.error();
      break;
    }
    member.validation = std::move(*row);
  }
  return report;
}

} // namespace gevo
