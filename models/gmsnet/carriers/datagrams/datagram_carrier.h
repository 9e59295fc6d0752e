/// Messages of gmsnet as datagrams of UDP, one each, whatever is below IP. No card knows of calls:
/// a page lies behind its headers as it came, and is copied to the frame that expects it, unless
/// it has come alone in a frame of its own. What is lost is lost: the call times out.
#pragma once

#include <array>
#include <cstdint>
#include <list>

#include "models/gmsnet/carrier.h"
#include "models/gmsnet/carriers/datagrams/calls_under_way.h"
#include "models/gmsnet/carriers/datagrams/datagram.h"
#include "models/gmsnet/gmsnet_params.h"
#include "models/gmsnet/header.h"
#include "models/inet/kernel/kernel_port.h"

namespace flybar::gmsnet {

class DatagramCarrier final : public Carrier, private inet::KernelPort::User {
 public:
  /// Of UDP, on every host.
  static constexpr std::uint16_t kPort = 1;

  struct Counters {
    std::uint64_t copied = 0;     ///< pages that came behind their headers, or were not to move
    std::uint64_t exchanged = 0;  ///< pages whose frame the caller or the service has now
    std::uint64_t waited = 0;     ///< times that a call found gmsnet.calls_under_way
    /// Datagrams dropped, by cause.
    std::array<std::uint64_t, kMalformed> malformed{};
    std::uint64_t of(Malformed cause) const { return malformed[static_cast<std::size_t>(cause)]; }
  };
  /// Before the simulation starts. Throws ConfigurationError if a frame and its headers are more
  /// than a datagram.
  DatagramCarrier(inet::Inet& inet, const GmsnetParams& params);

  void connect(Carrier::User& user) override { user_ = &user; }
  host::Cpu& cpu() override { return inet_.cpu(); }
  Node node() const override { return inet_.setup().node; }

  bool send(const Outgoing& message) override;
  void complete_sent() override { inet_.complete_sent(); }
  bool wait(host::Signal& signal, Time timeout) override;
  void call_ends(CallId call) override { calls_.ends(call); }

  /// There are no tokens: whatever comes is looked at by software, when its call still exists.
  std::optional<PageToken> expect(host::Physical /*frame*/, Bytes /*length*/) override {
    return PageToken{0};
  }
  bool withdraw(PageToken /*token*/) override { return true; }
  void leave_behind(PageToken /*token*/, host::Physical frame) override {
    inet_.pool().free(frame);
  }
  bool recover() override { return false; }

  std::span<const std::uint8_t> control(Incoming& message, Buffer& buffer) override;
  void deliver(Incoming& message, const Expected& expected, PageToken token, Reply& reply) override;
  void copy(Incoming& message, host::Physical to, Bytes length) override;
  host::Physical take_frame(Incoming& message) override;
  void drop(Incoming& /*message*/) override {}
  void release(Incoming& message) override;

  const Counters& counters() const { return counters_; }
  const inet::KernelPort& port() const { return port_; }
  /// Datagrams that are not released, and calls that may be answered yet.
  std::size_t held() const { return held_.size(); }
  std::size_t under_way() const { return calls_.count(); }

 private:
  /// A datagram that is not released.
  struct Held : Incoming {
    inet::KernelPort::Came datagram{};
    DatagramLengths lengths;
    std::list<Held>::iterator place;
  };
  void arrived(const inet::KernelPort::Came& datagram) override;
  std::optional<Malformed> look_at(const inet::KernelPort::Came& datagram, DatagramLengths& lengths,
                                   Header& header) const;
  std::size_t frame_size() const;
  host::Physical take_whole(Held& message);

  inet::Inet& inet_;
  const Time copy_start_;
  CallsUnderWay calls_;
  Carrier::User* user_ = nullptr;
  inet::KernelPort port_;
  std::list<Held> held_;
  Counters counters_;
};

}  // namespace flybar::gmsnet
