/// The Trapeze library of one host: messages with attached pages over one NIC.
///
/// Calls are made by software that runs on the host's CPU, a process or a receive handler, and take
/// that CPU's time. Names and meaning are those of the original.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>

#include "models/common/observer.h"
#include "models/host/cpu.h"
#include "models/trapeze/driver.h"
#include "models/trapeze/endpoint_config.h"
#include "models/trapeze/library_params.h"
#include "models/trapeze/message.h"
#include "models/trapeze/payload_table.h"

namespace flybar::trapeze {

/// The counters of the firmware.
struct Counters {
  std::uint32_t send_done, send_refused, received, dropped_ring_full, payload_discarded,
      payload_truncated, ipt_rejected, crc_errors, length_errors, foreign_packets,
      host_dma_transfers, interrupts, send_buffers, receive_buffers;
};

class Endpoint {
 public:
  /// What a receive handler leaves to the library.
  enum class Disposition : std::uint8_t { kRelease, kKeep };
  using Handler = std::function<Disposition(ReceiveMessage&)>;

  Endpoint(const std::string& name, host::Cpu& cpu, const LibraryParams& params,
           const EndpointConfig& config, Observer& observer);

  /// Loads and starts the firmware. See Driver::start() for what it throws.
  void start(const Firmware& firmware);

  // Sending

  /// The next free send entry; null while all are waiting to be sent. Entries leave in the order
  /// of this call.
  SendMessage* tpz_get_sendmsg();
  /// Control bytes from `offset`, a multiple of 4; the message is as long as what was written.
  void tpz_write_control(SendMessage& message, Bytes offset, std::span<const std::uint8_t> data);
  /// A longer control message than was written; the rest is what the entry held before.
  void tpz_set_control_len(SendMessage& message, Bytes length);
  /// The payload is the frame at `frame`, of mcp.max_payload bytes unless tpz_set_payload_len()
  /// says otherwise. It must not be modified until `completion` has been called.
  void tpz_attach_sendmsg(SendMessage& message, host::Physical frame, Completion completion,
                          void* arg);
  host::Physical tpz_detach_sendmsg(SendMessage& message);
  void tpz_set_payload_len(SendMessage& message, Bytes length);
  /// Sends it: to `destination`, for the handler of `type`, tagged with `token`.
  void tpz_release_sendmsg(SendMessage& message);
  /// Completes what has left; how many messages have not.
  std::uint32_t tpz_check_xmit_complete();

  // Receiving

  // With Notify::kInterrupt, only handlers may call tpz_get_rcvmsg() and tpz_poll().

  /// The next message that has arrived, or null.
  ReceiveMessage* tpz_get_rcvmsg();
  /// Waits for it: polls, or blocks until an interrupt brings one that no handler takes. Messages
  /// for handlers are handled meanwhile. Null after `timeout`.
  ReceiveMessage* tpz_wait_rcvmsg(Time timeout = Time::never());
  /// Handles every message that has arrived.
  void tpz_poll();
  void tpz_read_control(ReceiveMessage& message, Bytes offset, std::span<std::uint8_t> data);
  Bytes tpz_get_payload_len(const ReceiveMessage& message) const { return message.payload_length; }
  /// Takes the attached frame out, which belongs to the caller from now on.
  host::Physical tpz_detach_rcvmsg(ReceiveMessage& message);
  /// The next payload of this entry goes to `frame`.
  void tpz_attach_rcvmsg(ReceiveMessage& message, host::Physical frame);
  void tpz_release_rcvmsg(ReceiveMessage& message);
  void tpz_register_handler(std::uint8_t type, Handler handler) {
    handlers_[type] = std::move(handler);
  }

  // The incoming payload table

  /// A token with which any node may send one payload into `frame`; 0 if the table is full.
  Token tpz_ipt_map(host::Physical frame, Bytes length);
  /// False if a message has used the token, or it is none: then its message arrives or has, perhaps
  /// rejected, and with it the buffer comes back. Unless the message is dropped, for a wrong CRC:
  /// then another call, later, succeeds.
  bool tpz_ipt_cancel(Token token);

  Counters tpz_get_counters();
  const EndpointConfig& config() const { return config_; }
  host::Cpu& cpu() { return cpu_; }

 private:
  bool control_by_dma() const { return config_.mcp.control_transfer == ControlTransfer::kDma; }
  host::Memory& memory() { return cpu_.memory(); }
  host::Physical send_mirror(unsigned slot) const;
  host::Physical receive_mirror(unsigned slot, std::uint32_t field) const;
  host::Physical allocate_shared(std::uint32_t bytes);
  std::vector<Driver::ReceiveFrame> allocate_frames();
  [[noreturn]] void refuse(const std::string& found, const std::string& allowed,
                           const std::string& advice) const;
  void report(TrackId track, std::string_view label, Time begin, Time end, std::uint64_t message,
              Bytes bytes);

  void check_length(Bytes length, Bytes most, const char* what) const;
  void write_send_header(const SendMessage& message);
  void complete(SendMessage& message);

  bool arrived();
  void read_receive_header(ReceiveMessage& message, std::span<std::uint8_t> header);
  void accept_payload(ReceiveMessage& message);
  void hand_back(ReceiveMessage& message);
  bool poll_once(Time timeout);
  bool wait_in_vain(Time timeout);
  bool handle(ReceiveMessage& message);
  void interrupt();

  host::Cpu& cpu_;
  const LibraryParams params_;
  const EndpointConfig config_;
  Observer& observer_;
  const TrackId send_track_;
  const TrackId receive_track_;
  const std::string name_;
  EndpointMap map_;
  Driver::Mirrors mirrors_;

  std::array<SendMessage, layout::kSendEntries> send_;
  std::uint32_t send_next_ = 0;  ///< entries given out so far
  std::uint32_t send_done_ = 0;  ///< of them, completed
  std::uint32_t send_id_ = 0;

  std::array<ReceiveMessage, layout::kReceiveEntries> receive_;
  std::uint32_t receive_next_ = 0;  ///< messages taken so far
  bool known_arrived_ = false;      ///< a poll has seen the next one
  std::array<Handler, 256> handlers_;
  std::deque<ReceiveMessage*> unhandled_;
  host::Signal arrival_;

  PayloadTable payloads_;
};

}  // namespace flybar::trapeze
