#include "testbenches/experiments/measure/cable_loads.h"

#include <algorithm>

#include "models/common/systemc_time.h"
#include "testbenches/experiments/measure/percent.h"

namespace flybar::experiments {

namespace {

/// One direction of a cable, in % of the time.
struct Direction {
  double moving;
  double held;
  double stopped;  ///< by the receiving end
};

Direction direction(const CableTraffic& cable, Time of) {
  return {percent(cable.moving, of), percent(cable.held, of), percent(cable.stopped, of)};
}

/// How long the card that stopped its cable longest did so, in % of the time.
double most_stopped_by_nodes(const std::vector<CableTraffic>& cables, Time of) {
  double most = 0;
  for (const CableTraffic& cable : cables)
    if (cable.to_port) most = std::max(most, percent(cable.stopped, of));
  return most;
}

/// How long a switch stopped a cable for which no receiving card is the reason, in % of the time. A
/// switch that is stopped by a card stops the cables that feed it.
double blocked_by_others(const Direction& use, double by_receivers) {
  return std::max(0.0, std::min(use.stopped, use.held - use.moving) - by_receivers);
}

/// The parameter that makes the card send faster.
std::string pace_relief(const Card& card) {
  for (const Use& use : card.uses())
    if (use.resource != nullptr && use.resource->paces_link) return first_of(use.resource->relief);
  return "";
}

void add_relieved(Load& load, const std::string& by, double percent) {
  if (!by.empty() && percent > 0) load.parts.push_back({by, percent});
}

double ratio(const Pace& pace) {
  return static_cast<double>(pace.card.ps()) / static_cast<double>(pace.wire.ps());
}

}  // namespace

double Pace::by_wire() const {
  return 2 * (std::max(1.0, ratio(*this)) - std::max(0.5, ratio(*this)));
}

double Pace::by_card() const {
  return 2 * (std::max(1.0, ratio(*this)) - std::max(1.0, ratio(*this) / 2));
}

double Pace::beyond() const {
  return std::max(0.0, ratio(*this) - 1);
}

CableLoads::CableLoads(Testbed& testbed, std::size_t card)
    : hardware_(testbed.hardware()), took_(testbed.cables_counted()) {
  cluster::Hardware& hardware = testbed.hardware();
  for (std::size_t i = 0; i < hardware.networks(); ++i) {
    cables_.push_back(hardware.network(i).cables(kernel_time()));
    sent_.emplace_back().pace.wire = hardware.network(i).byte_time();
  }
  for (std::size_t n = 0; n < hardware.nodes(); ++n) add_card(hardware.node(n).seat(card));
}

void CableLoads::add_card(const cluster::Node::Seat& seat) {
  Sent& sent = sent_[seat.network];
  for (const CableTraffic& cable : cables_[seat.network]) {
    if (cable.from_port != seat.port || cable.moving <= Time()) continue;
    const double before = static_cast<double>(sent.moving.ps()),
                 own = static_cast<double>(cable.moving.ps());
    const double mean = (before * static_cast<double>(sent.pace.card.ps()) +
                         own * static_cast<double>(seat.card->byte_time().ps())) /
                        (before + own);
    sent.pace.card = Time::ps(static_cast<std::int64_t>(mean));
    sent.moving += cable.moving;
    sent.standing += std::max(cable.held - cable.moving, Time());
    if (sent.relief.empty()) sent.relief = pace_relief(*seat.card);
  }
}

void CableLoads::add(Loads& loads) const {
  for (std::size_t i = 0; i < cables_.size(); ++i) {
    const Resource& what = hardware_.network(i).cable();
    const Pace& pace = sent_[i].pace;
    const double by_receivers = most_stopped_by_nodes(cables_[i], took_);
    for (const CableTraffic& cable : cables_[i]) {
      const Direction use = direction(cable, took_);
      Load& load =
          loads.all.emplace_back(Load{&what, cable.from + " -> " + cable.to, use.moving, 0, true});
      if (cable.from_port)
        load.blocked = use.moving + blocked_by_others(use, by_receivers);
      else
        load.closed = std::max(use.moving, use.held - use.stopped);
      load.awaited = use.moving;
      add_relieved(load, first_of(what.relief), use.moving * pace.by_wire());
      add_relieved(load, sent_[i].relief, use.moving * std::min(pace.by_card(), 1.0));
    }
  }
}

void CableLoads::add_crossings(Loads& loads) const {
  for (std::size_t i = 0; i < cables_.size(); ++i) {
    const Resource* what = hardware_.network(i).crossing();
    if (what == nullptr) continue;
    Time crossing;
    for (const CableTraffic& cable : cables_[i]) crossing += cable.crossing;
    Load load{what, "", percent(crossing, took_)};
    load.awaited = percent(crossing + sent_[i].standing, took_);
    add_relieved(load, first_of(what->relief), percent(crossing, took_));
    add_relieved(load, sent_[i].relief,
                 percent(sent_[i].moving, took_) * std::max(sent_[i].pace.by_card() - 1, 0.0));
    for (const LinkHold& hold : loads.holds)
      if (hold.network == i)
        add_relieved(load, first_of(hold.what->relief),
                     std::max(hold.sent - hold.paced, 0.0) + hold.received);
    loads.between_cables.push_back(std::move(load));
  }
}

LinkHold CableLoads::hold(const cluster::Node::Seat& seat, const Load& load, Time span) const {
  LinkHold hold{load.what, load.place, 0, 0, 0, seat.network};
  const Pace pace{sent_[seat.network].pace.wire, seat.card->byte_time()};
  for (const CableTraffic& cable : cables_[seat.network]) {
    const Direction use = direction(cable, span);
    if (cable.from_port == seat.port) {
      hold.sent = std::clamp(use.held - use.moving - use.stopped, 0.0, load.busy);
      hold.paced = use.moving * pace.beyond();
    }
    if (cable.to_port == seat.port) hold.received = std::min(use.stopped, load.busy);
  }
  return hold;
}

}  // namespace flybar::experiments
