/// The Trapeze library of one host, which stands behind the API of trapeze.h. Host software calls
/// that; whoever builds the system makes, starts and hands out the endpoint.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <string>

#include "models/common/observer.h"
#include "models/host/cpu/cpu.h"
#include "models/trapeze/driver.h"
#include "models/trapeze/endpoint_config.h"
#include "models/trapeze/library_params.h"
#include "models/trapeze/message.h"
#include "models/trapeze/payload_table.h"

/// All that host software has of an endpoint.
struct tpz_nic {};

namespace flybar::trapeze {

class Endpoint : public tpz_nic {
 public:
  struct Handler {
    tpz_handler call = nullptr;
    void* arg = nullptr;
  };

  Endpoint(const std::string& name, host::Cpu& cpu, const LibraryParams& params,
           const EndpointConfig& config, Observer& observer);
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;

  /// Tells `watcher` of its messages from now on.
  void watch(MessageWatcher& watcher) { watcher_ = &watcher; }

  /// Loads and starts the firmware. See Driver::start() for what it throws.
  void start(const Firmware& firmware);

  // The calls of the API, in its order.

  SendMessage* next_send_entry();
  void write_control(SendMessage& message, Bytes offset, std::span<const std::uint8_t> data);
  void set_control_length(SendMessage& message, Bytes length);
  void attach(SendMessage& message, host::Physical frame, tpz_completion completion, void* arg);
  host::Physical detach(SendMessage& message);
  void set_payload_length(SendMessage& message, Bytes length);
  void release(SendMessage& message);
  std::uint32_t complete_sent();
  std::uint32_t waiting_sends() const { return send_next_ - send_done_; }

  void register_handler(std::uint8_t type, Handler handler) { handlers_[type] = handler; }
  ReceiveMessage* next_message();
  ReceiveMessage* wait_for_message(Time timeout);
  /// Takes the next message of the ring. One without a handler is kept for the process that asks
  /// for it. False if no message is there.
  bool handle_next();
  void read_control(ReceiveMessage& message, Bytes offset, std::span<std::uint8_t> data);
  host::Physical detach(ReceiveMessage& message);
  void attach(ReceiveMessage& message, host::Physical frame);
  void release(ReceiveMessage& message);

  Token map_buffer(host::Physical frame, Bytes length);
  bool cancel_buffer(Token token);

  tpz_counters counters();
  const EndpointConfig& config() const { return config_; }
  host::Cpu& cpu() { return cpu_; }

 private:
  bool control_by_dma() const { return config_.mcp.control_transfer == ControlTransfer::kDma; }
  /// Of the rings, those that are used.
  unsigned send_entries() const { return static_cast<unsigned>(config_.mcp.send_entries); }
  unsigned receive_entries() const { return static_cast<unsigned>(config_.mcp.receive_entries); }
  host::Memory& memory() { return cpu_.memory(); }
  host::Physical send_mirror(unsigned slot) const;
  host::Physical receive_mirror(unsigned slot, std::uint32_t field) const;
  host::Physical allocate_shared(std::uint32_t bytes);
  std::vector<Driver::ReceiveFrame> allocate_frames();
  [[noreturn]] void refuse(const std::string& found, const std::string& allowed,
                           const std::string& advice) const;

  void check_length(Bytes length, Bytes most, const char* what) const;
  void write_send_header(const SendMessage& message);
  void complete(SendMessage& message);
  void tell_sent(const SendMessage& message) const;

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
  MessageWatcher* watcher_ = nullptr;
  const TrackId send_track_;
  const TrackId receive_track_;
  const std::string name_;
  EndpointMap map_;
  bool started_ = false;
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
