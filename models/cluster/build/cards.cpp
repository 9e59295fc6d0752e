#include "models/cluster/build/cards.h"

#include <algorithm>
#include <utility>

namespace flybar::cluster {
Cards::Cards(std::vector<Card*> cards, const KernelBorder& kernel)
    : cards_(std::move(cards)), kernel_(kernel) {
  for (Card* card : cards_) {
    clock_ = std::max(clock_, card->clock());
    card->on_arrival = [this, card] {
      if (card != running_) limit_ = std::min(limit_, up_to(card->time()));
      if (on_arrival) on_arrival();
    };
  }
}

Card& Cards::first() const {
  return **std::min_element(cards_.begin(), cards_.end(),
                            [](const Card* a, const Card* b) { return a->time() < b->time(); });
}

Time Cards::begin_of_others(const Card& card) const {
  Time begin = Time::never();
  for (const Card* other : cards_)
    if (other != &card) begin = std::min(begin, other->time());
  return begin;
}

void Cards::run(const Time& safe_time) {
  for (;;) {
    Card& card = first();
    const Time begin = card.time();
    limit_ = std::min(safe_time, up_to(begin_of_others(card)));
    if (begin >= std::min(limit_, kernel_.horizon())) return;
    running_ = &card;
    card.run(limit_);
    running_ = nullptr;
    if (card.time() == begin) return;  // a task of the node comes first
  }
}

bool Cards::may_be_suspended() const {
  return std::all_of(cards_.begin(), cards_.end(),
                     [](const Card* card) { return card->may_be_suspended(); });
}

void Cards::set_shortest_echo(Time time) {
  for (Card* card : cards_) card->set_shortest_echo(time);
}

}  // namespace flybar::cluster
