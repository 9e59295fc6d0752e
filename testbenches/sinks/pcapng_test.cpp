#include <algorithm>
#include <cstdint>

#include "models/layouts/generated/endpoint_layout.hpp"
#include "models/layouts/generated/pm_layout.hpp"
#include "testbenches/sinks/bench.h"

namespace flybar {
namespace {

using Header = trapeze::layout::WireHeader;
using namespace std::literals;
using PacketBytes = std::vector<std::uint8_t>;

std::uint8_t crc8(const PacketBytes& bytes) {
  unsigned crc = 0;
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) crc = crc & 0x80 ? (crc << 1 ^ 0x107) : crc << 1;
  }
  return static_cast<std::uint8_t>(crc);
}

void put(PacketBytes& bytes, std::size_t at, std::uint32_t word) {
  for (std::size_t i = 0; i < 4; ++i)
    bytes.at(at + i) = static_cast<std::uint8_t>(word >> (24 - 8 * i));
}

/// One route byte, 6 control bytes padded to 8, 4 payload bytes, CRC.
PacketBytes trapeze_packet() {
  constexpr std::size_t kAt = 1;
  constexpr std::string_view kData = "contrl\0\0\xCA\xFE\xBA\xBE"sv;
  PacketBytes bytes(kAt + Header::kSize + kData.size());
  bytes[0] = 0x81;
  put(bytes, kAt + Header::kType, trapeze::layout::kWireType);
  put(bytes, kAt + Header::kSource,
      3u << Header::kSourceNodeShift | 6u << Header::kSourceControlLengthShift);
  put(bytes, kAt + Header::kPayloadLength, 4);
  put(bytes, kAt + Header::kToken, 0xBEEF01);
  put(bytes, kAt + Header::kMessageId, 77);
  std::copy(kData.begin(), kData.end(), bytes.begin() + kAt + Header::kSize);
  bytes.push_back(crc8(bytes));
  return bytes;
}

/// A packet of PM from node 3 to node 9, channel 5, number 258, with `data`.
PacketBytes pm_packet(std::uint32_t source, std::uint32_t place, const PacketBytes& data) {
  using PmHeader = pm::layout::WireHeader;
  PacketBytes bytes(PmHeader::kSize + data.size());
  put(bytes, PmHeader::kType, pm::layout::kWireType);
  put(bytes, PmHeader::kNumber, 258);
  put(bytes, PmHeader::kPlace, place);
  put(bytes, PmHeader::kSource,
      3u << PmHeader::kSourceNodeShift | 9u << PmHeader::kSourceToShift |
          5u << PmHeader::kSourceChannelShift | source);
  put(bytes, PmHeader::kLength, static_cast<std::uint32_t>(data.size()));
  std::copy(data.begin(), data.end(), bytes.begin() + PmHeader::kSize);
  bytes.push_back(crc8(bytes));
  return bytes;
}

class PcapngTest : public Directory {
 protected:
  PcapngTest() : sink_(make_sink(path("a.pcapng"))) {
    sink_->declare({.name = "node0.dma"});
    out_ = sink_->declare({.name = "node0.link.out", .kind = TrackKind::kPackets});
    in_ = sink_->declare({.name = "node1.link.in", .kind = TrackKind::kPackets});
  }

  /// The values of these fields in every packet, tabs between them.
  std::string tshark(const std::string& fields) {
    sink_->close(1_ms);
    return output_of("tshark", "-r " + path("a.pcapng").string() + " -X lua_script:" +
                                   SOURCE_DIRECTORY "/traces/sinks/flybar.lua -T fields " + fields +
                                   " | grep -v 'Running as user'");
  }

  std::unique_ptr<Sink> sink_;
  TrackId out_, in_;
};

TEST_F(PcapngTest, EachPortIsAnInterfaceWithDirection) {
  const PacketBytes bytes = trapeze_packet();
  sink_->on(Packet{in_, 6_us, 7_us, false, 0, bytes});
  sink_->on(Packet{out_, 5_us, 6_us, true, 0, bytes});

  EXPECT_EQ(tshark("-e frame.interface_name -e frame.packet_flags_direction -e frame.len"),
            "node0.link.out\t0x00000002\t34\nnode1.link.in\t0x00000001\t34\n");
}

TEST_F(PcapngTest, TimesAreThoseOfTheFirstByte) {
  sink_->on(Packet{out_, 5_us + 1250_ps, 6_us, true, 0, trapeze_packet()});

  EXPECT_EQ(tshark("-e frame.time_epoch"), "0.000005001\n");
}

TEST_F(PcapngTest, TheCommentNamesTheMessage) {
  sink_->on(Packet{out_, 5_us, 6_us, true, 42, trapeze_packet()});
  sink_->on(Packet{out_, 7_us, 8_us, true, 0, trapeze_packet()});

  EXPECT_EQ(tshark("-e frame.comment"), "message 42\n\n");
}

TEST_F(PcapngTest, TheDissectorReadsATrapezeMessage) {
  sink_->on(Packet{out_, 5_us, 6_us, true, 0, trapeze_packet()});

  EXPECT_EQ(tshark("-e myrinet.route -e myrinet.type -e trapeze.source -e trapeze.control_length "
                   "-e trapeze.payload_length -e trapeze.token -e trapeze.message_id "
                   "-e trapeze.message "
                   "-e trapeze.control -e trapeze.payload -e myrinet.crc_good"),
            "81\t0x04100001\t3\t6\t4\t0x00beef01\t77\t3000000077\t636f6e74726c\tcafebabe\t1\n");
}

