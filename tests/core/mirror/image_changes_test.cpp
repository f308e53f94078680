#include "core/mirror/image_changes.h"

#include <QtTest>
#include <rapidcheck.h>

using namespace gevo;

namespace {

Bytes anyImage(std::size_t most) {
  Bytes image(*rc::gen::inRange<std::size_t>(0, most));
  std::uint8_t value = *rc::gen::arbitrary<std::uint8_t>();
  for (std::uint8_t& byte : image) byte = value = std::uint8_t(value * 5 + 3);
  return image;
}

/// Some of it is other than before, it is longer or shorter.
Bytes changed(Bytes image) {
  for (int i = *rc::gen::inRange(0, 6); i > 0 && !image.empty(); --i)
    image[*rc::gen::inRange<std::size_t>(0, image.size())] = *rc::gen::arbitrary<std::uint8_t>();
  image.resize(*rc::gen::inRange<std::size_t>(0, 8 * imageBlockBytes), 7);
  return image;
}

/// Number of parts, or nothing where one does not apply.
std::optional<int> bring(Bytes& copy, const Bytes& image, std::size_t atMost) {
  const std::vector<Hash128> known = blockHashes(copy);
  std::size_t from = 0;
  for (int parts = 1;; ++parts) {
    const ImageChanges changes = changesTo(image, known, from, atMost);
    if (!applyChanges(changes, copy)) return std::nullopt;
    if (changes.isLast) return parts;
    from = changes.blocks.back() + std::size_t(1);
  }
}

} // namespace

class ImageChangesTest : public QObject {
  Q_OBJECT

private slots:
  void whatChangedMakesTheImage() {
    QVERIFY(rc::check([] {
      Bytes copy = anyImage(8 * imageBlockBytes);
      const Bytes image = changed(copy);
      RC_ASSERT(bring(copy, image, *rc::gen::inRange<std::size_t>(1, 10)));
      RC_ASSERT(copy == image);
    }));
  }

  void blocksThatStayAreNotSent() {
    Bytes image(10 * imageBlockBytes, 1);
    Bytes copy = image;
    image[5 * imageBlockBytes + 9] = 2;
    const ImageChanges changes = changesTo(image, blockHashes(copy), 0, 100);
    QCOMPARE(changes.blocks, (std::vector<std::uint32_t>{5}));
    QVERIFY(changesTo(image, blockHashes(image), 0, 100).blocks.empty());
  }

  void aCopyThatWasCutShortGoesOn() {
    const Bytes image(10 * imageBlockBytes, 1);
    Bytes copy;
    QVERIFY(applyChanges(changesTo(image, {}, 0, 4), copy));
    QCOMPARE(copy.size(), 4 * imageBlockBytes);
    QCOMPARE(bring(copy, image, 100), std::optional(1));
    QVERIFY(copy == image);
  }

  void damagedChangesAreRefused() {
    QVERIFY(rc::check([] {
      Bytes copy(3 * imageBlockBytes, 1);
      ImageChanges changes = changesTo(changed(copy), blockHashes(copy), 0, 100);
      changes.bytes = *rc::gen::element<std::uint64_t>(0, 1, changes.bytes + 1, 1ULL << 40, ~0ULL);
      changes.blocks = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::element<std::uint32_t>(0, 1, 2, 3, 1 << 20, ~0U));
      (void)applyChanges(changes, copy); // whatever it says, it asks for no more memory than came
      RC_ASSERT(copy.size() <= 16 * imageBlockBytes);
    }));
  }
};

QTEST_GUILESS_MAIN(ImageChangesTest)
#include "image_changes_test.moc"
