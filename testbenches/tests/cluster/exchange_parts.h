/// A bus and a card that are none of the program's, for tests of what parts have to be.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "docs/examples/parts/network.h"
#include "models/host/memory/words.h"
#include "models/myrinet/network.h"
#include "models/pci/host_bus.h"
#include "models/systems/systems.h"
#include "testbenches/tests/pci/card.h"

namespace flybar::cluster {

using mail::DelayNetwork;

inline constexpr std::uint32_t kWindow = Windows::kFirst;

/// A bus without arbitration: one card, an access after the other, each in its time.
class PlainBus final : public HostBus, private PioPort {
 public:
  static constexpr Time kAccess = Time::us(1);

  explicit PlainBus(Agenda& agenda) : agenda_(agenda) {}

  std::span<std::uint8_t> card;

  PioPort& pio() override { return *this; }
  void attach(tlm::tlm_target_socket<>& memory, Bytes) override { memory_.bind(memory); }
  static inline Uses more = {};  ///< what a test lets it declare besides
  Uses uses() const override {
    Uses all = {{.column = "plain bus %", .time = use_}};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

 private:
  void read(Time at, std::uint32_t address, std::span<std::uint8_t> data, Task& done) override {
    std::copy_n(card.begin() + (address - kWindow), data.size(), data.begin());
    agenda_.schedule(done, occupy(at));
  }
  void write(Time at, std::uint32_t address, std::span<const std::uint8_t> data,
             Task& accepted) override {
    std::copy(data.begin(), data.end(), card.begin() + (address - kWindow));
    agenda_.schedule(accepted, occupy(at));
  }
  void barrier(Time at, Task& drained) override { drained.run(at); }
  Time occupy(Time at) {
    use_ += kAccess;
    return at + kAccess;
  }

  Agenda& agenda_;
  Time use_;
  tlm_utils::simple_initiator_socket<PlainBus> memory_{"memory_port"};
};

/// A card that is memory for its host. It fits both buses. It listens on a Myrinet, and sends words
/// on a network of fixed delay: one that arrives lies at kMail.
class MemoryCard final : public Card, private Task {
 public:
  static constexpr std::uint32_t kMail = 16;

  explicit MemoryCard(const CardSite& site) : agenda_(site.agenda) {}

  Time clock() const override { return Time::ns(30); }
  Time time() const override { return Time::never(); }
  void run(const Time&) override {}
  void plug_into(std::span<HostBus* const> buses) override {
    if (auto* plain = dynamic_cast<PlainBus*>(buses.front())) plain->card = bytes_;
    if (auto* pci = dynamic_cast<pci::PciHostBus*>(buses.front())) {
      card_.emplace("card", Clock(clock()), agenda_, kWindow, Bytes(65536));
      pci->bus.add_target(card_->socket, {kWindow, Bytes(65536)});
    }
  }
  bool resting() const override { return true; }
  void connect(Network& any, std::size_t port) override {
    if (auto* myrinet = dynamic_cast<myrinet::Network*>(&any)) {
      partner_.emplace("partner");
      partner_->out.bind(myrinet->from_node(port));
      myrinet->to_node(port).bind(partner_->in);
      return;
    }
    delayed_ = dynamic_cast<DelayNetwork*>(&any);
    port_ = port;
    delayed_->receive[port] = [this](std::uint32_t word, Time at) {
      word_ = word;
      agenda_.schedule(*this, at);
      on_arrival();
    };
  }
  /// On the network of fixed delay.
  void send(std::size_t to, std::uint32_t word, Time at) { delayed_->send(port_, to, word, at); }
  std::string place(Time) const override { return "a card"; }
  void catch_up(Time) override {}
  std::int64_t clock_at(Time t) const override { return t / clock(); }
  std::span<const std::uint8_t> memory() const { return card_ ? card_->bytes : bytes_; }

 private:
  struct Silent : sc_core::sc_module {
    explicit Silent(sc_core::sc_module_name name) : sc_module(name) {
      in.register_b_transport(this, &Silent::ignore);
    }
    void ignore(tlm::tlm_generic_payload&, sc_core::sc_time&) {}
    tlm_utils::simple_initiator_socket<Silent, 32, myrinet::ProtocolTypes> out{"out"};
    tlm_utils::simple_target_socket<Silent, 32, myrinet::ProtocolTypes> in{"in"};
  };
  Agenda& agenda_;
  std::vector<std::uint8_t> bytes_ = std::vector<std::uint8_t>(1024);
  std::optional<pci::Card> card_;  ///< on PCI, with bytes of its own
  std::optional<Silent> partner_;
  DelayNetwork* delayed_ = nullptr;
  std::size_t port_ = 0;
  std::uint32_t word_ = 0;  ///< on its way to the memory

  void run(Time) override { host::put_word(std::span(bytes_).subspan(kMail), word_); }
};

/// The parts of this test, besides those of the program.
inline void add_parts() {
  CardKind card{.name = "memory-card",
                .summary = "memory for its host",
                .block = "memory",
                .buses = {"pci"},
                .networks = {"myrinet"},
                .window = Bytes(65536),
                .add_layer = nullptr,
                .make = [](const CardSite& site) -> std::unique_ptr<Card> {
                  return std::make_unique<MemoryCard>(site);
                }};
  systems::parts().cards.push_back(card);
  card.name = "plain-card";
  card.buses = {"plain"};
  systems::parts().cards.push_back(card);
  card.name = "delay-card";
  card.networks = {"fixed-delay"};
  systems::parts().cards.push_back(card);
  systems::parts().networks.push_back(mail::network_kind());
  systems::parts().buses.push_back({.name = "plain",
                                    .summary = "one access after the other",
                                    .add_layer = nullptr,
                                    .make = [](const BusSite& site) -> std::unique_ptr<HostBus> {
                                      return std::make_unique<PlainBus>(site.agenda);
                                    }});
}

}  // namespace flybar::cluster
