/// A network of Ethernet or ATM: a switch with full-duplex ports, or one cable.
///
/// A card says when it begins a frame and hands it over: to a switch of Ethernet when it ends, to
/// one of ATM when it begins, to a cable when all of it waits in the card's FIFO. Frames are served
/// in the order of these instants; of equal ones the next port after that of the last frame goes
/// first, so that no port is left behind. A switch holds any number of frames for a port. Of a
/// packet in cells a switch sends all cells one after the other.
///
/// A card acts on what comes no sooner than a shortest frame after its begin: an Ethernet card
/// waits for that (a shorter one would be the rest of a collision), a cell is stored whole. On a
/// cable the sender hears no sooner than that when its frame began. With what a switch waits for,
/// this is how far the network sees ahead.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <systemc>

#include "models/common/earliest.h"
#include "models/common/observer.h"
#include "models/contracts/network.h"
#include "models/lan/params.h"
#include "models/lan/wire/frame.h"
#include "models/lan/wire/passage.h"

namespace flybar::lan {

/// A card on such a network. Both calls may come before the node has come to `begin`, and no later
/// than Network::earliest_act() after it.
class Station {
 public:
  virtual ~Station() = default;
  /// The frame begins to arrive.
  virtual void arrives(Frame frame, Time begin) = 0;
  /// On a cable: the frame that the card has queued begins to leave.
  virtual void leaves(Time begin) = 0;
};

class Network final : public sc_core::sc_module, public flybar::Network {
 public:
  struct Counters {
    std::uint64_t lost = 0;        ///< by chance
    std::uint64_t damaged = 0;     ///< dropped by the switch: the frame check was wrong
    std::uint64_t no_address = 0;  ///< dropped: to no port of this network
  };

  Network(sc_core::sc_module_name name, std::size_t ports, const LanParams& params,
          Observer& observer);

  void attach(std::size_t port, Station& station) { stations_[port] = &station; }
  const LanParams& params() const { return params_; }
  const Line& line() const { return line_; }
  Time earliest_act() const { return line_.shortest(); }
  /// Cards queue whole frames; else they begin and end them.
  bool takes_whole() const { return params_.cells() || is_cable(); }

  /// The card at the port, whose line is free, begins a frame.
  void begins(std::size_t port, Time at);
  /// It has ended it; not before a shortest frame would have.
  void ends(std::size_t port, Frame frame, Time begin, Time end);
  /// The card has all of a frame. On a cable it has no other one queued; elsewhere its line is free
  /// and the frame begins now.
  void queues(std::size_t port, Frame frame, Time at);

  const Counters& counters() const { return counters_; }

  void take_guarantees(std::size_t, Time) override {}
  void stop(std::size_t, Time) override {}
  void advance(std::span<const Time> known) override;
  Time safe_time(std::size_t port) const override;
  Time shortest_echo(std::size_t) const override {
    return is_cable() ? from_others_ : way_ + from_others_;
  }
  Time from_others(std::size_t) const override { return from_others_; }
  bool quiet() const override { return quiet_ && !touched_; }
  Time silent_until(std::size_t port) const override { return silence(known_[port]); }

  std::size_t ports() const override { return stations_.size(); }
  /// Ethernet: the address of the other card. ATM: the circuit to it, two bytes.
  std::vector<std::uint8_t> route(std::size_t from, std::size_t to) const override;
  Time byte_time() const override { return line_.byte_time(); }
  const Resource& cable() const override;
  Bytes sent(std::size_t port) const override { return out_[port].bytes(); }
  std::uint64_t stops(std::size_t) const override { return 0; }
  bool is_lossy() const override { return params_.faults.any(); }
  Losses losses() const override { return losses_; }
  void count_cables_from(Time from) override;
  std::vector<CableTraffic> cables(Time until) const override;

 private:
  struct Waiting {
    Time at;
    std::size_t port;
    Frame frame;
    Time begin;  ///< on the line from its card; unknown on a cable
  };

  bool is_cable() const { return params_.shape == Shape::kCable; }
  /// A frame is on its way for at least way_. For the scheduler it is sent when it has from_others_
  /// to go, and its card says nothing before.
  Time silence(Time known) const { return known + way_ - from_others_; }
  void touch(std::size_t port, Time at);
  Time floor(std::size_t port) const;
  std::vector<Waiting>::iterator next();
  bool serve_one();
  void pass_switch(Waiting one);
  void pass_cable(Waiting one);
  bool survives(Frame& frame, Faults& faults);
  std::optional<std::size_t> destination(const Frame& frame) const;

  const LanParams params_;
  const Line line_;
  const Time way_;          ///< from the begin of a frame to the first act of who gets it, at least
  const Time from_others_;  ///< of that, what is left when the frame counts as sent
  std::vector<Station*> stations_;
  std::vector<Passage> out_;  ///< from each card, its line or its share of the cable
  std::vector<Passage> in_;   ///< to each card; none on a cable
  std::vector<Faults> faults_out_, faults_in_;
  std::vector<Time> known_;
  std::vector<std::optional<Time>> begun_;  ///< of the frame that the card is sending
  std::vector<Time> free_;                  ///< the line to each card; of a cable the first counts
  std::vector<Waiting> waiting_;
  std::size_t last_ = 0;  ///< port of the frame that was served last
  /// Of all ports: before that, cards hand nothing over; or, while it is quiet, send nothing.
  Earliest coming_;
  bool quiet_ = false, touched_ = false;
  Counters counters_;
  Losses losses_;
};

}  // namespace flybar::lan
