/// Streams of TCP between hosts with ring cards.
#include "testbenches/tests/inet/socket/program_memory.h"
#include "testbenches/tests/lan/lan_bench.h"

namespace flybar::lan {
namespace {

constexpr std::size_t kBytes = 500'000;

class Transfer : public LanBench {};

TEST_F(Transfer, StreamOverEthernetArrivesWhole) {
  const Time took = transfer(kBytes);
  // The last 64 KB may wait in the buffer; of 1538 byte times 1460 are data.
  EXPECT_GT(took, Time::ms(36));
  EXPECT_LT(took, Time::ms(100));
}

TEST_F(Transfer, StreamOverAtmArrivesWhole) {
  set("lan.framing", "aal5");
  transfer(kBytes);
}

TEST_F(Transfer, StreamOverACableArrivesWhole) {
  set("lan.shape", "cable");
  transfer(kBytes);
}

/// 8 KB and the header of UDP: six fragments, or one packet in cells.
class Datagram : public LanBench {
 protected:
  void answer_once() {
    const std::vector<std::uint8_t> page = inet::pattern(8192, 5);
    run({[&](inet::Inet& inet) {
           inet::Datagrams socket(inet);
           socket.bind(5000);
           std::vector<std::uint8_t> got(8192);
           inet.cpu().sleep(Time::ms(1));
           EXPECT_EQ(socket.send({}, inet::UserArea(got.data()), 100, {1, 5001}), 100);
           EXPECT_EQ(socket.receive({}, inet::UserArea(got.data()), got.size(), Time::ms(100)),
                     8192);
           EXPECT_EQ(got, page);
           socket.close();
         },
         [&](inet::Inet& inet) {
           inet::Datagrams socket(inet);
           socket.bind(5001);
           std::vector<std::uint8_t> asked(100);
           inet::Datagrams::Peer from;
           socket.receive({}, inet::UserArea(asked.data()), 100, Time::ms(100), &from);
           std::vector<std::uint8_t> own = page;
           socket.send({}, inet::UserArea(own.data()), own.size(), from);
           socket.close();
         }});
    EXPECT_EQ(frames_lost_, std::vector<std::int64_t>(2, 0));
  }
};

TEST_F(Datagram, PageIsSixFragmentsOfEthernet) {
  answer_once();
  EXPECT_EQ(drivers_[1].sent, 6U);
  EXPECT_EQ(drivers_[0].received, 6U);
}

TEST_F(Datagram, PageIsOnePacketOfAtm) {
  set("lan.framing", "aal5");
  answer_once();
  EXPECT_EQ(drivers_[1].sent, 1U);
}

}  // namespace
}  // namespace flybar::lan
