#include <QTest>

#include "core/edit/configuration.h"
#include "core/edit/rename.h"
#include "tests/core/edit/any_edit.h"

#include <map>
#include <set>

using namespace gevo;

namespace {

/// Everything in `edits` that names an instruction, in a fixed order.
std::vector<InstructionRef> referencesOf(const EditList& edits) {
  std::vector<InstructionRef> references;
  for (const Edit& edit : edits) {
    references.insert(references.end(), {InstructionRef::created(edit.uid), edit.target, edit.other, edit.substitute.instruction});
    for (const OperandChoice& choice : edit.choices) references.insert(references.end(), {choice.user, choice.value.instruction});
  }
  return references;
}

bool isCreated(const InstructionRef& ref) { return ref.kind == InstructionRef::Kind::Created; }

/// A copy, and an edit of what it made.
EditList copyAndItsUse() {
  Edit copy{7, Operator::Copy, InstructionRef::base(17), InstructionRef::base(30), {}, {}};
  copy.choices = {{InstructionRef::created(7), 0, {ValueRef::Kind::Argument, {}, 2}},
                  {InstructionRef::base(35), 1, {ValueRef::Kind::Instruction, InstructionRef::created(7), 0}}};
  const Edit move{8, Operator::Move, InstructionRef::created(7), InstructionRef::base(31), {}, {}};
  const Edit removal{9, Operator::Delete, InstructionRef::base(40), {}, {ValueRef::Kind::Instruction, InstructionRef::created(7), 0}, {}};
  return {copy, move, removal};
}

} // namespace

class RenameTest : public QObject {
  Q_OBJECT

private slots:
  void referencesFollowTheEditTheyName() {
    const EditList renamed = renamedEdits(copyAndItsUse());
    const InstructionRef copy = InstructionRef::created(renamed[0].uid);
    QVERIFY(renamed[0].choices[0].user == copy);
    QVERIFY(renamed[0].choices[1].value.instruction == copy);
    QVERIFY(renamed[1].target == copy);
    QVERIFY(renamed[2].substitute.instruction == copy);
  }

  void noOldNameIsLeft() {
    std::set<std::uint64_t> names;
    for (const InstructionRef& ref : referencesOf(renamedEdits(copyAndItsUse())))
      if (isCreated(ref)) names.insert(ref.id);
    QCOMPARE(names.size(), std::size_t(3));
    for (const std::uint64_t old : {7, 8, 9}) QVERIFY(!names.contains(old));
  }

  void equalNamesStayEqualAndOthersStayApart() {
    QVERIFY(rc::check([] {
      const EditList edits = codeEdits(*rc::gen::container<EditList>(sample::anyEdit())); // settings are named by what they set
      const std::vector<InstructionRef> before = referencesOf(edits);
      const std::vector<InstructionRef> after = referencesOf(renamedEdits(edits));
      RC_ASSERT(after.size() == before.size());
      std::map<InstructionRef, InstructionRef> there;
      std::map<InstructionRef, InstructionRef> back;
      for (std::size_t i = 0; i < before.size(); ++i) {
        if (!isCreated(before[i])) RC_ASSERT(after[i] == before[i]);
        RC_ASSERT(there.emplace(before[i], after[i]).first->second == after[i]);
        RC_ASSERT(back.emplace(after[i], before[i]).first->second == before[i]);
      }
    }));
  }

  void nothingButNamesChanges() {
    QVERIFY(rc::check([] {
      const auto edits = *rc::gen::container<EditList>(sample::anyEdit());
      EditList renamed = renamedEdits(edits);
      RC_ASSERT(renamed.size() == edits.size());
      for (std::size_t i = 0; i < edits.size(); ++i) {
        Edit& now = renamed[i];
        RC_ASSERT(now.choices.size() == edits[i].choices.size());
        now.uid = edits[i].uid;
        now.target = edits[i].target;
        now.other = edits[i].other;
        now.substitute.instruction = edits[i].substitute.instruction;
        for (std::size_t c = 0; c < now.choices.size(); ++c) {
          now.choices[c].user = edits[i].choices[c].user;
          now.choices[c].value.instruction = edits[i].choices[c].value.instruction;
        }
      }
      RC_ASSERT(renamed == edits);
    }));
  }

  void equalEditsGetEqualNamesInEveryList() {
    QVERIFY(rc::check([] {
      const auto edits = *rc::gen::nonEmpty(rc::gen::container<EditList>(sample::anyEdit()));
      RC_ASSERT(renamedEdits({edits.back()}).front() == renamedEdits(edits).back());
    }));
  }

  void renamedTwiceTheyHaveYetOtherNames() {
    const EditList once = renamedEdits(copyAndItsUse());
    const EditList twice = renamedEdits(once);
    for (std::size_t i = 0; i < once.size(); ++i) QVERIFY(twice[i].uid != once[i].uid && twice[i].uid != copyAndItsUse()[i].uid);
  }
};

QTEST_GUILESS_MAIN(RenameTest)
#include "rename_test.moc"
