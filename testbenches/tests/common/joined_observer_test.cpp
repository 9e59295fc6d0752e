#include "models/common/threads/joined_observer.h"

#include <gtest/gtest.h>

#include <string>

namespace flybar {
namespace {

/// Writes down what it is told.
class Writer final : public Observer {
 public:
  std::string text;
  bool keeps(TrackKind kind) const override { return kind != TrackKind::kSignal; }
  void on(const Activity& event) override { text += std::string(event.label) + " "; }
  void on(const Change& event) override { text += "change " + std::string(event.text) + " "; }
  void on(const Packet& event) override {
    text += std::string(event.comment) + ":" + std::string(event.bytes.begin(), event.bytes.end()) +
            " ";
  }
};

Activity activity(std::string_view label) {
  return {0, {}, {}, label, 0, 0};
}

constexpr std::size_t kItems = 40;

/// What a crew of two tells of which each item tells by `tell`.
template <class Tell>
std::string told(const Tell& tell) {
  Writer writer;
  Crew crew(2, Crew::Late::kWaitAlways);
  JoinedObserver joined(writer, crew, kItems);
  std::vector<std::size_t> items;
  for (std::size_t i = 0; i < kItems; i += 2) items.push_back(i);
  crew.each(items, kItems, [&](std::size_t item) { tell(joined, item); });
  return writer.text;
}

TEST(JoinedObserver, HandsOnInTheOrderOfItems) {
  std::string expected;
  for (std::size_t i = 0; i < kItems; i += 2)
    expected += std::to_string(i) + "a " + std::to_string(i) + "b ";
  EXPECT_EQ(told([](Observer& joined, std::size_t item) {
              for (const char* part : {"a", "b"}) {
                const std::string label = std::to_string(item) + part;
                joined.on(activity(label));
              }
            }),
            expected);
}

TEST(JoinedObserver, KeepsTextAndBytesThatAreValidOnlyDuringTheCall) {
  std::string expected;
  for (std::size_t i = 0; i < kItems; i += 2)
    expected += std::to_string(i) + " is:" + std::string(i, 'x') + " ";
  EXPECT_EQ(told([](Observer& joined, std::size_t item) {
              std::string comment = std::to_string(item) + " is";
              std::vector<std::uint8_t> bytes(item, 'x');
              joined.on(Packet{0, {}, {}, true, 0, bytes, comment});
              comment.assign(comment.size(), '?');
              bytes.assign(bytes.size(), '?');
            }),
            expected);
}

TEST(JoinedObserver, LeavesOutWhatNobodyKeeps) {
  EXPECT_EQ(told([](Observer& joined, std::size_t) { joined.on(Change{0, {}, 0, "lost"}); }), "");
}

TEST(JoinedObserver, HandsOnAtOnceWhatIsToldBetweenPieces) {
  Writer writer;
  Crew crew(2);
  JoinedObserver joined(writer, crew, 2);
  joined.on(activity("now"));
  EXPECT_EQ(writer.text, "now ");
}

}  // namespace
}  // namespace flybar
