/// The driver that lets IP use a Trapeze endpoint, beside whoever else does.
///
/// Headers travel in the control message, a page behind them as the payload, so that it arrives in
/// a frame of its own. What a message cannot express is gathered into a frame by copy; what fits
/// into the control message alone has no payload. Node and address are one: there is no header of a
/// link and no ARP.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/host/paging/page_pool.h"
#include "models/inet/device/device.h"
#include "models/inet/inet_params.h"
#include "models/trapeze/endpoint.h"

namespace flybar::inet {

class IpDriver final : public Device {
 public:
  /// By which receive handlers are told apart; gmsnet has 1 and 2.
  static constexpr std::uint8_t kType = 3;

  struct Counters {
    std::uint64_t pages = 0;         ///< sent where they lie
    std::uint64_t gathered = 0;      ///< packets copied into a frame
    std::uint64_t control_only = 0;  ///< packets without payload
    std::uint64_t ring_full = 0;     ///< times that a packet had to wait
    std::uint64_t no_frame = 0;      ///< packets dropped on receipt: no fresh frame for the ring
    std::uint64_t malformed = 0;     ///< likewise: a payload that did not come whole
    std::uint64_t no_route = 0;      ///< packets dropped: to a node that is not there, or itself
  };

  /// Before the simulation starts.
  IpDriver(trapeze::Endpoint& endpoint, host::PagePool& pool, const InetParams& params);

  void connect(User& user) override { user_ = &user; }
  Bytes mtu() const override { return mtu_; }
  bool computes_sums() const override { return false; }
  Outcome send(const Chain& packet) override;
  void complete_sent() override;

  const Counters& counters() const { return counters_; }
  /// Packets that the card or its ring hold.
  std::size_t count() const { return held_.size() - free_.size(); }

 private:
  /// How a packet becomes a message.
  struct Form {
    std::size_t control;
    host::Physical payload = 0;
    std::size_t length = 0;  ///< of the payload
    bool gather = false;
  };
  struct Held {
    IpDriver* driver;
    void* packet;          ///< null: none, its memory has been copied
    host::Physical frame;  ///< that it was gathered into, or 0
    std::uint32_t frames;  ///< as many in a row
  };
  Form form_of(const Chain& packet) const;
  bool has_room();
  bool is_there(std::uint32_t node) const;
  template <class Work>
  void uninterrupted(Work work);
  Outcome post(const Chain& packet);
  host::Physical gather(const Chain& packet, const Form& form);
  void* hold(void* packet, host::Physical frame, std::uint32_t frames);
  host::Physical frame_size() const;
  std::uint32_t frames_for(std::size_t length) const;
  static void left(void* held);
  tpz_disposition receive(tpz_rcvmsg* message);
  bool take_payload(tpz_rcvmsg* message, Arrival& arrival);

  trapeze::Endpoint& endpoint_;
  host::Cpu& cpu_;
  host::PagePool& pool_;
  const InetParams params_;
  const Bytes mtu_;
  std::vector<bool> routes_;    ///< by node
  const std::uint32_t frames_;  ///< in a row that the longest payload takes
  User* user_ = nullptr;
  std::deque<Held> held_;
  std::vector<Held*> free_;
  Counters counters_;
};

}  // namespace flybar::inet
