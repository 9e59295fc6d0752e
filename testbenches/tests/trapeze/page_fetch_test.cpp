/// The API as software written in C sees it.
#include "testbenches/tests/trapeze/page_fetch.h"

#include "testbenches/tests/trapeze/trapeze_bench.h"

namespace flybar::trapeze {
namespace {

/// Client and server on one host: its card sends all messages to itself.
class PageFetchTest : public TrapezeBench {
 protected:
  static constexpr std::int64_t kPatience = Time::ms(1).ps();

  page_server* serve(tpz_nic* tpz) {
    server = {tpz, page(), 8192, 0, 0};
    page_server_start(&server);
    return &server;
  }
  page_server server{};
};

TEST_F(PageFetchTest, CodeInCFetchesAPageIntoTheFrameItHasMapped) {
  run_with([&](tpz_nic* tpz) {
    serve(tpz);
    const Physical frame = memory.frames.allocate();
    EXPECT_EQ(page_fetch(tpz, 0, frame, kPatience), PAGE_HERE);
    EXPECT_EQ(read(frame, 8_KB), pattern(8192));
    EXPECT_EQ(memory.frames.state(frame), FrameState::kHost);
  });
}

TEST_F(PageFetchTest, ACompletionInCIsCalledOnceThePageHasLeft) {
  run_with([&](tpz_nic* tpz) {
    serve(tpz);
    page_fetch(tpz, 0, memory.frames.allocate(), kPatience);
    EXPECT_EQ(server.sent, 1u);
    EXPECT_EQ(server.left, 0u);
    cpu.sleep(20_us);
    EXPECT_EQ(tpz_check_xmit_complete(tpz), 0u);
    EXPECT_EQ(server.left, 1u);
  });
}

TEST_F(PageFetchTest, AnErrorOfTheLibraryPassesThroughFramesOfC) {
  run_with([&](tpz_nic* tpz) {
    const Physical unaligned = memory.frames.allocate() + 2;
    EXPECT_THROW(page_fetch(tpz, 0, unaligned, kPatience), SimulationError);
  });
}

TEST_F(PageFetchTest, AnErrorInAHandlerInCPassesThroughTheLibrary) {
  run_with([&](tpz_nic* tpz) {
    serve(tpz)->length = 8196;
    EXPECT_THROW(page_fetch(tpz, 0, memory.frames.allocate(), kPatience), SimulationError);
  });
}

TEST_F(PageFetchTest, AMessageThatNobodyAnswersLeavesTheFrameToTheHost) {
  nic.deaf = true;
  run_with([&](tpz_nic* tpz) {
    const Physical frame = memory.frames.allocate();
    EXPECT_EQ(page_fetch(tpz, 0, frame, kPatience), PAGE_MISSING);
    EXPECT_EQ(memory.frames.state(frame), FrameState::kHost);
  });
}

TEST_F(PageFetchTest, AHandlerIsTakenAwayByANullHandler) {
  run_with([&](tpz_nic* tpz) {
    serve(tpz);
    tpz_register_handler(tpz, 1, nullptr, nullptr);
    send_control(tpz, pattern(4), 1);
    EXPECT_NE(tpz_wait_rcvmsg(tpz, kPatience), nullptr);
    EXPECT_EQ(server.sent, 0u);
  });
}

}  // namespace
}  // namespace flybar::trapeze
