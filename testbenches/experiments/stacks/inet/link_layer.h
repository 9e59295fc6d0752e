/// What carries the IP packets of a test bed's nodes: on each a card and its driver, and the
/// kernel's frames.
#pragma once

#include <memory>
#include <vector>

#include "models/host/paging/page_pool.h"
#include "models/inet/device/device.h"
#include "testbenches/experiments/measure/stack.h"
#include "testbenches/experiments/stacks/inet/drops.h"
#include "testbenches/experiments/stacks/transport/transport.h"

namespace flybar::experiments {

class Kernels;

class LinkLayer {
 public:
  virtual ~LinkLayer() = default;

  /// Brings the cards up, and accounts for them.
  virtual Stack& stack() = 0;
  /// Of which packets that come have their frames.
  virtual host::PagePool& pool(std::size_t n) = 0;
  virtual inet::Device& device(std::size_t n) = 0;
  /// What the driver of node `n` has lost or held up so far: the same causes in the same order
  /// each time.
  virtual std::vector<Drops> drops(std::size_t n) = 0;
  /// By the cards of all nodes, after the run.
  virtual std::vector<Drops> dropped_by_cards() = 0;
  /// Calls between kernels through the same cards, but not over IP. Null: there are none.
  virtual Kernels* kernels() { return nullptr; }
};

/// What else the cards carry, as far as they can.
enum class BesideIp : std::uint8_t { kNothing, kCalls };

/// Before the test bed runs. Precondition: check_transport() found nothing.
std::unique_ptr<LinkLayer> make_link_layer(Testbed& testbed, Transport transport,
                                           BesideIp beside = BesideIp::kCalls);

/// The parameter that says how long an IP packet may be.
const char* mtu_key(Transport transport);
/// Its value on this node.
Bytes mtu_of(Transport transport, const cluster::SystemParams& system, std::size_t n);

}  // namespace flybar::experiments
