/// Packets as pcapng: one interface per packet track. All interfaces of a file have one link type,
/// since libpcap reads no other files: what the cards send and get is in one, of a second kind of
/// card in another beside it, the packets of IP in one more. Times are in whole nanoseconds:
/// Wireshark 4.0 computes those of a finer unit wrong (in 64 bits, which picoseconds exceed
/// after 18.4 ms).
#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "traces/sinks/formats.h"
#include "traces/sinks/output.h"
#include "traces/sinks/sorter.h"

namespace flybar {
namespace {

constexpr std::uint8_t kNanoseconds = 9;  ///< negative power of ten of the time unit

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// The number that programs know it by (LINKTYPE_...). Myrinet has none of its own. Of IP it is not
/// RAW (101), which libpcap 1.10 knows by another number inside, so that it refuses files with
/// several such interfaces. So it does those of AAL5, which have no other number; Wireshark and
/// tshark read them.
std::uint16_t number_of(LinkType type) {
  constexpr std::uint16_t kEthernet = 1, kRfc1483 = 100, kUser0 = 147, kIpv4 = 228;
  switch (type) {
    case LinkType::kEthernet:
      return kEthernet;
    case LinkType::kRfc1483:
      return kRfc1483;
    case LinkType::kRawIp:
      return kIpv4;
    case LinkType::kMyrinet:
      break;
  }
  return kUser0;
}

/// What a file is called that has the packets of a second kind of card: "x.ethernet.pcapng".
const char* suffix_of(LinkType type) {
  switch (type) {
    case LinkType::kEthernet:
      return ".ethernet.pcapng";
    case LinkType::kRfc1483:
      return ".atm.pcapng";
    default:
      return ".myrinet.pcapng";
  }
}

/// One block or the options in it. Blocks are little-endian 32-bit words.
class Block {
 public:
  void u8(std::uint8_t value) { bytes_.push_back(value); }
  void u16(std::uint16_t value) { number(value, 2); }
  void u32(std::uint32_t value) { number(value, 4); }
  void u64(std::uint64_t value) { number(value, 8); }
  void padded(std::span<const std::uint8_t> data) {
    bytes_.insert(bytes_.end(), data.begin(), data.end());
    while (bytes_.size() % 4 != 0) u8(0);
  }

  void option(std::uint16_t code, std::span<const std::uint8_t> data) {
    u16(code);
    u16(static_cast<std::uint16_t>(data.size()));
    padded(data);
  }
  void option(std::uint16_t code, std::string_view text) { option(code, bytes_of(text)); }
  void end_of_options() { u32(0); }

  /// With its type and both lengths around it.
  void write(std::uint32_t type, Output& output) const {
    const auto length = static_cast<std::uint32_t>(bytes_.size() + 12);
    Block head, tail;
    head.u32(type);
    head.u32(length);
    tail.u32(length);
    output.write(head.bytes_);
    output.write(bytes_);
    output.write(tail.bytes_);
  }

