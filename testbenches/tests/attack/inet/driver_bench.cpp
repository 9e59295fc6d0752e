#include "testbenches/tests/attack/inet/driver_bench.h"

#include <algorithm>
#include <utility>

namespace flybar::inet {

using host::Physical;
using trapeze::Endpoint;
using trapeze::layout::SendEntry;

namespace {

constexpr std::uint8_t kOtherType = 77;
constexpr std::uint32_t kNoSuchToken = 0x0abc'0001;
constexpr std::uint32_t kRow = 4;  ///< frames of the longest payload
constexpr Time kPause = Time::us(20);

}  // namespace

void DriverBench::exchange(std::uint64_t count) {
  draw();
  Endpoint endpoint("node0", cpu, library, config, nobody());
  host::PagePool pool(cpu);
  InetParams inet;
  inet.ip.send_entries = config.mcp.send_entries * 3 / 4;
  IpDriver driver(endpoint, pool, inet);
  driver.connect(*this);
  nic.pause = [this] {
    return Time::us(below(8) == 0 ? static_cast<std::int64_t>(below(500)) : 0);
  };
  nic.leaves = [this](unsigned slot) { leaves(slot); };
  nic.tamper = [this](unsigned slot) { tamper(slot); };
  cpu.add_process([&](host::Cpu&) { play(endpoint, pool, driver, count); });
  run();
  const IpDriver::Counters& driven = driver.counters();
  counters_.no_frame = driven.no_frame;
  EXPECT_EQ(driven.malformed, counters_.malformed);
  EXPECT_EQ(driver.count(), 0u);
  EXPECT_TRUE(held_.empty());
}

void DriverBench::draw() {
  constexpr std::int64_t kEntries[] = {4, 8, 32};
  constexpr std::size_t kMost[] = {kPage / 2, kPage, 4 * kPage};
  most_ = kMost[below(3)];
  config.mcp.max_payload = Bytes(static_cast<std::int64_t>(most_));
  config.notify = trapeze::Notify::kInterrupt;
  config.mcp.send_entries = kEntries[below(3)];
  config.mcp.receive_entries = kEntries[below(3)];
  config.mcp.control_transfer =
      below(2) ? trapeze::ControlTransfer::kPio : trapeze::ControlTransfer::kDma;
}

void DriverBench::play(Endpoint& endpoint, host::PagePool& pool, IpDriver& driver,
                       std::uint64_t count) {
  endpoint.start({image, trapeze::FakeNic::kEndpoint});
  for (std::size_t n = 0; n < kSources; ++n) {
    sources_.push_back(memory.frames.allocate(kRow));
    for (Physical frame = 0; frame < kRow; ++frame)
      memory.write(sources_.back() + frame * kPage, noise(kPage));
  }
  const std::size_t free = pool.free_count();
  for (std::uint64_t n = 0; n < count; ++n) {
    below(2) ? send_packet(driver) : send_message(&endpoint);
    EXPECT_LE(driver.count(), static_cast<std::size_t>(config.mcp.send_entries));
    take_others(&endpoint);
    if (below(4) == 0) free_some(pool, below(kept_.size() + 1));
    if (below(64) == 0)
      while (pool.free_count() > 0) taken_.push_back(*pool.try_allocate());
    if (below(16) == 0) cpu.sleep(Time::us(static_cast<std::int64_t>(below(300))));
  }
  let_all_arrive(endpoint, driver, pool);
  EXPECT_EQ(pool.free_count(), free);
}

void DriverBench::let_all_arrive(Endpoint& endpoint, IpDriver& driver, host::PagePool& pool) {
  cpu.sleep(Time::ms(20));
  take_others(&endpoint);
  cpu.sleep(Time::ms(20));
  driver.complete_sent();
  take_others(&endpoint);
  free_some(pool, 0);
  EXPECT_EQ(counters_.arrived + driver.counters().no_frame + driver.counters().malformed +
                counters_.others,
            counters_.delivered);
}

/// All but `left` of the frames that have come, and what others took.
void DriverBench::free_some(host::PagePool& pool, std::uint64_t left) {
  while (kept_.size() > left) {
    const Arrival one = kept_.front();
    kept_.pop_front();
    pool.free(one.frame, one.frames);
  }
  for (const Physical frame : std::exchange(taken_, {})) pool.free(frame);
}

/// As somebody does who waits for messages that no handler takes.
void DriverBench::take_others(tpz_nic* nic_of_host) {
  while (tpz_rcvmsg* const message = tpz_wait_rcvmsg(nic_of_host, 0)) {
    ++counters_.others;
    tpz_release_rcvmsg(message);
  }
}

DriverBench::Octets DriverBench::noise(std::size_t length) {
  Octets bytes(length);
  for (std::uint8_t& one : bytes) one = static_cast<std::uint8_t>(random_());
  return bytes;
}

/// In a frame or not, and anywhere in it.
Piece DriverBench::some_piece(std::size_t length) {
  if (below(3) == 0) {
    memory_.push_back(noise(length));
    return {memory_.back().data(), length};
  }
  const std::size_t room = kPage - length;
  const std::size_t begin = below(2) ? 0 : below(2) ? below(room / 4 + 1) * 4 : below(room + 1);
  const Physical frame = some_source() + static_cast<Physical>(below(kRow) * kPage);
  const auto at = frame + static_cast<Physical>(begin);
  return {memory.view(frame).data() + begin, length, at};
}

/// Of no more than a message holds.
std::vector<Piece> DriverBench::some_pieces(std::size_t headers) {
  memory_.push_back(noise(headers));
  std::vector<Piece> pieces{{memory_.back().data(), headers}};
  std::size_t room = most_ + TPZ_MOST_CONTROL - headers;
  for (std::uint64_t n = below(6); n > 0 && room > 0; --n) {
    const std::size_t longest = std::min(room, below(2) ? kPage : 300);
    const std::size_t length = 1 + below(longest);
    pieces.push_back(some_piece(length));
    room -= length;
  }
  return pieces;
}

void DriverBench::send_packet(IpDriver& driver) {
  memory_.clear();
  const std::size_t headers = 1 + below(TPZ_MOST_CONTROL);
  const std::vector<Piece> pieces = some_pieces(headers);
  Octets bytes;
  for (const Piece& piece : pieces)
    bytes.insert(bytes.end(), piece.bytes, piece.bytes + piece.length);
  const bool there = below(50) != 0;
  void* const packet = &packets_.emplace_back();
  ++held_[packet];
  posted_.push_back(bytes);
  const Taken taken = driver
                          .send({pieces, bytes.size(), headers,
                                 there ? 0U : 1U + static_cast<std::uint32_t>(below(100)), packet})
                          .taken;
  if (taken != Taken::kHeld) held_.erase(packet);
  const bool refused = !there || taken == Taken::kNoRoom || taken == Taken::kNoFrame;
  if (refused) posted_.pop_back();
  counters_.refused += refused;
  if (refused) cpu.sleep(kPause);
}

/// What no driver sends.
void DriverBench::send_message(tpz_nic* nic_of_host) {
  tpz_sendmsg* const message = tpz_get_sendmsg(nic_of_host);
  if (message == nullptr) return;
  const Octets control = noise(below(TPZ_MOST_CONTROL + 1));
  Octets bytes = control;
  tpz_set_type(message, below(4) ? IpDriver::kType : kOtherType);
  tpz_write_control(message, 0, control.data(), control.size());
  if (below(3) > 0) {
    Octets payload(1 + below(most_));
    const Physical from =
        some_source() + static_cast<Physical>(below((kRow * kPage - payload.size()) / 4 + 1) * 4);
    memory.read(from, payload);
    tpz_attach_sendmsg(message, from, nullptr, nullptr);
    tpz_set_payload_len(message, static_cast<std::uint32_t>(payload.size()));
    bytes.insert(bytes.end(), payload.begin(), payload.end());
  }
  posted_.push_back(std::move(bytes));
  tpz_release_sendmsg(message);
}

/// On the card: the message is what was sent.
void DriverBench::leaves(unsigned slot) {
  counters_.wrong += !begins(at(slot), posted_.front());
  posted_.pop_front();
}

/// It becomes something else now and then, before it is delivered.
void DriverBench::tamper(unsigned slot) {
  if (below(4) == 0) change(slot);
  const Message message = at(slot);
  ++counters_.delivered;
  if (message.type != IpDriver::kType) return;
  counters_.malformed += !message.whole;
  if (message.whole) expected_.push_back(message);
}

void DriverBench::change(unsigned slot) {
  const std::uint32_t control = nic.map.send(slot, SendEntry::kControlLength);
  const std::uint32_t payload = nic.map.send(slot, SendEntry::kPayloadLength);
  switch (below(6)) {
    case 0:
      return nic.put(control, static_cast<std::uint32_t>(below(TPZ_MOST_CONTROL + 1)));
    case 1:
      return nic.put(control, 0);
    case 2:
      return nic.put(payload, static_cast<std::uint32_t>(below(nic.word(payload) + 1)));
    case 3:
      return nic.put(payload, static_cast<std::uint32_t>(most_ + 1 + below(kPage)));
    case 4:
      return nic.put(nic.map.send(slot, SendEntry::kToken), kNoSuchToken);
    default:
      return nic.put(nic.map.send(slot, SendEntry::kMessageId),
                     static_cast<std::uint32_t>(below(2) ? IpDriver::kType : kOtherType)
                         << trapeze::kTypeShift);
  }
}

DriverBench::Message DriverBench::at(unsigned slot) {
  const auto word = [&](std::uint32_t field) { return nic.word(nic.map.send(slot, field)); };
  Message message;
  message.type = static_cast<std::uint8_t>(word(SendEntry::kMessageId) >> trapeze::kTypeShift);
  message.control.resize(word(SendEntry::kControlLength));
  const std::uint32_t control = SendEntry::kControl;
  if (config.mcp.control_transfer == trapeze::ControlTransfer::kPio)
    std::copy_n(pio.memory.begin() + nic.map.send(slot, control), message.control.size(),
                message.control.begin());
  else
    memory.read(nic.word(nic.map.config(trapeze::layout::Config::kSendMirror)) +
                    slot * SendEntry::kSize + control,
                message.control);
  const std::uint32_t length = word(SendEntry::kPayloadLength);
  message.whole = length <= most_ && word(SendEntry::kToken) == 0;
  if (message.whole) message.payload.resize(length);
  memory.read(word(SendEntry::kPayloadAddress), message.payload);
  return message;
}

/// A payload has whole words: bytes behind the end of a packet are anybody's.
bool DriverBench::begins(const Message& message, const Octets& bytes) {
  Octets all = message.control;
  all.insert(all.end(), message.payload.begin(), message.payload.end());
  return all.size() >= bytes.size() && all.size() < bytes.size() + 4 &&
         std::equal(bytes.begin(), bytes.end(), all.begin());
}

/// Those before it that do not come had no frame.
void DriverBench::arrived(const Arrival& packet) {
  ++counters_.arrived;
  const Octets control(packet.head.begin(), packet.head.end());
  Octets payload(packet.length);
  if (packet.length > 0) memory.read(packet.frame, payload);
  const auto is_it = [&](const Message& one) {
    return one.control == control && one.payload == payload;
  };
  const auto found = std::find_if(expected_.begin(), expected_.end(), is_it);
  counters_.wrong += found == expected_.end();
  if (found != expected_.end()) expected_.erase(expected_.begin(), found + 1);
  EXPECT_EQ(packet.frames, (packet.length + kPage - 1) / kPage);
  if (packet.frames > 0) kept_.push_back(packet);
}

void DriverBench::sent(void* packet) {
  counters_.wrong += held_.erase(packet) != 1;
}

}  // namespace flybar::inet
