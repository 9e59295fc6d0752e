/// IP over Ethernet or ATM, by ring cards.
#pragma once

#include "testbenches/experiments/stacks/inet/link_layer.h"
#include "testbenches/experiments/stacks/lan/ring_stack.h"

namespace flybar::experiments {

class RingLink final : public LinkLayer {
 public:
  /// On card number `card` of each node.
  RingLink(Testbed& testbed, std::size_t card) : stack_(testbed, card) {}

  RingStack& stack() override { return stack_; }
  host::PagePool& pool(std::size_t n) override { return stack_.pool(n); }
  lan::Driver& device(std::size_t n) override { return stack_.driver(n); }
  std::vector<Drops> drops(std::size_t n) override;
  std::vector<Drops> dropped_by_cards() override;

 private:
  RingStack stack_;
};

}  // namespace flybar::experiments
