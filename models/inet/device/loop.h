/// The device by which a host reaches itself: what is sent has come, at the cost of a copy.
#pragma once

#include "models/host/paging/page_pool.h"
#include "models/inet/device/device.h"

namespace flybar::inet {

class Loop final : public Device {
 public:
  Loop(host::Cpu& cpu, host::PagePool& pool, Bytes mtu) : cpu_(cpu), pool_(pool), mtu_(mtu) {}

  void connect(User& user) override { user_ = &user; }
  Bytes mtu() const override { return mtu_; }
  bool computes_sums() const override { return true; }
  Outcome send(const Chain& packet) override;
  void complete_sent() override {}

 private:
  host::Cpu& cpu_;
  host::PagePool& pool_;
  const Bytes mtu_;
  User* user_ = nullptr;
};

}  // namespace flybar::inet
