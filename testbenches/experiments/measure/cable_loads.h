/// How busy the cables of a run were, and what would make what they move faster.
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiments/measure/limits.h"
#include "testbenches/experiments/measure/testbed.h"

namespace flybar::experiments {

/// A byte that moves on a link takes as long as the slower of the wire and the card that sends it.
struct Pace {
  Time wire;
  Time card;  ///< 0: it never limits the link

  /// Twice the share of the time on the wire that is saved if the wire is twice as fast, or if the
  /// card is: 1 if half of that time is saved.
  double by_wire() const;
  double by_card() const;
  /// How much longer the card takes than the wire, as a share of the wire's time.
  double beyond() const;
};

class CableLoads {
 public:
  /// `card`: the number, in each node, of the card whose packets count.
  CableLoads(Testbed& testbed, std::size_t card);

  /// Only the output of a switch is closed to others while a packet stands in it; a node's own link
  /// waits for the engines of its card, which are resources of their own.
  void add(Loads& loads) const;
  /// What messages wait for between cables. Precondition: `loads` has all its holds.
  void add_crossings(Loads& loads) const;
  /// How long packets of a card stood in its link without moving, and how long it held back those
  /// that came, in its span, each as far as this resource of the card can be the reason.
  LinkHold hold(const cluster::Node::Seat& seat, const Load& load, Time span) const;

 private:
  /// What cards have sent to a network.
  struct Sent {
    Time moving, standing;  ///< on their own cables
    Pace pace;              ///< the mean of what moved
    std::string relief;     ///< of the cards; empty if they do not limit it
  };
  void add_card(const cluster::Node::Seat& seat);

  const cluster::Hardware& hardware_;
  const Time took_;
  std::vector<std::vector<CableTraffic>> cables_;  ///< of each network
  std::vector<Sent> sent_;                         ///< to each network
};

}  // namespace flybar::experiments
