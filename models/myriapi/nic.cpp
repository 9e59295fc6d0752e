#include "models/myriapi/nic.h"

#include <utility>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/software_time.h"
#include "models/host/memory/words.h"
#include "models/layouts/generated/lanai_regs.hpp"

namespace flybar::myriapi {
namespace {

using layout::ReceiveEntry;
using layout::SendEntry;

constexpr Bytes kLoadBurst = Bytes(32);

std::uint32_t whole_words(std::uint32_t bytes) {
  return (bytes + 3) / 4 * 4;
}

std::uint32_t length_of(std::span<const Piece> pieces) {
  std::uint32_t sum = 0;
  for (const Piece& piece : pieces) sum += piece.length;
  return sum;
}

Packet::Outcome outcome_of(std::uint32_t word) {
  if (word == layout::kOutcomeStored) return Packet::Outcome::kStored;
  return word == layout::kOutcomeTooLong ? Packet::Outcome::kTooLong : Packet::Outcome::kRefused;
}

/// Why the firmware halted, from its state word.
std::string reason(std::uint32_t state) {
  if (state == layout::kStateBadVersion) return ": it was built for another layout";
  if (state == layout::kStateBadBuffers) return ": it does not accept the number of packet buffers";
  return " for a reason that this driver does not know, state " + std::to_string(state);
}

}  // namespace

Nic::Nic(const std::string& name, host::Cpu& cpu, const Params& params, const NicConfig& config,
         Observer& observer)
    : cpu_(cpu),
      params_(params),
      config_(config),
      observer_(observer),
      name_(name),
      send_track_(observer.declare(call_track(name + ".host.send"))),
      receive_track_(observer.declare(call_track(name + ".host.receive"))),
      board_(config.board()) {
  for (const lanai::Route& route : config.routes) {
    if (routes_.size() <= route.node) routes_.resize(route.node + 1);
    routes_[route.node] = true;
  }
  if (config.notify == Notify::kInterrupt)
    cpu.on_interrupt(*config.interrupt, [this](host::Cpu&) { interrupt(); });
}

std::uint32_t Nic::status(std::uint32_t field) const {
  return nic_ + layout::Nic::kStatus + field;
}

std::uint32_t Nic::send_entry(std::uint32_t slot, std::uint32_t field) const {
  return nic_ + layout::Nic::kSend + slot * layout::Nic::kSendStride + field;
}

std::uint32_t Nic::receive_entry(std::uint32_t slot, std::uint32_t field) const {
  return nic_ + layout::Nic::kReceive + slot * layout::Nic::kReceiveStride + field;
}

void Nic::refuse(const std::string& found, const std::string& allowed,
                 const std::string& advice) const {
  throw SimulationError(name_ + " at " + quantity::print(software_time()), found, allowed, advice);
}

void Nic::start(const Firmware& firmware) {
  check(firmware);
  nic_ = board_.sram() + firmware.nic;
  lanai::Loader loader(cpu_, board_);
  loader.load(firmware.bytes, kLoadBurst);
  configure();
  loader.write(config_.routes, {.at = nic_ + layout::Nic::kRoutes,
                                .nodes = layout::kMaxNodes,
                                .longest = layout::kMaxRoute});
  if (started_call_) started_call_();
  using Interrupt = lanai::Loader::Interrupt;
  loader.release(config_.notify == Notify::kInterrupt ? Interrupt::kEnabled : Interrupt::kBlocked);
  loader.wait_until_running(start_up());
  started_ = true;
}

void Nic::check(const Firmware& firmware) const {
  const std::size_t at = firmware.nic + layout::Nic::kStatus + layout::Status::kVersion;
  if (lanai::word_in(firmware.bytes, at) == layout::kLayoutVersion) return;
  throw ConfigurationError(
      {{"firmware image", "another layout of what host and MyriAPI firmware share",
        "that of this program", "rebuild the firmware with its headers"}});
}

void Nic::configure() {
  using layout::Config;
  const auto put = [&](std::uint32_t field, std::uint32_t value) {
    cpu_.store_word(nic_ + layout::Nic::kConfig + field, value);
  };
  put(Config::kVersion, layout::kLayoutVersion);
  put(Config::kNode, config_.node);
  put(Config::kBuffers, static_cast<std::uint32_t>(params_.packet_buffers));
  put(Config::kNotifyInterrupt, config_.notify == Notify::kInterrupt ? 1 : 0);
}

lanai::StartUp Nic::start_up() const {
  return {.state = status(layout::Status::kState),
          .reset = layout::kStateReset,
          .running = layout::kStateRunning,
          .no_memory = layout::kStateNoMemory,
          .patience = params_.start_timeout,
          .needs = "myriapi.packet_buffers = " + std::to_string(params_.packet_buffers) +
                   " of the firmware",
          .instead = "lower myriapi.packet_buffers",
          .patience_key = "myriapi.start_timeout",
          .keys = "myriapi.*",
          .halted = &reason};
}

/// In ascending order, so that they leave as bursts.
void Nic::write(std::uint32_t at, std::span<const Piece> pieces) {
  std::vector<std::uint8_t> bytes(pieces.size() * layout::Piece::kSize);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const auto piece = std::span(bytes).subspan(i * layout::Piece::kSize);
    host::put_word(piece.subspan(layout::Piece::kAddress), pieces[i].address);
    host::put_word(piece.subspan(layout::Piece::kLength), pieces[i].length);
  }
  if (!bytes.empty()) cpu_.store(at, bytes);
}

