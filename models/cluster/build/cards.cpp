#include "models/cluster/build/cards.h"

#include <algorithm>
#include <utility>

namespace flybar::cluster {
Cards::Cards(std::vector<Card*> cards, Agenda& agenda, const KernelBorder& kernel)
    : cards_(std::move(cards)), kernel_(kernel) {
  for (Card* card : cards_) {
    clock_ = std::max(clock_, card->clock());
    card->on_arrival = [this] {
      if (on_arrival) on_arrival();
    };
  }
  agenda.companions = this;
}

/// A task of the node, as a read of the host or a grant of a bus, may have woken a card while
/// another one runs.
void Cards::task_ran() {
  if (running_ == nullptr) return;
  for (const Card* card : cards_)
    if (card != running_) others_ = std::min(others_, card->time());
  limit_ = std::min(limit_, up_to(others_));
}

Cards::Order Cards::order() const {
  Order order{.first = cards_.front()};
  for (Card* card : cards_) {
    const Time begin = card->time();
    order.others = std::min(order.others, std::max(begin, order.begin));
    if (begin < order.begin) order.first = card, order.begin = begin;
  }
  return order;
}

void Cards::run(const Time& safe_time) {
  for (;;) {
    const Order now = order();
    others_ = now.others;
    limit_ = std::min(safe_time, up_to(others_));
    if (now.begin >= std::min(limit_, kernel_.horizon())) return;
    running_ = now.first;
    running_->run(limit_);
    const Time next = std::exchange(running_, nullptr)->time();
    if (next == now.begin) return;  // a task of the node comes first
    if (next >= limit_ && limit_ < up_to(others_)) return;
  }
}

Runner::Standing Cards::standing() const {
  const Order now = order();
  return {now.begin, now.first->resting(), may_be_suspended()};
}

bool Cards::may_be_suspended() const {
  return std::all_of(cards_.begin(), cards_.end(),
                     [](const Card* card) { return card->may_be_suspended(); });
}

void Cards::set_shortest_echo(Time time) {
  for (Card* card : cards_) card->set_shortest_echo(time);
}

}  // namespace flybar::cluster
