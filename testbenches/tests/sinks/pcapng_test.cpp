#include <algorithm>
#include <cstdint>

#include "models/layouts/generated/endpoint_layout.hpp"
#include "models/layouts/generated/myriapi_layout.hpp"
#include "models/layouts/generated/pm_layout.hpp"
#include "testbenches/tests/sinks/bench.h"

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

/// A packet of MyriAPI from node 3, channel 5, message 77, with 6 B padded to 8.
PacketBytes myriapi_packet() {
  using OwnHeader = myriapi::layout::WireHeader;
  constexpr std::string_view kData = "vendor\0\0"sv;
  PacketBytes bytes(OwnHeader::kSize + kData.size());
  put(bytes, OwnHeader::kType, myriapi::layout::kWireType);
  put(bytes, OwnHeader::kSource,
      3u << OwnHeader::kSourceNodeShift | 5u << OwnHeader::kSourceChannelShift);
  put(bytes, OwnHeader::kLength, 6);
  put(bytes, OwnHeader::kTag, 77);
  std::copy(kData.begin(), kData.end(), bytes.begin() + OwnHeader::kSize);
  bytes.push_back(crc8(bytes));
  return bytes;
}

void put16(PacketBytes& bytes, std::size_t at, unsigned value) {
  bytes.at(at) = static_cast<std::uint8_t>(value >> 8);
  bytes.at(at + 1) = static_cast<std::uint8_t>(value);
}

/// From 10.0.0.1 to 10.0.0.2, sums not made.
PacketBytes ip_packet(std::uint8_t protocol, const PacketBytes& content) {
  PacketBytes bytes(20);
  bytes[0] = 0x45;
  put16(bytes, 2, static_cast<unsigned>(bytes.size() + content.size()));
  bytes[8] = 64;
  bytes[9] = protocol;
  put(bytes, 12, 0x0A000001);
  put(bytes, 16, 0x0A000002);
  bytes.insert(bytes.end(), content.begin(), content.end());
  return bytes;
}

/// An ACK with `payload` bytes from port 2049 to 5001.
PacketBytes tcp_packet(std::size_t payload) {
  PacketBytes segment(20 + payload, 0x5A);
  put16(segment, 0, 2049);
  put16(segment, 2, 5001);
  put(segment, 4, 1000);
  put(segment, 8, 2000);
  put16(segment, 12, 0x5010);
  put16(segment, 14, 0x4000);
  put(segment, 16, 0);
  return ip_packet(6, segment);
}

/// From port 5000 to 5001, with `payload` bytes.
PacketBytes udp_packet(std::size_t payload) {
  PacketBytes datagram(8 + payload, 0x5A);
  put16(datagram, 0, 5000);
  put16(datagram, 2, 5001);
  put16(datagram, 4, static_cast<unsigned>(datagram.size()));
  put16(datagram, 6, 0);
  return ip_packet(17, datagram);
}

