/// Messages of gmsnet as entries of the Trapeze rings. A page is deposited by the card in the frame
/// that was mapped for it in its incoming payload table, or in one of the receive ring.
#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include "models/gmsnet/carrier.h"
#include "models/gmsnet/gmsnet_params.h"
#include "models/host/paging/page_pool.h"
#include "models/layouts/generated/endpoint_layout.hpp"
#include "models/trapeze/trapeze.h"

namespace flybar::trapeze {
class Endpoint;
}

namespace flybar::gmsnet {

class TrapezeCarrier final : public Carrier {
 public:
  struct Counters {
    std::uint64_t unknown = 0;  ///< messages dropped: no handler for their type
  };
  /// Before the simulation starts, and before others register handlers at the endpoint. Frames of
  /// the receive ring are exchanged with those of `pool`.
  TrapezeCarrier(trapeze::Endpoint& endpoint, host::PagePool& pool, const GmsnetParams& params);

  void connect(User& user) override { user_ = &user; }
  host::Cpu& cpu() override { return cpu_; }
  Node node() const override { return tpz_get_node(nic_); }

  bool send(const Outgoing& message) override;
  void complete_sent() override { tpz_check_xmit_complete(nic_); }
  bool wait(host::Signal& signal, Time timeout) override { return cpu_.wait_for(signal, timeout); }
  void call_ends(CallId /*call*/) override {}

  std::optional<PageToken> expect(host::Physical frame, Bytes length) override;
  bool withdraw(PageToken token) override { return tpz_ipt_cancel(nic_, token); }
  void leave_behind(PageToken token, host::Physical frame) override;
  bool recover() override;

  std::span<const std::uint8_t> control(Incoming& message, Buffer& buffer) override;
  void deliver(Incoming& message, const Expected& expected, PageToken token, Reply& reply) override;
  void copy(Incoming& message, host::Physical to, Bytes length) override;
  host::Physical take_frame(Incoming& message) override;
  void drop(Incoming& message) override;
  void release(Incoming& message) override { tpz_release_rcvmsg(behind(message)); }

  tpz_nic* nic() { return nic_; }
  const Counters& counters() const { return counters_; }

 private:
  /// A message that the ring holds.
  struct Entry : Incoming {
    tpz_rcvmsg* message = nullptr;
  };
  /// The frame mapped for a call that is over, and that the card may yet write to.
  struct Stranded {
    PageToken token;
    host::Physical frame;
    Time since;
  };
  using Arrival = Disposition (User::*)(Incoming& message);

  void register_handlers();
  tpz_disposition arrived(tpz_rcvmsg* message, Arrival arrival);
  void unstrand(PageToken token);
  static tpz_rcvmsg* behind(const Incoming& message) {
    return static_cast<const Entry&>(message).message;
  }

  tpz_nic* const nic_;
  host::Cpu& cpu_;
  host::PagePool& pool_;
  const Time grace_;
  User* user_ = nullptr;
  std::array<Entry, trapeze::layout::kReceiveEntries> entries_;
  std::deque<Stranded> stranded_;  ///< the one looked at last is the last
  Counters counters_;
};

}  // namespace flybar::gmsnet