void Nic::check_pieces(std::span<const Piece> pieces, std::size_t most, const char* what) const {
  if (pieces.size() <= most) return;
  refuse(std::to_string(pieces.size()) + " pieces of " + what, "at most " + std::to_string(most),
         "join what lies in a row, or copy");
}

bool Nic::has_room() {
  if (waiting_sends() < layout::kSendEntries) return true;
  return complete_sent() < layout::kSendEntries;
}

std::uint64_t Nic::send(const Send& packet, Completion left) {
  check_pieces(packet.pieces, layout::kSendPieces, "a packet to send");
  const std::uint32_t slot = send_next_ % layout::kSendEntries;
  write(send_entry(slot, SendEntry::kPieces), packet.pieces);
  left_[slot] = std::move(left);
  const std::uint64_t id = message_id(config_.node, ++serial_);
  write_send_line(slot, packet, serial_);
  ++send_next_;
  cpu_.write_barrier();
  cpu_.sync();
  tell_sent(packet, id);
  return id;
}

/// One burst with the owner last: the NIC never sees half a descriptor.
void Nic::write_send_line(std::uint32_t slot, const Send& packet, std::uint32_t tag) {
  std::array<std::uint8_t, SendEntry::kSize - SendEntry::kCount> line{};
  const auto put = [&](std::uint32_t field, std::uint32_t value) {
    host::put_word(std::span(line).subspan(field - SendEntry::kCount), value);
  };
  put(SendEntry::kCount, static_cast<std::uint32_t>(packet.pieces.size()));
  put(SendEntry::kDestination, packet.destination);
  put(SendEntry::kChannel, packet.channel);
  put(SendEntry::kTag, tag);
  put(SendEntry::kOwner, layout::kOwnerNic);
  cpu_.store(send_entry(slot, SendEntry::kCount), line);
}

void Nic::tell_sent(const Send& packet, std::uint64_t id) {
  const std::uint32_t length = length_of(packet.pieces);
  const Bytes moved(whole_words(length));
  const Time end = software_time();
  observer_.on(Activity{send_track_, packet.begin, end, "send", id, length});
  if (watcher_)
    watcher_->sent({.id = id,
                    .source = config_.node,
                    .destination = packet.destination,
                    .control = {},
                    .payload = Bytes(length),
                    .fetched = moved,
                    .deposited = moved,
                    .begin = packet.begin,
                    .end = end});
}

std::uint32_t Nic::complete_sent() {
  if (!started_) return 0;
  const std::uint32_t done = cpu_.load_word(status(layout::Status::kSendDone));
  // A handler that interrupted this call may have seen a later count.
  while (static_cast<std::int32_t>(done - send_done_) > 0) {
    const Completion left = std::exchange(left_[send_done_++ % layout::kSendEntries], {});
    if (left) left();
  }
  return waiting_sends();
}

void Nic::check_descriptor() const {
  if (given() < layout::kReceiveEntries) return;
  refuse("a receive descriptor more than the ring has",
         "at most " + std::to_string(layout::kReceiveEntries) + " given to the NIC",
         "take a packet first");
}

void Nic::give(std::span<const Piece> pieces) {
  check_descriptor();
  check_pieces(pieces, layout::kReceivePieces, "a receive descriptor");
  const std::uint32_t slot = given_++ % layout::kReceiveEntries;
  write(receive_entry(slot, ReceiveEntry::kPieces), pieces);
  std::array<std::uint8_t, ReceiveEntry::kSize - ReceiveEntry::kCount> line{};
  host::put_word(line, static_cast<std::uint32_t>(pieces.size()));
  host::put_word(std::span(line).subspan(ReceiveEntry::kOwner - ReceiveEntry::kCount),
                 layout::kOwnerNic);
  cpu_.store(receive_entry(slot, ReceiveEntry::kCount), line);
  cpu_.write_barrier();
}