 private:
  void number(std::uint64_t value, int size) {
    for (int i = 0; i < size; ++i) u8(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  std::vector<std::uint8_t> bytes_;
};

void write_section(Output& output) {
  constexpr std::uint32_t kType = 0x0A0D0D0A;
  constexpr std::uint32_t kByteOrder = 0x1A2B3C4D;
  constexpr std::uint16_t kApplication = 4;
  Block block;
  block.u32(kByteOrder);
  block.u16(1);  // version 1.0
  block.u16(0);
  block.u64(~std::uint64_t{0});  // length not told
  block.option(kApplication, "flybar");
  block.end_of_options();
  block.write(kType, output);
}

void write_interface(const Track& track, Output& output) {
  constexpr std::uint32_t kType = 1;
  constexpr std::uint16_t kName = 2;
  constexpr std::uint16_t kTimeUnit = 9;
  Block block;
  block.u16(number_of(track.link_type));
  block.u16(0);
  block.u32(0);  // packets are never cut
  block.option(kName, track.name);
  block.option(kTimeUnit, std::array{kNanoseconds});
  block.end_of_options();
  block.write(kType, output);
}

/// Packets of one link type. Gathers them in a scratch file, so that memory holds only their
/// records.
class PcapngSink : public Sink {
 public:
  using Sink::on;
  PcapngSink(const std::filesystem::path& path, LinkType type)
      : type_(type), output_(path), bytes_(directory(path)), records_(directory(path)) {}

  /// Before any track of that type is declared.
  void set_type(LinkType type) { type_ = type; }
  bool shown(const Track& track) const {
    return track.kind == TrackKind::kPackets && track.link_type == type_;
  }
  bool has_interfaces() const {
    return std::ranges::any_of(tracks(), [this](const Track& track) { return shown(track); });
  }

  void on(const Packet& packet) override {
    if (!shown(tracks()[packet.track])) return;
    const std::string_view comment = packet.comment.substr(0, kMostComment);
    const std::uint64_t at = bytes_.append(packet.bytes);
    if (!comment.empty()) bytes_.append(bytes_of(comment));
    records_.add({packet.begin, packet.message, at, static_cast<std::uint32_t>(packet.bytes.size()),
                  packet.track, static_cast<std::uint16_t>(comment.size()), packet.outbound});
  }

  void close(Time) override {
    write_section(output_);
    number_interfaces();
    records_.drain([this](const Record& record) { write(record); });
    output_.commit(ending());
  }

 private:
  static constexpr std::uint16_t kComment = 1;         ///< option of any block
  static constexpr std::size_t kMostComment = 0xFFFF;  ///< bytes that an option holds

  struct Record {
    Time begin;
    std::uint64_t message;
    std::uint64_t at;
    std::uint32_t size;
    TrackId track;
    std::uint16_t comment_size;  ///< bytes of it, which lie behind those of the packet
    bool outbound;

    bool before(const Record& other) const {
      return begin != other.begin ? begin < other.begin : track < other.track;
    }
  };

  static std::filesystem::path directory(const std::filesystem::path& path) {
    return std::filesystem::absolute(path).parent_path();
  }

  void number_interfaces() {
    std::uint32_t next = 0;
    for (const Track& track : tracks()) {
      interfaces_.push_back(next);
      if (!shown(track)) continue;
      write_interface(track, output_);
      ++next;
    }
  }

  void write(const Record& record) {
    constexpr std::uint32_t kType = 6;
    constexpr std::uint16_t kFlags = 2;
    std::vector<std::uint8_t> data(record.size + record.comment_size);
    bytes_.read(record.at, data);
    const auto packet = std::span(data).first(record.size);
    const auto time = static_cast<std::uint64_t>(record.begin / Time::ns(1));
    Block block;
    block.u32(interfaces_[record.track]);
    block.u32(static_cast<std::uint32_t>(time >> 32));
    block.u32(static_cast<std::uint32_t>(time));
    block.u32(record.size);
    block.u32(record.size);
    block.padded(packet);
    if (record.message != 0) block.option(kComment, "message " + std::to_string(record.message));
    if (record.comment_size != 0) block.option(kComment, std::span(data).subspan(record.size));
    const std::uint8_t direction = record.outbound ? 2 : 1;
    block.option(kFlags, std::array<std::uint8_t, 4>{direction, 0, 0, 0});
    block.end_of_options();
    block.write(kType, output_);
  }

  LinkType type_;
  Output output_;
  Scratch bytes_;
  Sorter<Record> records_;
  std::vector<std::uint32_t> interfaces_;  ///< of each track
};

/// The packets of IP alone.
class IpCapture : public PcapngSink {
 public:
  explicit IpCapture(const std::filesystem::path& path)
      : PcapngSink(path, LinkType::kRawIp), path_(path) {}

  std::string remark() const override {
    if (has_interfaces()) return {};
    return "there are no packets in " + final_name(path_, ending()).string() +
           ", since no host of this run has IP";
  }

 private:
  std::filesystem::path path_;
};

/// The packets of the cards, and beside them those of IP if hosts have it. If there are cards of
/// two kinds, those that are declared first are in the file, the others beside it.
class Captures : public Sink {
 public:
  using Sink::on;
  explicit Captures(const std::filesystem::path& path)
      : path_(path),
        ip_path_(ip_capture_beside(path)),
        cards_(path, LinkType::kMyrinet),
        ip_(std::make_unique<PcapngSink>(ip_path_, LinkType::kRawIp)) {}

  void on(const Packet& packet) override {
    cards_.on(packet);
    ip_->on(packet);
    if (others_) others_->on(packet);
  }
  void stop() override {
    Sink::stop();
    cards_.stop();
    ip_->stop();
    if (others_) others_->stop();
  }
  void close(Time end) override {
    if (!ip_->has_interfaces()) ip_.reset();
    cards_.close(end);
    if (ip_) ip_->close(end);
    if (others_) others_->close(end);
  }
  std::string remark() const override {
    std::string text;
    if (others_)
      text = "the packets of other cards are in " + final_name(others_path_, ending()).string();
    if (!ip_) return text;
    if (!text.empty()) text += "; ";
    return text + "the packets of IP are in " + final_name(ip_path_, ending()).string();
  }

 protected:
  void declared(const Track& track) override {
    const bool card = track.kind == TrackKind::kPackets && track.link_type != LinkType::kRawIp;
    if (card && !first_) cards_.set_type(*(first_ = track.link_type));
    cards_.declare(track);
    ip_->declare(track);
    if (others_)
      others_->declare(track);
    else if (card && track.link_type != first_)
      begin_others(track.link_type);
  }

 private:
  void begin_others(LinkType type) {
    others_path_ = path_;
    others_path_.replace_extension(suffix_of(type));
    others_ = std::make_unique<PcapngSink>(others_path_, type);
    for (const Track& track : tracks()) others_->declare(track);
  }

  std::filesystem::path path_, ip_path_, others_path_;
  std::optional<LinkType> first_;  ///< of the cards
  PcapngSink cards_;
  std::unique_ptr<PcapngSink> ip_;      ///< none if there is no IP
  std::unique_ptr<PcapngSink> others_;  ///< none unless there are cards of a second kind
};

}  // namespace

std::filesystem::path ip_capture_beside(std::filesystem::path path) {
  return path.replace_extension(".ip.pcapng");
}

std::unique_ptr<Sink> make_pcapng(const std::filesystem::path& path, SinkOptions) {
  return std::make_unique<Captures>(path);
}

std::unique_ptr<Sink> make_ip_pcapng(const std::filesystem::path& path, SinkOptions) {
  return std::make_unique<IpCapture>(path);
}

}  // namespace flybar
