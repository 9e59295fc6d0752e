/// The cards of a host with several, run as one: always the one that is behind.
#pragma once

#include <vector>

#include "models/common/agenda.h"
#include "models/common/kernel_border.h"
#include "models/contracts/card.h"

namespace flybar::cluster {

/// No card passes the begin of another's next clock, so what one of them does on a bus that they
/// share comes in the order of time. A card that rests lets the others run on until it wakes.
class Cards final : public Runner, private Companions {
 public:
  Cards(std::vector<Card*> cards, Agenda& agenda, const KernelBorder& kernel);

  /// The longest: who may run a clock of this card may run one of each.
  Time clock() const override { return clock_; }
  Time time() const override { return first().time(); }
  void run(const Time& safe_time) override;
  bool resting() const override { return first().resting(); }
  bool may_be_suspended() const override;
  Standing standing() const override;
  void set_shortest_echo(Time time) override;

  /// An echo of what the running card has sent may reach its node at `at`.
  void echo(Time at) { limit_ = std::min(limit_, clocks_before(at)); }

 private:
  /// The limit of a run whose last clock begins at `begin` or before.
  static Time up_to(Time begin) { return begin == Time::never() ? begin : begin + Time::ps(1); }
  struct Order {
    Card* first = nullptr;
    Time begin = Time::never();   ///< of its next clock
    Time others = Time::never();  ///< of the next clock of any other
  };
  Order order() const;
  Card& first() const { return *order().first; }
  Time next_act() const override { return time(); }
  void task_ran() override;

  const std::vector<Card*> cards_;
  const KernelBorder& kernel_;
  Time clock_;
  Card* running_ = nullptr;
  Time others_;  ///< begin of the next clock of any card but the one that runs
  Time limit_;   ///< of the card that runs
};

}  // namespace flybar::cluster