void Nic::give_again() {
  check_descriptor();
  const std::uint32_t slot = given_++ % layout::kReceiveEntries;
  cpu_.store_word(receive_entry(slot, ReceiveEntry::kOwner), layout::kOwnerNic);
  cpu_.write_barrier();
}

std::optional<Packet> Nic::take() {
  if (given() == 0) return std::nullopt;
  const Time begin = cpu_.now();
  const std::uint32_t slot = taken_ % layout::kReceiveEntries;
  const std::uint32_t owner = cpu_.load_word(receive_entry(slot, ReceiveEntry::kOwner));
  if (owner != layout::kOwnerHost) return std::nullopt;
  return read(begin);
}

std::optional<Packet> Nic::poll(Time timeout) {
  if (given() == 0)
    refuse("a wait for a packet, while the NIC has no descriptor for it",
           "waits while the NIC has one", "give back packets");
  const std::uint32_t slot = taken_ % layout::kReceiveEntries;
  const auto is_hosts = [](std::uint32_t word) { return word == layout::kOwnerHost; };
  const auto owner = cpu_.poll_pio(receive_entry(slot, ReceiveEntry::kOwner), is_hosts,
                                   cpu_.params().poll, timeout);
  if (!owner) return std::nullopt;
  return read(cpu_.now());
}

/// What the NIC says of the packet in the next descriptor. Precondition: that is the host's.
Packet Nic::read(Time begin) {
  constexpr std::uint32_t kFacts = ReceiveEntry::kLength;
  std::array<std::uint8_t, ReceiveEntry::kTag + 4 - kFacts> facts;
  const std::uint32_t slot = taken_++ % layout::kReceiveEntries;
  cpu_.load(receive_entry(slot, kFacts), facts);
  const auto at = [&](std::uint32_t field) {
    return host::get_word(std::span<const std::uint8_t>(facts).subspan(field - kFacts));
  };
  const std::uint32_t source = at(ReceiveEntry::kSource) >> ReceiveEntry::kSourceNodeShift;
  const Packet packet{
      .slot = slot,
      .source = source,
      .channel = at(ReceiveEntry::kSource) & ReceiveEntry::kSourceChannelMask,
      .length = at(ReceiveEntry::kLength),
      .outcome = outcome_of(at(ReceiveEntry::kOutcome)),
      .message = message_id(source, at(ReceiveEntry::kTag)),
      .begin = begin,
      .interrupted = cpu_.in_interrupt() ? std::optional(cpu_.interrupted_at()) : std::nullopt};
  // The firmware drops what is longer; software would read behind its memory.
  if (packet.length > layout::kMtu)
    refuse("a packet of " + std::to_string(packet.length) + " B",
           "at most " + std::to_string(layout::kMtu) + " B",
           "look at what the firmware writes to its descriptor");
  return packet;
}

void Nic::handled(const Packet& packet) {
  cpu_.sync();
  const Time end = software_time();
  observer_.on(
      Activity{receive_track_, packet.begin, end, "receive", packet.message, packet.length});
  if (watcher_)
    watcher_->received({packet.message, config_.node, packet.begin, end, packet.interrupted});
}

/// One interrupt is for all packets that have come. The line stays high until then, so that what
/// comes meanwhile raises no edge; what comes behind the last look raises one.
void Nic::interrupt() {
  const std::uint32_t isr = board_.chip_register(lanai::regs::Isr::kOffset);
  auto packet = take();
  do {
    for (; packet; packet = take())
      if (packet_call_) packet_call_(*packet);
    cpu_.store_word(isr, lanai::regs::Isr::kHostSigMask);
    packet = take();  // read behind the posted write
  } while (packet);
}

Counters Nic::counters() {
  using layout::Status;
  std::array<std::uint8_t, Status::kSize> block;
  cpu_.load(status(0), block);
  const auto at = [&](std::uint32_t field) {
    return host::get_word(std::span<const std::uint8_t>(block).subspan(field));
  };
  return {at(Status::kSendDone),     at(Status::kSendRefused),     at(Status::kReceived),
          at(Status::kNotStored),    at(Status::kDroppedRingFull), at(Status::kCrcErrors),
          at(Status::kLengthErrors), at(Status::kForeignPackets),  at(Status::kHostDmaTransfers),
          at(Status::kInterrupts)};
}

}  // namespace flybar::myriapi
