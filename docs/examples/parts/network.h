/// A network: words that take a fixed time from any port to any other, and are never lost.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "models/contracts/network.h"

namespace mail {

using flybar::Time;

class DelayNetwork final : public flybar::Network {
 public:
  static constexpr Time kDelay = Time::us(3);

  explicit DelayNetwork(std::size_t ports) : receive(ports), known_(ports), words_(ports) {}

  /// For each port the function that takes a word, at the instant at which the word arrives.
  std::vector<std::function<void(std::uint32_t, Time)>> receive;
  void send(std::size_t from, std::size_t to, std::uint32_t word, Time at) {
    ++words_[from];
    receive[to](word, at + kDelay);
  }

  // What the scheduler needs: how far the others have come says until when a port is safe.
  void take_guarantees(std::size_t, Time) override {}
  void stop(std::size_t, Time) override {}
  void advance(std::span<const Time> known) override {
    std::copy(known.begin(), known.end(), known_.begin());
  }
  Time safe_time(std::size_t port) const override {
    Time first = Time::never();
    for (std::size_t p = 0; p < known_.size(); ++p)
      if (p != port) first = std::min(first, known_[p]);
    return first == Time::never() ? first : first + kDelay;
  }
  Time shortest_echo(std::size_t) const override { return 2 * kDelay; }
  Time from_others(std::size_t) const override { return kDelay; }

  // What experiments account for.
  const flybar::Resource& cable() const override {
    static constexpr flybar::Resource kWire{"wire", "",
                                            waits_of(flybar::Wait::kLink, flybar::Wait::kNetwork)};
    return kWire;
  }
  std::size_t ports() const override { return known_.size(); }
  std::vector<std::uint8_t> route(std::size_t, std::size_t to) const override {
    return {static_cast<std::uint8_t>(to)};
  }
  Time byte_time() const override { return Time::ns(1); }
  flybar::Bytes sent(std::size_t port) const override { return flybar::Bytes(4 * words_[port]); }
  std::uint64_t stops(std::size_t) const override { return 0; }
  void count_cables_from(Time) override {}
  std::vector<flybar::CableTraffic> cables(Time) const override { return {}; }
  bool is_lossy() const override { return false; }
  flybar::Losses losses() const override { return {}; }

 private:
  std::vector<Time> known_;          ///< of each port
  std::vector<std::int64_t> words_;  ///< sent
};

class DelayPlan final : public flybar::NetworkPlan {
 public:
  explicit DelayPlan(std::size_t ports) : ports_(ports) {}
  std::size_t ports() const override { return ports_; }
  std::string summary() const override { return std::to_string(ports_) + " ports"; }
  std::string text() const override { return summary(); }
  std::unique_ptr<flybar::Network> build(const std::string&, const flybar::LayerParams&,
                                         flybar::Observer&) const override {
    return std::make_unique<DelayNetwork>(ports_);
  }

 private:
  const std::size_t ports_;
};

inline flybar::NetworkKind network_kind() {
  flybar::NetworkKind kind;
  kind.name = "fixed-delay";
  kind.summary = "words that take 3 us";
  kind.plan = [](const flybar::NetworkSection&, const std::vector<flybar::NamedPorts>& ports,
                 const flybar::LayerParams&) -> std::shared_ptr<const flybar::NetworkPlan> {
    std::size_t count = 0;
    for (const flybar::NamedPorts& group : ports) count += group.count;
    return std::make_shared<DelayPlan>(count);
  };
  return kind;
}

}  // namespace mail
