/// Which messages stand for all.
#include "testbenches/experiments/measure/messages/message_summary.h"

#include <gtest/gtest.h>

namespace flybar::experiments {
namespace {

using namespace literals;

MessageRecord record(std::uint64_t id, Time begin, Time latency) {
  MessageRecord message;
  message.sent.id = id;
  message.sent.begin = begin;
  message.sent.end = begin + 1_us;
  message.receive_begin = message.receive_end = begin + latency;
  message.measured = true;
  return message;
}

std::vector<std::uint64_t> chosen(const std::vector<MessageRecord>& messages) {
  MessageSummary summary(true);
  summary.set_byte_time(6250_ps);
  for (const MessageRecord& message : messages) summary.add(message);
  Results results;
  summary.account(results, "");
  std::vector<std::uint64_t> ids;
  for (const auto& message : results.messages) ids.push_back(message.id);
  return ids;
}

TEST(MessageSummary, TheSlowestIsTheOneWithTheGreatestLatency) {
  EXPECT_EQ(chosen({record(1, 1_us, 20_us), record(2, 2_us, 90_us)}).back(), 2u);
}

/// A call is a request without payload and its reply; both have waited for their hosts.
TEST(MessageSummary, TheWaitsOfAllAreThoseOfMessagesWithoutPayloadToo) {
  MessageRecord request = record(1, 1_us, 20_us), page = record(2, 21_us, 60_us);
  page.sent.payload = 512_B;
  request.receive_begin = 11_us;  // so that it is 10 us at the receiving host
  MessageSummary summary(true);
  summary.add(request);
  summary.add(page);
  Results results;
  summary.account(results, "");
  EXPECT_DOUBLE_EQ((*results.waits)[static_cast<std::size_t>(Wait::kHostReceive)], 100 * 10 / 80.);
}

TEST(MessageSummary, TheOrderInWhichNodesTellDoesNotChooseTheMessages) {
  const MessageRecord early = record(7, 1_us, 50_us), late = record(3, 9_us, 50_us);
  EXPECT_EQ(chosen({early, late}), (std::vector<std::uint64_t>{7, 7}));
  EXPECT_EQ(chosen({late, early}), (std::vector<std::uint64_t>{7, 7}));
}

}  // namespace
}  // namespace flybar::experiments
