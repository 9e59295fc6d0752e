/// What observers call the packets on the wire.
#include "models/trapeze/packet_name.h"

#include <gtest/gtest.h>

#include <vector>

#include "models/trapeze/names.h"

namespace flybar::trapeze {
namespace {

/// Node 3 sends message 0x01000007, without payload.
const std::vector<std::uint8_t> kHeader = {0x04, 0x10, 0x00, 0x01, 0, 3, 0, 16, 0, 0,
                                           0,    0,    0,    0,    0, 0, 1, 0,  0, 7};

TEST(PacketName, IsThatOfTheMessageInIt) {
  EXPECT_EQ(packet_name(kHeader), trace_id(3, 0x01000007));
}

TEST(PacketName, IsTheSameWithTheRouteInFront) {
  std::vector<std::uint8_t> packet = {0x83, 0xbf};
  packet.insert(packet.end(), kHeader.begin(), kHeader.end());

  EXPECT_EQ(packet_name(packet), trace_id(3, 0x01000007));
}

TEST(PacketName, OfAPieceThatIsNoWholeHeaderIsNone) {
  EXPECT_EQ(packet_name(std::span(kHeader).first(19)), 0u);
  EXPECT_EQ(packet_name({}), 0u);
}

TEST(PacketName, OfAPacketOfAnotherTypeIsNone) {
  std::vector<std::uint8_t> packet = kHeader;
  packet[3] = 2;

  EXPECT_EQ(packet_name(packet), 0u);
}

}  // namespace
}  // namespace flybar::trapeze
