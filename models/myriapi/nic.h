/// One NIC that runs the MyriAPI firmware, as a driver of its host's kernel has it: its two rings
/// of descriptors in SRAM. Each call costs its PIO; what software does besides is its own to spend.
///
/// Who posts a piece of memory has lent it to the device; the NIC reads or writes it until the
/// descriptor is the host's again.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/common/observer.h"
#include "models/contracts/message_events.h"
#include "models/host/cpu/cpu.h"
#include "models/lanai/board/loader.h"
#include "models/layouts/generated/myriapi_layout.hpp"
#include "models/myriapi/params.h"

namespace flybar::myriapi {

/// How the host learns of a packet.
enum class Notify : std::uint8_t { kPolling, kInterrupt };

struct NicConfig : lanai::DriverConfig {
  Notify notify = Notify::kPolling;
};

/// The firmware as the driver needs it: its bytes from SRAM address 0, and where myriapi_nic lies.
struct Firmware {
  std::span<const std::uint8_t> bytes;
  std::uint32_t nic;
};

/// Host memory in a row.
struct Piece {
  host::Physical address;
  std::uint32_t length;  ///< bytes
};

/// A packet that has come, with the descriptor that it has come in.
struct Packet {
  enum class Outcome : std::uint8_t { kStored, kTooLong, kRefused };
  std::uint32_t slot;  ///< of the receive ring
  std::uint32_t source;
  std::uint32_t channel;
  std::uint32_t length;  ///< bytes
  Outcome outcome;
  std::uint64_t message;            ///< what it is called in traces
  Time begin;                       ///< software saw it
  std::optional<Time> interrupted;  ///< as of ReceivedMessage
};

/// What the firmware counts.
struct Counters {
  std::uint32_t send_done, send_refused, received, not_stored, dropped_ring_full, crc_errors,
      length_errors, foreign_packets, host_dma_transfers, interrupts;
};

class Nic {
 public:
  Nic(const std::string& name, host::Cpu& cpu, const Params& params, const NicConfig& config,
      Observer& observer);
  Nic(const Nic&) = delete;
  Nic& operator=(const Nic&) = delete;

  /// Tells `watcher` of its packets from now on.
  void watch(MessageWatcher& watcher) { watcher_ = &watcher; }
  /// Called at the end of start(): gives the first receive descriptors.
  void on_start(std::function<void()> call) { started_call_ = std::move(call); }
  /// Called in the interrupt handler for each packet that has come, in the order of the ring.
  void on_packet(std::function<void(const Packet&)> call) { packet_call_ = std::move(call); }

  /// Throws ConfigurationError if the firmware does not fit this board or this driver, and
  /// SimulationError if it halts or does not come up.
  void start(const Firmware& firmware);

  // Sending

  /// Called once a packet has left; may run in an interrupt handler, so it must not block.
  using Completion = std::function<void()>;
  struct Send {
    std::uint32_t destination;
    std::uint32_t channel = 0;
    std::span<const Piece> pieces;
    Time begin;  ///< the software asked for room to send it
  };
  /// A descriptor is free, perhaps after a look at what has left.
  bool has_room();
  /// Gives it to the NIC; what traces call the packet. Precondition: has_room(). Throws
  /// SimulationError for more pieces than layout::kSendPieces.
  std::uint64_t send(const Send& packet, Completion left = {});
  /// Completes what has left; how many packets have not. 0 before start().
  std::uint32_t complete_sent();
  /// As far as known without a look at the NIC.
  std::uint32_t waiting_sends() const { return send_next_ - send_done_; }

  // Receiving

  /// Gives the next descriptor of the ring to the NIC, or the one again that was taken last, with
  /// these pieces. Throws SimulationError for more than layout::kReceivePieces, or if the NIC has
  /// all descriptors.
  void give(std::span<const Piece> pieces);
  /// The same with the pieces that this descriptor had before.
  void give_again();
  /// The next packet, if one has come.
  std::optional<Packet> take();
  /// Polls until one has come; nothing after `timeout`. Precondition: the NIC has a descriptor.
  std::optional<Packet> poll(Time timeout);
  /// Tells observers that the software has done with the packet.
  void handled(const Packet& packet);
  /// Descriptors that the NIC has, or that have packets nobody has taken.
  std::uint32_t given() const { return given_ - taken_; }

  Counters counters();
  host::Cpu& cpu() { return cpu_; }
  const NicConfig& config() const { return config_; }
  const Params& params() const { return params_; }
  /// There is a way to that node.
  bool is_there(std::uint32_t node) const { return node < routes_.size() && routes_[node]; }

 private:
  std::uint32_t status(std::uint32_t field) const;
  std::uint32_t send_entry(std::uint32_t slot, std::uint32_t field) const;
  std::uint32_t receive_entry(std::uint32_t slot, std::uint32_t field) const;
  void check(const Firmware& firmware) const;
  void configure();
  lanai::StartUp start_up() const;
  void check_pieces(std::span<const Piece> pieces, std::size_t most, const char* what) const;
  void check_descriptor() const;
  void write(std::uint32_t at, std::span<const Piece> pieces);
  void write_send_line(std::uint32_t slot, const Send& packet, std::uint32_t tag);
  void tell_sent(const Send& packet, std::uint64_t id);
  Packet read(Time begin);
  void interrupt();
  [[noreturn]] void refuse(const std::string& found, const std::string& allowed,
                           const std::string& advice) const;

  host::Cpu& cpu_;
  const Params params_;
  const NicConfig config_;
  Observer& observer_;
  const std::string name_;
  const TrackId send_track_;
  const TrackId receive_track_;
  const lanai::BoardAddresses board_;
  std::vector<bool> routes_;  ///< by node
  MessageWatcher* watcher_ = nullptr;
  std::function<void()> started_call_;
  std::function<void(const Packet&)> packet_call_;
  std::uint32_t nic_ = 0;  ///< PCI address of myriapi_nic
  bool started_ = false;

  std::array<Completion, layout::kSendEntries> left_;
  std::uint32_t send_next_ = 0;  ///< descriptors given so far
  std::uint32_t send_done_ = 0;  ///< of them, completed
  std::uint32_t serial_ = 0;

  std::uint32_t given_ = 0;  ///< receive descriptors given so far
  std::uint32_t taken_ = 0;  ///< of them, taken with a packet
};

}  // namespace flybar::myriapi