std::string hex(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto byte = static_cast<std::uint8_t>(c);
    digits += {kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return digits;
}

class PcapngTest : public Directory {
 protected:
  PcapngTest() : sink_(make_sink(path("a.pcapng"))) {
    sink_->declare({.name = "node0.dma"});
    out_ = sink_->declare({.name = "node0.link.out", .kind = TrackKind::kPackets});
    in_ = sink_->declare({.name = "node1.link.in", .kind = TrackKind::kPackets});
  }

  TrackId declare_ip(const std::string& name = "node0.ip") {
    return sink_->declare(
        {.name = name, .kind = TrackKind::kPackets, .link_type = LinkType::kRawIp});
  }

  /// The values of these fields in every packet, tabs between them.
  std::string tshark(const std::string& fields) {
    return without_plugin("-X lua_script:" SOURCE_DIRECTORY "/traces/sinks/flybar.lua " + fields);
  }
  std::string without_plugin(const std::string& fields, const std::string& file = "a.pcapng") {
    close();
    return output_of("tshark", "-r " + path(file).string() + " -T fields " + fields +
                                   " | grep -v 'Running as user'");
  }
  /// Of the packets of IP.
  std::string tshark_ip(const std::string& fields) { return without_plugin(fields, "a.ip.pcapng"); }
  void close() {
    if (!closed_) sink_->close(1_ms);
    closed_ = true;
  }

  std::unique_ptr<Sink> sink_;
  TrackId out_, in_;
  bool closed_ = false;
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

TEST_F(PcapngTest, TheDissectorReadsAMessageOfMyriapi) {
  sink_->on(Packet{in_, 5_us, 6_us, false, 0, myriapi_packet()});

  EXPECT_EQ(
      tshark("-e myriapi.source -e myriapi.channel -e myriapi.length -e myriapi.tag "
             "-e myriapi.message -e myriapi.data -e myrinet.crc_good -e _ws.col.Info"),
      "3\t5\t6\t77\t3000000077\t" + hex("vendor") + "\t1\tmessage 3000000077: channel 5, 6 B\n");
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

TEST_F(PcapngTest, APacketOfIpNeedsNoPlugin) {
  const TrackId ip = declare_ip();
  sink_->on(Packet{ip, 5_us, 6_us, true, 0, tcp_packet(100)});
  sink_->on(Packet{ip, 7_us, 8_us, false, 0, udp_packet(30)});

  EXPECT_EQ(tshark_ip("-e frame.interface_name -e frame.packet_flags_direction "
                      "-e frame.protocols -e ip.src -e ip.dst "
                      "-e tcp.srcport -e tcp.dstport -e tcp.len -e udp.srcport -e udp.dstport "
                      "-e udp.length -e _ws.expert.message"),
            "node0.ip\t0x00000002\tip:tcp:data\t10.0.0.1\t10.0.0.2\t2049\t5001\t100\t\t\t\t\n"
            "node0.ip\t0x00000001\tip:udp:data\t10.0.0.1\t10.0.0.2\t\t\t\t5000\t5001\t38\t\n");
}

TEST_F(PcapngTest, ACommentStandsBesideTheMessage) {
  const TrackId ip = declare_ip();
  {
    const std::string comment = "TCP and UDP sums are off";
    sink_->on(Packet{ip, 5_us, 6_us, true, 0, tcp_packet(99), comment});
    sink_->on(Packet{ip, 7_us, 8_us, true, 42, tcp_packet(98), comment});
  }
  sink_->on(Packet{ip, 9_us, 10_us, true, 0, tcp_packet(97)});

  EXPECT_EQ(tshark_ip("-e frame.comment -e tcp.len"),
            "TCP and UDP sums are off\t99\nmessage 42,TCP and UDP sums are off\t98\n\t97\n");
}

TEST_F(PcapngTest, ACommentThatIsTooLongForTheFormatIsCut) {
  sink_->on(Packet{declare_ip(), 5_us, 6_us, true, 0, tcp_packet(1), std::string(70'000, 'x')});

  EXPECT_EQ(tshark_ip("-e frame.comment").size(), 0xFFFF + std::size_t{1});
}

TEST_F(PcapngTest, PacketsOfIpAreInAFileOfTheirOwn) {
  const TrackId ip = declare_ip();
  sink_->on(Packet{in_, 9_us, 10_us, false, 0, trapeze_packet()});
  sink_->on(Packet{ip, 3_us, 4_us, true, 0, tcp_packet(0)});
  sink_->on(Packet{out_, 5_us, 6_us, true, 0, trapeze_packet()});
  sink_->on(Packet{ip, 7_us, 8_us, false, 0, tcp_packet(8)});

  EXPECT_EQ(tshark("-e frame.interface_name -e trapeze.message_id -e myrinet.crc_good"),
            "node0.link.out\t77\t1\nnode1.link.in\t77\t1\n");
  EXPECT_EQ(tshark_ip("-e frame.interface_name -e tcp.len"), "node0.ip\t0\nnode0.ip\t8\n");
  EXPECT_EQ(sink_->remark(), "the packets of IP are in " + path("a.ip.pcapng").string());
}

TEST_F(PcapngTest, ARunWithoutIpHasOneFile) {
  sink_->on(Packet{in_, 9_us, 10_us, false, 0, trapeze_packet()});
  close();

  EXPECT_EQ(files(), std::vector<std::string>{"a.pcapng"});
  EXPECT_EQ(sink_->remark(), "");
}

TEST_F(PcapngTest, FramesOfEthernetNeedNoPlugin) {
  const auto sink = make_sink(path("b.pcapng"));
  const TrackId track = sink->declare({.name = "node0.ring.packets",
                                       .kind = TrackKind::kPackets,
                                       .link_type = LinkType::kEthernet});
  PacketBytes frame = {2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 8, 0};
  const PacketBytes packet = udp_packet(100);
  frame.insert(frame.end(), packet.begin(), packet.end());
  sink->on(Packet{track, 3_us, 4_us, true, 0, frame});
  sink->close(1_ms);

  const std::string fields = " -T fields -e eth.dst -e udp.length";
  EXPECT_EQ(occurrences(output_of("tshark", "-r " + path("b.pcapng").string() + fields),
                        "02:00:00:00:00:01\t108\n"),
            1U);
}

TEST_F(PcapngTest, PacketsOfAal5NeedNoPlugin) {
  const auto sink = make_sink(path("b.pcapng"));
  const TrackId track = sink->declare(
      {.name = "node0.ring.packets", .kind = TrackKind::kPackets, .link_type = LinkType::kRfc1483});
  PacketBytes frame = {0xAA, 0xAA, 3, 0, 0, 0, 8, 0};
  const PacketBytes packet = udp_packet(100);
  frame.insert(frame.end(), packet.begin(), packet.end());
  sink->on(Packet{track, 3_us, 4_us, true, 0, frame});
  sink->close(1_ms);

  const std::string fields = " -T fields -e ip.dst -e udp.length";
  EXPECT_EQ(occurrences(output_of("tshark", "-r " + path("b.pcapng").string() + fields),
                        "10.0.0.2\t108\n"),
            1U);
}

TEST_F(PcapngTest, CardsOfASecondKindHaveAFileBeside) {
  sink_->declare({.name = "node0.ring.packets",
                  .kind = TrackKind::kPackets,
                  .link_type = LinkType::kEthernet});
  sink_->on(Packet{out_, 5_us, 6_us, true, 0, trapeze_packet()});
  close();

  EXPECT_EQ(files().size(), 2U);
  EXPECT_EQ(sink_->remark(),
            "the packets of other cards are in " + path("a.ethernet.pcapng").string());
}

TEST_F(PcapngTest, PacketsOfIpAloneAreTheSameFile) {
  const auto alone = make_sink(path("b.ip.pcapng"));
  const Track ip{.name = "node0.ip", .kind = TrackKind::kPackets, .link_type = LinkType::kRawIp};
  for (Sink* sink : {sink_.get(), alone.get()}) {
    const TrackId track = sink->declare(ip);
    sink->on(Packet{track, 3_us, 4_us, true, 0, tcp_packet(0)});
    sink->close(1_ms);
  }

  EXPECT_EQ(contents(path("b.ip.pcapng")), contents(path("a.ip.pcapng")));
  EXPECT_EQ(alone->remark(), "");
}

TEST_F(PcapngTest, ACaptureOfIpWithoutIpSaysThatItIsEmpty) {
  const auto alone = make_sink(path("b.ip.pcapng"));
  alone->close(1_ms);

  EXPECT_NE(alone->remark().find("there are no packets in "), std::string::npos);
}

TEST_F(PcapngTest, LibpcapReadsBothFiles) {
  sink_->on(Packet{out_, 5_us, 6_us, true, 0, trapeze_packet()});
  sink_->on(Packet{in_, 6_us, 7_us, false, 0, trapeze_packet()});
  sink_->on(Packet{declare_ip("node0.ip"), 7_us, 8_us, true, 0, udp_packet(8)});
  sink_->on(Packet{declare_ip("node1.ip"), 8_us, 9_us, false, 0, udp_packet(8)});
  close();

  const std::string quiet = " 2>/dev/null; echo $?";
  EXPECT_EQ(output_of("tcpdump", "-nttr " + path("a.ip.pcapng").string() + quiet),
            "0.000007 IP 10.0.0.1.5000 > 10.0.0.2.5001: UDP, length 8\n"
            "0.000008 IP 10.0.0.1.5000 > 10.0.0.2.5001: UDP, length 8\n0\n");
  EXPECT_EQ(
      occurrences(output_of("tcpdump", "-nttr " + path("a.pcapng").string() + quiet), "0.00000"),
      2U);
}

/// Wireshark 4.0 computes times of picoseconds modulo 2^64 / 10^9 ps, 18.4 ms.
TEST_F(PcapngTest, TimesOfASecondAndMoreAreRight) {
  for (int i = 0; i < 40; ++i)
    sink_->on(Packet{out_, 30_ms * i + 1250_ps, 30_ms * i + 2_ns, true, 0, trapeze_packet()});
  std::string times;
  for (int i = 0; i < 40; ++i) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "%d.%03d000001\n", 30 * i / 1000, 30 * i % 1000);
    times += text.data();
  }

  EXPECT_EQ(tshark("-e frame.time_epoch"), times);
}

/// The file has whole nanoseconds, in the order of the picoseconds.
TEST_F(PcapngTest, PacketsOfOneNanosecondAreInTheOrderOfTheirTime) {
  sink_->on(Packet{in_, 5_us + 900_ps, 6_us, false, 1, trapeze_packet()});
  sink_->on(Packet{in_, 5_us + 100_ps, 6_us, false, 2, trapeze_packet()});

  EXPECT_EQ(tshark("-e frame.time_epoch -e frame.comment"),
            "0.000005000\tmessage 2\n0.000005000\tmessage 1\n");
}

/// Byte for byte: captures of two versions can be compared.
TEST_F(PcapngTest, AFileOfMyrinetPacketsIsAlwaysTheSame) {
  sink_->on(Packet{out_, 5_us, 6_us, true, 42, PacketBytes{0x81, 0x12, 0x34}});
  sink_->close(1_ms);

  const std::string section =
      "0a0d0d0a2c0000004d3c2b1a01000000ffffffffffffffff04000600666c796261720000000000002c000000";
  const std::string interfaces =
      "0100000034000000930000000000000002000e006e6f6465302e6c696e6b2e6f7574000009000100"
      "090000000000000034000000"
      "0100000034000000930000000000000002000d006e6f6465312e6c696e6b2e696e00000009000100"
      "090000000000000034000000";
  const std::string packet =
      "0600000040000000000000000000000088130000030000000300000081123400"
      "01000a006d657373616765203432000002000400020000000000000040000000";
  EXPECT_EQ(hex(contents(path("a.pcapng"))), section + interfaces + packet);
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
