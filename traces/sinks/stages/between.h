/// A place in the stream of events at which none is half told.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "traces/sinks/stages/stage.h"

namespace flybar {

/// Calls `between` before every 16th event that it hands on: what all sinks know is whole then.
class Between : public Stage {
 public:
  Between(std::unique_ptr<Sink> next, std::function<void()> between)
      : Stage(std::move(next)), between_(std::move(between)) {}

  void on(const Activity& activity) override { look(), pass(activity); }
  void on(const Change& change) override { look(), pass(change); }
  void on(const Packet& packet) override { look(), pass(packet); }
  void on(const Retired& retired) override { look(), pass(retired); }
  void on(const BusTransfer& transfer) override { look(), pass(transfer); }
  void on(const ByteRun& run) override { look(), pass(run); }

 private:
  static constexpr unsigned kEvents = 16;

  void look() {
    if (++events_ % kEvents == 0 && between_) between_();
  }

  const std::function<void()> between_;
  unsigned events_ = 0;
};

}  // namespace flybar