TEST_F(PcapngTest, TheDissectorReadsAMessageOfPm) {
  sink_->on(
      Packet{in_, 5_us, 6_us, false, 0, pm_packet(pm::layout::kKindMessage, 7, {1, 2, 3, 4})});

  EXPECT_EQ(tshark("-e pm.kind -e pm.source -e pm.to -e pm.channel -e pm.number -e pm.stored "
                   "-e pm.length -e pm.data -e myrinet.crc_good -e _ws.col.Info"),
            "1\t3\t9\t5\t258\t7\t4\t01020304\t1\tchannel 5, message 258: 4 B, ACK 7\n");
}

TEST_F(PcapngTest, TheDissectorReadsTheHandleOfAWrite) {
  using PmHeader = pm::layout::WireHeader;
  const std::uint32_t source =
      pm::layout::kKindWrite | PmHeader::kSourceGoesOnMask | PmHeader::kSourceAsksMask;
  const std::uint32_t place =
      77u << pm::layout::Handle::kWordEntryShift | 40u << pm::layout::Handle::kWordByteShift;
  sink_->on(Packet{in_, 5_us, 6_us, false, 0, pm_packet(source, place, {1, 2, 3, 4})});

  EXPECT_EQ(
      tshark("-e pm.asks -e pm.goes_on -e pm.handle -e pm.handle.entry -e pm.handle.byte "
             "-e _ws.col.Info"),
      "1\t1\t0x0004d028\t77\t40\tchannel 5, write 258: 4 B to entry 77 + 40, goes on, asks for "
      "an ACK\n");
}

TEST_F(PcapngTest, TheDissectorTellsAcksFromNacks) {
  using PmHeader = pm::layout::WireHeader;
  const std::uint32_t control = pm::layout::kKindControl;
  sink_->on(Packet{in_, 5_us, 6_us, false, 0, pm_packet(control, 258, {})});
  sink_->on(
      Packet{in_, 6_us, 7_us, false, 0, pm_packet(control | PmHeader::kSourceNackMask, 258, {})});
  sink_->on(Packet{in_, 7_us, 8_us, false, 0,
                   pm_packet(control | PmHeader::kSourceRefusedMask, 258, {})});

  EXPECT_EQ(tshark("-e pm.nack -e pm.refused -e _ws.col.Info"),
            "0\t0\tchannel 5, ACK 258\n1\t0\tchannel 5, NACK 258\n0\t1\tchannel 5, ACK 258\n");
}

TEST_F(PcapngTest, TheDissectorTellsWhoAsksWhatIsExpected) {
  const std::uint32_t asks = pm::layout::kKindControl | pm::layout::WireHeader::kSourceAsksMask;
  sink_->on(Packet{in_, 5_us, 6_us, false, 0, pm_packet(asks, 258, {})});

  EXPECT_EQ(tshark("-e pm.asks -e _ws.col.Info"), "1\tchannel 5, ACK 258, asks what is expected\n");
}

TEST_F(PcapngTest, APacketGoesFromItsSenderOnItsRouteAndToWhereItArrives) {
  sink_->on(Packet{out_, 5_us, 6_us, true, 0, trapeze_packet()});
  sink_->on(Packet{in_, 6_us, 7_us, false, 0, trapeze_packet()});

  EXPECT_EQ(tshark("-e _ws.col.Source -e _ws.col.Destination"), "node3\troute 81\nnode3\tnode1\n");
}

TEST_F(PcapngTest, AFlippedBitShowsAsAWrongCrc) {
  PacketBytes bytes = trapeze_packet();
  bytes[25] ^= 0x10;
  sink_->on(Packet{out_, 5_us, 6_us, true, 0, bytes});

  EXPECT_EQ(tshark("-e myrinet.crc_good -e _ws.expert.message"), "0\tCRC-8 is wrong\n");
}

TEST_F(PcapngTest, APacketOfAnotherTypeShowsItsData) {
  PacketBytes bytes = {0x00, 0x05, 0x00, 0x00, 0xAB, 0xCD};
  bytes.push_back(crc8(bytes));
  sink_->on(Packet{out_, 5_us, 6_us, true, 0, bytes});

  EXPECT_EQ(tshark("-e myrinet.route -e myrinet.type -e myrinet.data"), "\t0x00050000\tabcd\n");
}

/// Every length of a packet cut short, down to one byte: the dissector says so and does not fail.
TEST_F(PcapngTest, ATruncatedPacketIsMarked) {
  const PacketBytes whole = trapeze_packet();
  for (std::size_t size = 1; size < whole.size() - 1; ++size) {
    const Time at = Time::us(static_cast<std::int64_t>(size));
    sink_->on(Packet{out_, at, at, true, 0, std::span(whole).first(size)});
  }
  const std::string text = tshark("-e _ws.expert.message");

  EXPECT_EQ(occurrences(text, "The packet ends too early"), whole.size() - 2) << text;
  EXPECT_EQ(text.find("Lua Error"), text.npos) << text;
}

}  // namespace
}  // namespace flybar
