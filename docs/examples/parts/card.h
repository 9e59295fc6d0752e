/// A card of fixed function: a word written at kSend goes to the other node, one that has come lies
/// at kReceived.
#pragma once

#include "bus.h"
#include "models/contracts/card.h"
#include "models/host/memory/words.h"
#include "network.h"

namespace mail {

class MailCard final : public flybar::Card, private Registers, private Task {
 public:
  static constexpr std::uint32_t kSend = 0, kReceived = 4;

  explicit MailCard(flybar::Agenda& agenda) : agenda_(agenda) {}

  // As the scheduler sees it: it does nothing of itself; what it has to do are tasks of its node.
  Time clock() const override { return Time::ns(30); }
  Time time() const override { return Time::never(); }
  bool resting() const override { return true; }
  void run(const Time&) override {}

  // As its node sees it.
  void plug_into(std::span<flybar::HostBus* const> buses) override {
    dynamic_cast<PlainBus&>(*buses.front()).card = this;
  }
  void connect(flybar::Network& network, std::size_t port) override {
    network_ = &dynamic_cast<DelayNetwork&>(network);
    port_ = port;
    network_->receive[port] = [this](std::uint32_t word, Time at) {
      coming_ = word;
      agenda_.schedule(*this, at);
      on_arrival();
    };
  }
  std::string place(Time) const override { return "the mail card"; }
  void catch_up(Time) override {}
  std::int64_t clock_at(Time t) const override { return t / clock(); }

 private:
  void read(std::uint32_t offset, std::span<std::uint8_t> data, Time) override {
    flybar::host::put_word(data, offset == kReceived ? received_ : 0);
  }
  void write(std::uint32_t offset, std::span<const std::uint8_t> data, Time at) override {
    if (offset == kSend) network_->send(port_, 1 - port_, flybar::host::get_word(data), at);
  }
  void run(Time) override { received_ = coming_; }

  flybar::Agenda& agenda_;
  DelayNetwork* network_ = nullptr;
  std::size_t port_ = 0;
  std::uint32_t coming_ = 0, received_ = 0;
};

inline flybar::CardKind card_kind() {
  flybar::CardKind kind;
  kind.name = kind.block = "mail-card";
  kind.summary = "sends and receives words";
  kind.buses = {"plain"};
  kind.networks = {"fixed-delay"};
  kind.window = Bytes(4096);
  kind.make = [](const flybar::CardSite& site) -> std::unique_ptr<flybar::Card> {
    return std::make_unique<MailCard>(site.agenda);
  };
  return kind;
}

}  // namespace mail
